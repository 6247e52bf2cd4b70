import { describe, expect, it, test } from 'vitest'
import { allowedSteps, type Mover, planStep } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import { turnsWithoutNotice } from '#testing/process-checks.ts'
import { exitStates } from './exit.ts'
import { type ExitFacts, type ExitStep, type ExitWords, exitProcess } from './table.ts'

const held = (capacity: string, ...permissions: string[]): Mover => ({
  capacities: new Set([capacity]),
  permissions: new Set(permissions),
})
const movers = {
  SELF: held('SELF'),
  EMPLOYER: held('EMPLOYER', 'company:update'),
  STAFF: held('STAFF', 'company:update', 'company:exit'),
}
type Who = keyof typeof movers

/** Everything holds at once, so that the table alone decides. */
const facts: ExitFacts = {
  kind: 'LEAVES',
  areDeductionsConfirmed: false,
  leases: 2,
  undecided: 0,
  unsettled: 0,
  moved: 0,
  ordersUnderWay: 0,
  chooseUntil: '2026-12-31',
  fromDay: '2026-12-01',
}

const expected: Record<string, Record<Who, ExitStep[]>> = {
  null: { SELF: [], EMPLOYER: [], STAFF: ['mark'] },
  OPEN: {
    SELF: [],
    EMPLOYER: ['confirmDeductions'],
    STAFF: ['confirmDeductions', 'withdraw', 'workOff'],
  },
  WORKED_OFF: { SELF: [], EMPLOYER: ['confirmDeductions'], STAFF: ['confirmDeductions'] },
  WITHDRAWN: { SELF: [], EMPLOYER: [], STAFF: [] },
}

describe('each step in each state for each role', () => {
  const names = [...new Set(exitProcess.steps.map(({ name }) => name))]
  const cells = [null, ...exitStates].flatMap((state) =>
    (Object.keys(movers) as Who[]).map((who) => [state, who] as const),
  )
  it.each(cells)('from %s by %s is what the table says, and no other', (state, who) => {
    const open = names.filter((step) => planStep(exitProcess, facts, state, { step, reason: 'syy' }, movers[who]).ok)
    expect(open.toSorted()).toEqual(expected[String(state)]![who])
  })

  it('needs its permission', () => {
    for (const state of [null, ...exitStates])
      for (const capacity of ['EMPLOYER', 'STAFF'])
        expect(allowedSteps(exitProcess, facts, state, held(capacity, 'company:read'))).toEqual([])
  })
})

test.each<[ExitStep, Partial<ExitFacts>, string[]]>([
  ['confirmDeductions', { kind: 'MERGED' }, ['LEASES_GO_ON']],
  ['confirmDeductions', { areDeductionsConfirmed: true }, ['DEDUCTIONS_CONFIRMED']],
  ['workOff', { unsettled: 1, ordersUnderWay: 1 }, ['LEASES_LEFT', 'ORDERS_UNDER_WAY']],
  ['withdraw', { moved: 1 }, ['LEASES_MOVED']],
])('%s is refused by its conditions', (step, change, unmet) => {
  const plan = planStep(exitProcess, { ...facts, ...change }, 'OPEN', { step, reason: 'syy' }, movers.STAFF)
  expect(plan).toEqual({ ok: false, reason: 'UNMET', unmet })
})

it('awaits the people who have not chosen, the employer until it has confirmed, and the staff to the end', () => {
  const awaited = (change: Partial<ExitFacts>) => awaitedIn<ExitWords>(exitProcess, 'OPEN', { ...facts, ...change })
  expect(awaited({ undecided: 1 })).toEqual(['EMPLOYEE', 'EMPLOYER', 'STAFF'])
  expect(awaited({ areDeductionsConfirmed: true })).toEqual(['STAFF'])
  expect(awaited({ leases: 0 })).toEqual(['STAFF'])
  expect(awaited({ kind: 'MERGED', undecided: 1 })).toEqual(['STAFF'])
})

it('leaves nobody awaited without a message or a place on the desk', () => {
  expect(turnsWithoutNotice(exitProcess)).toEqual([])
})
