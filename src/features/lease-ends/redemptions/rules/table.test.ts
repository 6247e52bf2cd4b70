import { describe, expect, it, test } from 'vitest'
import { allowedSteps, type Mover, planStep, systemMover } from '#platform/process/plan.ts'
import { turnsWithoutNotice } from '#testing/process-checks.ts'
import { redemptionStates } from '../rules.ts'
import { guards } from './guards.ts'
import { redemptionProcess } from './table.ts'
import type { RedemptionFacts, RedemptionStep } from './words.ts'

const all = ['request', 'accept', 'withdraw', 'manage'].map((name) => `redemption:${name}`)
const held = (capacity: string, ...names: string[]): Mover => ({
  capacities: new Set([capacity]),
  permissions: new Set(names.map((name) => `redemption:${name}`)),
})
const movers = {
  SELF: held('SELF', 'request', 'accept', 'withdraw'),
  EMPLOYER: held('EMPLOYER', 'request', 'accept'),
  STAFF: held('STAFF', 'request', 'manage'),
  SYSTEM: systemMover,
}
/** Everything holds; what must not hold at once is chosen for the employee who pays on a running lease of the operator. */
const facts: RedemptionFacts = {
  today: '2026-11-10',
  isRedeemable: true,
  isLeaver: true,
  isPossibleMonth: true,
  hasPrice: true,
  offerValidUntil: '2026-11-25',
  method: 'PAYROLL',
  buyer: 'EMPLOYEE',
  isAccepted: true,
  isInformed: true,
  hasTimeToPay: true,
  isPaid: true,
  isLapsed: true,
  leaseEnded: true,
  isOperators: false,
  canMailLessor: true,
  hasLessorInvoice: true,
  doneDay: '2026-11-01',
  bikeIsBack: false,
  hasOpenClaim: false,
  isLeaseRedeemed: false,
  isLessorBillInForce: false,
  isChoiceOver: true,
  employerBuysUnchosen: true,
  payrollMonths: { wanted: 3, left: 3 },
  restCents: 1,
  isEmployersBillOpen: false,
  isRestOpen: false,
  lastDay: '2026-11-30',
  payBy: '2026-11-30',
}

/** Who may take which steps in each state when all conditions hold (aftercare, R1 to R9). */
const expected: Record<string, Record<keyof typeof movers, RedemptionStep[]>> = {
  null: { SELF: ['start'], EMPLOYER: ['start'], STAFF: ['start'], SYSTEM: [] },
  STARTED: {
    SELF: ['offer', 'cancel'],
    EMPLOYER: ['offer', 'cancel'],
    STAFF: ['offer', 'revise', 'cancel'],
    SYSTEM: ['offer', 'cancelForClaim', 'cancelForExit'],
  },
  OFFERED: {
    SELF: ['accept', 'cancel'],
    EMPLOYER: ['acceptForEmployee', 'cancel'],
    STAFF: ['revise', 'cancel'],
    SYSTEM: ['cancelForClaim', 'cancelForExit'],
  },
  ACCEPTED: {
    SELF: ['cancel'],
    EMPLOYER: ['cancel'],
    STAFF: ['cancel'],
    SYSTEM: ['sendPayment', 'cancelUnpaid', 'cancelForClaim'],
  },
  USER_PAYMENT_SENT: {
    SELF: ['cancel'],
    EMPLOYER: ['cancel'],
    STAFF: ['cancel'],
    SYSTEM: ['billRest', 'recordPaid', 'cancelUnpaid', 'cancelForClaim'],
  },
  USER_PAYMENT_PAID: { SELF: [], EMPLOYER: [], STAFF: ['sendNotice', 'callOff'], SYSTEM: ['sendNotice'] },
  LESSOR_INVOICE_SENT: { SELF: [], EMPLOYER: [], STAFF: ['complete', 'callOff'], SYSTEM: ['complete'] },
  DONE: { SELF: ['withdraw'], EMPLOYER: [], STAFF: [], SYSTEM: [] },
  CANCELLED: { SELF: [], EMPLOYER: [], STAFF: [], SYSTEM: [] },
  WITHDRAWN: { SELF: [], EMPLOYER: [], STAFF: ['takeBack'], SYSTEM: [] },
}

describe('each step in each state for each role', () => {
  const names = [...new Set(redemptionProcess.steps.map(({ name }) => name))]
  const cells = [null, ...redemptionStates].flatMap((state) =>
    (Object.keys(movers) as (keyof typeof movers)[]).map((who) => [state, who] as const),
  )
  it.each(cells)('from %s by %s is what the table says, and no other', (state, who) => {
    const open = names.filter(
      (step) => planStep(redemptionProcess, facts, state, { step, reason: 'syy' }, movers[who]).ok,
    )
    expect(open.toSorted()).toEqual(expected[String(state)]![who].toSorted())
  })

  it('needs its permission', () => {
    expect(all.length).toBe(4)
    const none = held('SELF')
    for (const state of [null, ...redemptionStates])
      expect(allowedSteps(redemptionProcess, facts, state, none)).toEqual([])
  })
})

test.each<
  [RedemptionStep, keyof typeof movers, (typeof redemptionStates)[number] | null, Partial<RedemptionFacts>, string[]]
>([
  ['start', 'SELF', null, { isRedeemable: false }, ['LEASE_NOT_REDEEMABLE']],
  ['start', 'SELF', null, { isPossibleMonth: false }, ['MONTH_NOT_POSSIBLE']],
  ['start', 'SELF', null, { hasOpenClaim: true }, ['CLAIM_OPEN']],
  ['start', 'EMPLOYER', null, { hasOpenClaim: true }, ['CLAIM_OPEN']],
  ['offer', 'STAFF', 'STARTED', { hasOpenClaim: true }, ['CLAIM_OPEN']],
  ['accept', 'SELF', 'OFFERED', { hasOpenClaim: true }, ['CLAIM_OPEN']],
  ['acceptForEmployee', 'EMPLOYER', 'OFFERED', { hasOpenClaim: true }, ['CLAIM_OPEN']],
  ['complete', 'SYSTEM', 'LESSOR_INVOICE_SENT', { hasOpenClaim: true }, ['CLAIM_OPEN']],
  ['complete', 'STAFF', 'LESSOR_INVOICE_SENT', { hasOpenClaim: true }, ['CLAIM_OPEN']],
  ['revise', 'STAFF', 'OFFERED', { hasOpenClaim: true }, ['CLAIM_OPEN']],
  ['sendPayment', 'SYSTEM', 'ACCEPTED', { hasOpenClaim: true }, ['CLAIM_OPEN']],
  ['callOff', 'STAFF', 'LESSOR_INVOICE_SENT', { isLeaseRedeemed: true }, ['LEASE_REDEEMED']],
  ['callOff', 'STAFF', 'LESSOR_INVOICE_SENT', { isLessorBillInForce: true }, ['LESSOR_HAS_BILLED']],
  ['start', 'EMPLOYER', null, { isLeaver: false }, ['NOT_LEAVING']],
  ['revise', 'STAFF', 'OFFERED', { hasPrice: false }, ['PRICE_MISSING']],
  ['accept', 'SELF', 'OFFERED', { today: '2026-11-26' }, ['OFFER_LAPSED']],
  ['accept', 'SELF', 'OFFERED', { method: null, isInformed: false }, ['METHOD_MISSING', 'INFORMATION_NOT_READ']],
  ['accept', 'SELF', 'OFFERED', { buyer: 'EMPLOYER' }, ['PERSON_DOES_NOT_PAY']],
  ['acceptForEmployee', 'EMPLOYER', 'OFFERED', { method: 'INVOICE' }, ['EMPLOYER_DOES_NOT_PAY']],
  ['lapse', 'SYSTEM', 'OFFERED', {}, ['OFFER_STANDS']],
  ['sendPayment', 'SYSTEM', 'ACCEPTED', { hasTimeToPay: false }, ['DUE_TOO_NEAR']],
  ['recordPaid', 'SYSTEM', 'USER_PAYMENT_SENT', { isPaid: false }, ['NOT_PAID']],
  ['cancelUnpaid', 'SYSTEM', 'USER_PAYMENT_SENT', { isLapsed: false }, ['TIME_TO_PAY_LEFT']],
  ['sendNotice', 'SYSTEM', 'USER_PAYMENT_PAID', { canMailLessor: false }, ['LESSOR_HAS_NO_ADDRESS']],
  [
    'complete',
    'STAFF',
    'LESSOR_INVOICE_SENT',
    { leaseEnded: false, hasLessorInvoice: false },
    ['LEASE_RUNS', 'LESSOR_INVOICE_MISSING'],
  ],
  ['matchLessorInvoice', 'STAFF', 'LESSOR_INVOICE_SENT', {}, ['LESSOR_INVOICE_THERE']],
  ['cancel', 'SELF', 'USER_PAYMENT_SENT', { buyer: 'EMPLOYER' }, ['EMPLOYER_OWES']],
  ['cancel', 'EMPLOYER', 'USER_PAYMENT_SENT', { buyer: 'EMPLOYER' }, ['EMPLOYER_OWES']],
  ['takeBack', 'STAFF', 'WITHDRAWN', { bikeIsBack: true }, ['BIKE_IS_BACK']],
  ['withdraw', 'SELF', 'DONE', { today: '2026-11-16' }, ['WITHDRAWAL_OVER']],
])('%s by %s from %s is refused by its conditions', (step, who, state, change, unmet) => {
  const plan = planStep(redemptionProcess, { ...facts, ...change }, state, { step, reason: 'syy' }, movers[who])
  expect(plan).toEqual({ ok: false, reason: 'UNMET', unmet })
})

it('is called off before the employer has accepted, while there is time to choose, and by the staff', () => {
  const bought = { ...facts, buyer: 'EMPLOYER' as const }
  const cancels = (more: Partial<RedemptionFacts>, who: keyof typeof movers) =>
    planStep(redemptionProcess, { ...bought, ...more }, 'USER_PAYMENT_SENT', { step: 'cancel' }, movers[who]).ok
  expect([{ isAccepted: false }, { isChoiceOver: false }].map((more) => cancels(more, 'EMPLOYER'))).toEqual([
    true,
    true,
  ])
  expect(cancels({}, 'STAFF')).toBe(true)
})

it('leaves nobody awaited without a message or a place on the desk', () => {
  expect(turnsWithoutNotice(redemptionProcess)).toEqual([])
})

describe('the days of a redemption', () => {
  const move = { from: 'OFFERED', to: 'ACCEPTED' } as const
  const on = (guard: keyof typeof guards, today: string, more: Partial<RedemptionFacts> = {}) =>
    guards[guard]({ ...facts, ...more, today }, move)

  it('let an offer be accepted on its last day, and lapse on the day after it', () => {
    expect([on('OFFER_LAPSED', '2026-11-25'), on('OFFER_LAPSED', '2026-11-26')]).toEqual([true, false])
    expect([on('OFFER_STANDS', '2026-11-25'), on('OFFER_STANDS', '2026-11-26')]).toEqual([false, true])
  })

  it('let the buyer withdraw for fourteen days', () => {
    expect([on('WITHDRAWAL_OVER', '2026-11-15'), on('WITHDRAWAL_OVER', '2026-11-16')]).toEqual([true, false])
    expect(on('WITHDRAWAL_OVER', '2026-11-01', { doneDay: null })).toBe(false)
  })

  it('ask for pay that is left only where it is paid out of the pay', () => {
    const short = { payrollMonths: { wanted: 4, left: 3 } }
    expect(on('NO_PAY_LEFT', '2026-11-10', short)).toBe(false)
    expect(on('NO_PAY_LEFT', '2026-11-10', { ...short, method: 'INVOICE' })).toBe(true)
  })
})
