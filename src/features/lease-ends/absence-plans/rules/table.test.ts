import { describe, expect, it } from 'vitest'
import { type Mover, planStep, systemMover } from '#platform/process/plan.ts'
import { turnsWithoutNotice } from '#testing/process-checks.ts'
import { arePossibleDays, employerDaysOf, planMonths, planStates } from './months.ts'
import { type PlanFacts, type PlanStep, planProcess } from './table.ts'

const held = (capacity: string, ...names: string[]): Mover => ({
  capacities: new Set([capacity]),
  permissions: new Set(names.map((name) => `absence-plan:${name}`)),
})
const movers = {
  SELF: held('SELF', 'read', 'make', 'confirm'),
  EMPLOYER: held('EMPLOYER', 'read', 'make', 'confirm'),
  STAFF: held('STAFF', 'read'),
  SYSTEM: systemMover,
}
type Who = keyof typeof movers

const facts: PlanFacts = {
  today: '2026-06-10',
  isRunning: true,
  arePossibleDays: true,
  askedBy: 'EMPLOYEE',
  fromDay: '2026-07-01',
  toDay: '2026-09-30',
  askedToDay: '2026-08-31',
}
const judge = (step: PlanStep, who: Who, state: (typeof planStates)[number] | null, change: Partial<PlanFacts> = {}) =>
  planStep(planProcess, { ...facts, ...change }, state, { step }, movers[who])

const expected: Record<string, Record<Who, PlanStep[]>> = {
  null: { SELF: ['propose'], EMPLOYER: ['propose'], STAFF: [], SYSTEM: [] },
  PROPOSED: { SELF: ['cancel'], EMPLOYER: ['cancel', 'confirm'], STAFF: [], SYSTEM: [] },
  CONFIRMED: { SELF: ['cancel', 'change'], EMPLOYER: ['cancel', 'change'], STAFF: [], SYSTEM: [] },
  CHANGED: {
    SELF: ['cancel', 'dropChange'],
    EMPLOYER: ['cancel', 'confirmChange', 'dropChange'],
    STAFF: [],
    SYSTEM: [],
  },
  CANCELLED: { SELF: [], EMPLOYER: [], STAFF: [], SYSTEM: [] },
  ENDED: { SELF: [], EMPLOYER: [], STAFF: [], SYSTEM: [] },
}

describe('each step in each state for each role', () => {
  const names = [...new Set(planProcess.steps.map(({ name }) => name))]
  const cells = [null, ...planStates].flatMap((state) =>
    (Object.keys(movers) as Who[]).map((who) => [state, who] as const),
  )
  it.each(cells)('from %s by %s is what the table says, and no other', (state, who) => {
    const open = names.filter((step) => judge(step, who, state).ok)
    expect(open.toSorted()).toEqual(expected[String(state)]![who])
  })

  it.each([
    ['propose', 'SELF', null, { isRunning: false }, 'LEASE_NOT_RUNNING'],
    ['propose', 'SELF', null, { arePossibleDays: false }, 'DAYS_NOT_POSSIBLE'],
    ['confirm', 'SELF', 'PROPOSED', {}, 'EMPLOYER_CONFIRMS'],
    ['confirm', 'EMPLOYER', 'PROPOSED', { askedBy: 'EMPLOYER' }, 'EMPLOYEE_CONFIRMS'],
    ['change', 'SELF', 'CONFIRMED', { askedToDay: '2026-05-31' }, 'PAST_MONTH'],
    ['change', 'SELF', 'CONFIRMED', { askedToDay: '2026-09-30' }, 'PAST_MONTH'],
    ['cancel', 'SELF', 'CONFIRMED', { fromDay: '2026-06-10' }, 'BEGUN'],
    ['end', 'SYSTEM', 'CONFIRMED', {}, 'LASTS'],
  ] as const)('%s by %s from %s with %j wants %s', (step, who, state, change, guard) => {
    expect(judge(step, who, state, change)).toMatchObject({ ok: false, unmet: [guard] })
  })

  it('leaves nobody awaited without a message', () => {
    expect(turnsWithoutNotice(planProcess)).toEqual([])
  })
})

describe('the months of a plan', () => {
  const lease = {
    startDay: '2026-01-01',
    endDay: '2026-12-31',
    lastDay: '2026-12-31',
    instalmentCents: 10_000,
    lastInstalmentCents: 5_000,
    changes: [],
  }
  it('are the employer’s first and then the person’s, each with its instalment', () => {
    const days = { from: '2026-10-01', to: '2026-12-31', employerDays: employerDaysOf('PARENTAL') }
    expect(planMonths(lease, days)).toEqual([
      { month: '2026-10', payer: 'EMPLOYER', cents: 10_000 },
      { month: '2026-11', payer: 'EMPLOYEE', cents: 10_000 },
      { month: '2026-12', payer: 'EMPLOYEE', cents: 5_000 },
    ])
    expect(planMonths(lease, { ...days, employerDays: employerDaysOf('LAY_OFF') }).map(({ payer }) => payer)).toEqual([
      'EMPLOYER',
      'EMPLOYER',
      'EMPLOYER',
    ])
  })
  it('stop with the lease', () => {
    const days = { from: '2026-10-01', to: '2026-12-31', employerDays: 30 }
    expect(planMonths({ ...lease, lastDay: '2026-11-30' }, days)).toHaveLength(2)
  })
  it.each([
    ['2026-06-01', '2026-08-31', true],
    ['2026-06-01', '2026-05-31', false],
    ['2025-12-31', '2026-01-31', false],
    ['2026-06-01', '2027-01-01', false],
  ])('from %s to %s are possible: %s', (from, to, isPossible) => {
    expect(arePossibleDays(lease, from, to)).toBe(isPossible)
  })
})

it('lasts through its last day', () => {
  const lasting = { toDay: '2026-06-10' }
  expect(judge('end', 'SYSTEM', 'CONFIRMED', lasting).ok).toBe(false)
  expect(judge('end', 'SYSTEM', 'CONFIRMED', { ...lasting, today: '2026-06-11' }).ok).toBe(true)
})
