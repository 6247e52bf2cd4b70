import { describe, expect, it, test } from 'vitest'
import { allowedSteps, type Mover, planStep, systemMover, tokenMover } from '#platform/process/plan.ts'
import { turnsWithoutNotice } from '#testing/process-checks.ts'
import { returnStates } from '../rules.ts'
import { guards } from './guards.ts'
import { returnProcess } from './table.ts'
import type { ReturnFacts, ReturnStep } from './words.ts'

const held = (capacity: string, ...names: string[]): Mover => ({
  capacities: new Set([capacity]),
  permissions: new Set(names.map((name) => `return:${name}`)),
})
const movers = {
  SELF: held('SELF', 'read', 'request'),
  EMPLOYER: held('EMPLOYER', 'read', 'request', 'approve'),
  STAFF: held('STAFF', 'read', 'request', 'receive', 'inspect'),
  STORE: tokenMover('STORE_TOKEN'),
  SYSTEM: systemMover,
}
type Who = keyof typeof movers

/** Everything holds at once, so that the table alone decides; what cannot be true together is refused below. */
const facts: ReturnFacts = {
  today: '2026-11-10',
  isRunning: true,
  isTermOver: true,
  isPriced: true,
  isAllowedByPolicy: true,
  isPossibleMonth: true,
  isLeaver: true,
  isLaidOff: true,
  reason: 'RESIGNED',
  payer: 'EMPLOYEE',
  askedBy: 'EMPLOYEE',
  isFromEmployer: false,
  companyLeaves: true,
  photos: 1,
  storeHasEmail: true,
  hasNewStore: true,
  leaseEnded: true,
  isLastMonth: false,
  isLate: true,
  hasDamage: true,
  isFeeOnOthersWord: false,
  objectionUntil: '2026-11-20',
  isObjected: false,
  isAnswered: true,
  bringBy: '2026-11-30',
}

/** Who may take which steps in each state when all conditions hold (aftercare, V1 to V6). */
const expected: Record<string, Record<Who, ReturnStep[]>> = {
  null: {
    SELF: ['request'],
    EMPLOYER: ['request'],
    STAFF: ['request', 'requestAfterTerm'],
    STORE: [],
    SYSTEM: [],
  },
  REQUESTED: {
    SELF: ['cancel'],
    EMPLOYER: ['approve', 'cancel', 'refuse'],
    STAFF: ['approve', 'cancel', 'takeBack'],
    STORE: [],
    SYSTEM: [],
  },
  APPROVED: {
    SELF: ['cancel'],
    EMPLOYER: ['cancel'],
    STAFF: ['cancel', 'chooseStore', 'receive'],
    STORE: ['receive'],
    SYSTEM: ['postpone'],
  },
  RECEIVED: { SELF: [], EMPLOYER: [], STAFF: ['inspect'], STORE: [], SYSTEM: [] },
  INSPECTED: { SELF: ['object'], EMPLOYER: [], STAFF: ['complete'], STORE: [], SYSTEM: ['complete'] },
  DONE: { SELF: [], EMPLOYER: [], STAFF: [], STORE: [], SYSTEM: [] },
  CANCELLED: { SELF: [], EMPLOYER: [], STAFF: [], STORE: [], SYSTEM: [] },
}

describe('each step in each state for each role', () => {
  const names = [...new Set(returnProcess.steps.map(({ name }) => name))]
  const cells = [null, ...returnStates].flatMap((state) =>
    (Object.keys(movers) as Who[]).map((who) => [state, who] as const),
  )
  it.each(cells)('from %s by %s is what the table says, and no other', (state, who) => {
    const open = names.filter((step) => planStep(returnProcess, facts, state, { step, reason: 'syy' }, movers[who]).ok)
    expect(open.toSorted()).toEqual(expected[String(state)]![who])
  })

  it('needs its permission', () => {
    for (const state of [null, ...returnStates])
      for (const capacity of ['SELF', 'EMPLOYER', 'STAFF'])
        expect(allowedSteps(returnProcess, facts, state, held(capacity, 'read'))).toEqual([])
  })
})

type State = (typeof returnStates)[number] | null
test.each<[ReturnStep, Who, State, Partial<ReturnFacts>, string[]]>([
  ['request', 'SELF', null, { isRunning: false }, ['LEASE_NOT_RUNNING']],
  ['request', 'SELF', null, { isPriced: false, isAllowedByPolicy: false }, ['NOT_PRICED', 'POLICY_FORBIDS']],
  ['request', 'SELF', null, { isPossibleMonth: false }, ['MONTH_NOT_POSSIBLE']],
  ['request', 'EMPLOYER', null, { isLeaver: false }, ['NOT_LEAVING']],
  ['request', 'EMPLOYER', null, { reason: 'LAID_OFF', isLaidOff: false, askedBy: 'STAFF' }, ['LAY_OFF_NOT_AGREED']],
  ['request', 'STAFF', null, { reason: 'LAID_OFF', isLaidOff: false, askedBy: 'STAFF' }, ['LAY_OFF_NOT_AGREED']],
  [
    'approve',
    'EMPLOYER',
    'REQUESTED',
    { reason: 'LAID_OFF', isLaidOff: false, askedBy: 'STAFF', payer: 'EMPLOYER' },
    ['LAY_OFF_NOT_AGREED'],
  ],
  [
    'approve',
    'STAFF',
    'REQUESTED',
    { reason: 'LAID_OFF', isLaidOff: false, askedBy: 'STAFF', payer: 'EMPLOYER' },
    ['LAY_OFF_NOT_AGREED'],
  ],
  ['requestAfterTerm', 'STAFF', null, { isTermOver: false }, ['TERM_NOT_OVER']],
  ['takeBack', 'STAFF', 'REQUESTED', { isTermOver: false }, ['TERM_NOT_OVER']],
  ['approve', 'STAFF', 'REQUESTED', { companyLeaves: false }, ['EMPLOYER_ANSWERS']],
  ['approve', 'EMPLOYER', 'REQUESTED', { payer: null }, ['PAYER_MISSING']],
  ['approve', 'EMPLOYER', 'REQUESTED', { reason: 'DISMISSED' }, ['PAYER_AGAINST_PRICE_LIST']],
  ['chooseStore', 'STAFF', 'APPROVED', { hasNewStore: false }, ['STORE_MISSING']],
  ['receive', 'STORE', 'APPROVED', { photos: 0 }, ['PHOTO_MISSING']],
  ['postpone', 'SYSTEM', 'APPROVED', { isLate: false }, ['IN_TIME']],
  ['postpone', 'SYSTEM', 'APPROVED', { isLastMonth: true }, ['TERM_ENDS']],
  ['lapse', 'SYSTEM', 'APPROVED', {}, ['TERM_LASTS']],
  ['object', 'SELF', 'INSPECTED', { hasDamage: false }, ['NOTHING_TO_OBJECT_TO']],
  [
    'complete',
    'STAFF',
    'INSPECTED',
    { hasDamage: false, isFeeOnOthersWord: true, isAnswered: false },
    ['TIME_TO_OBJECT_LEFT'],
  ],
  ['object', 'SELF', 'INSPECTED', { isObjected: true }, ['OBJECTED_ALREADY']],
  ['object', 'SELF', 'INSPECTED', { today: '2026-11-21' }, ['OBJECTION_OVER']],
  ['object', 'SELF', 'INSPECTED', { isFromEmployer: true }, ['EMPLOYER_HAS_BIKE']],
  ['object', 'EMPLOYER', 'INSPECTED', {}, ['PERSON_HAS_BIKE']],
  ['approve', 'EMPLOYER', 'REQUESTED', { isFromEmployer: true }, ['PAYER_AGAINST_PRICE_LIST']],
  ['answerObjection', 'STAFF', 'INSPECTED', {}, ['NO_OBJECTION']],
  ['complete', 'SYSTEM', 'INSPECTED', { leaseEnded: false }, ['LEASE_RUNS']],
  [
    'complete',
    'STAFF',
    'INSPECTED',
    { isObjected: true, isAnswered: false },
    ['OBJECTION_OPEN', 'TIME_TO_OBJECT_LEFT'],
  ],
  ['cancel', 'SELF', 'APPROVED', { askedBy: 'EMPLOYER' }, ['NOT_YOUR_REQUEST']],
])('%s by %s from %s is refused by its conditions', (step, who, state, change, unmet) => {
  const plan = planStep(returnProcess, { ...facts, ...change }, state, { step, reason: 'syy' }, movers[who])
  expect(plan).toEqual({ ok: false, reason: 'UNMET', unmet })
})

it('is refused and answered with a reason', () => {
  for (const [step, who, state] of [
    ['refuse', 'EMPLOYER', 'REQUESTED'],
    ['object', 'SELF', 'INSPECTED'],
  ] as const)
    expect(planStep(returnProcess, facts, state, { step }, movers[who])).toEqual({
      ok: false,
      reason: 'UNMET',
      unmet: ['REASON_MISSING'],
    })
})

it('lets the person object to a fee that others have named the reason for, without any damage', () => {
  const named = { ...facts, hasDamage: false, isFeeOnOthersWord: true, askedBy: 'EMPLOYER' as const }
  const step = { step: 'object', reason: 'syy' } as const
  expect(planStep(returnProcess, named, 'INSPECTED', step, movers.SELF).ok).toBe(true)
})

it('lapses when the term ends first', () => {
  const last = { ...facts, isLastMonth: true }
  for (const state of ['REQUESTED', 'APPROVED'] as const)
    expect(planStep(returnProcess, last, state, { step: 'lapse' }, systemMover).ok).toBe(true)
})

it('leaves nobody awaited without a message or a place on the desk', () => {
  expect(turnsWithoutNotice(returnProcess)).toEqual([])
})

it('takes an objection on its last day, and goes on without one from the next day on', () => {
  const move = { from: 'INSPECTED', to: 'INSPECTED' } as const
  const told = { ...facts, objectionUntil: '2026-11-24', isObjected: false, isAnswered: false, hasDamage: true }
  const on = (guard: 'OBJECTION_OVER' | 'TIME_TO_OBJECT_LEFT', today: string) => guards[guard]({ ...told, today }, move)
  expect([on('OBJECTION_OVER', '2026-11-24'), on('OBJECTION_OVER', '2026-11-25')]).toEqual([true, false])
  expect([on('TIME_TO_OBJECT_LEFT', '2026-11-24'), on('TIME_TO_OBJECT_LEFT', '2026-11-25')]).toEqual([false, true])
})
