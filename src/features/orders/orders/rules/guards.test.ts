import { describe, expect, it } from 'vitest'
import { seededPermissionsOf } from '#platform/contract/permissions.ts'
import { systemMover } from '#platform/process/plan.ts'
import { factsFor } from '#testing/order-facts.ts'
import type { OrderStatus } from '../rules.ts'
import type { GuardCode } from './guards.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Mover } from './transitions.ts'
import { orderProcess, planMove } from './transitions.ts'
import type { Capacity } from './words.ts'

const staff: Mover = {
  permissions: new Set(seededPermissionsOf('SUPER_ADMIN')),
  capacities: new Set(['STAFF', 'SUPER']),
}
const employee: Mover = { permissions: new Set(seededPermissionsOf('BIKE_BENEFICIARY')), capacities: new Set(['SELF']) }
const invoice = { verifiedOrLater: true, differenceCents: 0, reasonGiven: false }

type Refusal = [string, OrderStatus | null, OrderStatus, Partial<OrderFacts>, GuardCode[]]

const refusals: Refusal[] = [
  ['O1', null, 'NOT_STARTED', { personStatus: 'PENDING' }, ['PERSON_NOT_ACCEPTED']],
  ['O1', null, 'NOT_STARTED', { personStatus: 'REJECTED' }, ['PERSON_NOT_ACCEPTED']],
  ['O1', null, 'NOT_STARTED', { employment: 'ON_ABSENCE' }, ['EMPLOYMENT_NOT_ACTIVE']],
  ['O1', null, 'NOT_STARTED', { employment: 'LEAVING' }, ['EMPLOYMENT_NOT_ACTIVE']],
  ['O1', null, 'NOT_STARTED', { companyActive: false }, ['COMPANY_NOT_ACTIVE']],
  ['O1', null, 'NOT_STARTED', { openOrders: 1 }, ['OPEN_ORDER_LIMIT_REACHED']],
  ['O2', 'NOT_STARTED', 'PENDING', { openOrders: 1 }, ['OPEN_ORDER_LIMIT_REACHED']],
  ['O2', 'NOT_STARTED', 'PENDING', { trialPeriodOver: false }, ['TRIAL_PERIOD_NOT_OVER']],
  ['O2', 'NOT_STARTED', 'PENDING', { lastWorkingDay: '2027-03-31' }, ['LAST_WORKING_DAY_TOO_EARLY']],
  ['O3', 'PENDING', 'PACKAGE_PROVIDED', { packageComplete: false }, ['PACKAGE_INCOMPLETE']],
  ['O3', 'PENDING', 'PACKAGE_PROVIDED', { priceCents: null }, ['PACKAGE_INCOMPLETE']],
  ['O3', 'PENDING', 'PACKAGE_PROVIDED', { storeActive: false }, ['STORE_NOT_ACTIVE']],
  ['O3', 'PENDING', 'PACKAGE_PROVIDED', { priceCents: 300_001 }, ['PRICE_ABOVE_LIMIT']],
  ['O3', 'PENDING', 'PACKAGE_PROVIDED', { termComputable: false }, ['TERM_NOT_COMPUTABLE']],
  ['O5', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', { answersComplete: false }, ['ANSWERS_INCOMPLETE']],
  ['O5', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', { policyAccepted: false }, ['POLICY_NOT_ACCEPTED']],
  ['O5', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', { lessorAuthorised: false }, ['LESSOR_AUTHORITY_MISSING']],
  ['O5', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', { employment: 'ENDED' }, ['EMPLOYMENT_ENDED']],
  ['O5', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', { lastWorkingDay: '2029-07-31' }, ['LEASE_OUTLASTS_EMPLOYMENT']],
  ['O5', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', { leaseEndEstimate: null }, ['LEASE_OUTLASTS_EMPLOYMENT']],
  ['O6', 'ALL_INFO_PROVIDED', 'PACKAGE_PROVIDED', { employerSigned: true }, ['SIGNED_BY_BOTH']],
  ['O7', 'ALL_INFO_PROVIDED', 'CONFIRMED', { agreementStatus: 'PENDING' }, ['AGREEMENT_NOT_SIGNED']],
  ['O7', 'ALL_INFO_PROVIDED', 'CONFIRMED', { agreementStatus: null }, ['AGREEMENT_NOT_SIGNED']],
  ['O7', 'ALL_INFO_PROVIDED', 'CONFIRMED', { snapshotMatchesSigned: false }, ['SNAPSHOT_CHANGED']],
  ['O7', 'ALL_INFO_PROVIDED', 'CONFIRMED', { employment: 'ENDED' }, ['EMPLOYMENT_ENDED']],
  ['O7', 'ALL_INFO_PROVIDED', 'CONFIRMED', { lastWorkingDay: '2026-12-31' }, ['LEASE_OUTLASTS_EMPLOYMENT']],
  ['O3', 'PENDING', 'PACKAGE_PROVIDED', { priceCents: 340_001, excessCents: 40_000 }, ['PRICE_ABOVE_LIMIT']],
  ['O8', 'CONFIRMED', 'PROCESSED', { excessCents: 40_000 }, ['EXCESS_NOT_PAID']],
  ['O8', 'CONFIRMED', 'PROCESSED', { bikeStoreOrderNumber: ' ' }, ['STORE_ORDER_NUMBER_MISSING']],
  ['O8', 'CONFIRMED', 'PROCESSED', { employment: 'ENDED' }, ['EMPLOYMENT_ENDED']],
  ['O8', 'CONFIRMED', 'PROCESSED', { lastWorkingDay: '2026-12-31' }, ['LEASE_OUTLASTS_EMPLOYMENT']],
  ['O9', 'PROCESSED', 'WAITING_FOR_INVOICE_MATCH', { deliveryTokensIssued: false }, ['DELIVERY_TOKENS_MISSING']],
  ['O10', 'WAITING_FOR_INVOICE_MATCH', 'WAITING_FOR_DELIVERY_DATE', { invoice: null }, ['INVOICE_NOT_MATCHED']],
  [
    'O10',
    'WAITING_FOR_INVOICE_MATCH',
    'WAITING_FOR_DELIVERY_DATE',
    { invoice: { ...invoice, verifiedOrLater: false } },
    ['INVOICE_NOT_VERIFIED'],
  ],
  [
    'O10',
    'WAITING_FOR_INVOICE_MATCH',
    'WAITING_FOR_DELIVERY_DATE',
    { invoice: { ...invoice, differenceCents: -101 } },
    ['INVOICE_DIFFERENCE_NEEDS_REASON'],
  ],
  ['O11', 'WAITING_FOR_INVOICE_MATCH', 'READY_FOR_BILLING', { invoice: null }, ['INVOICE_NOT_MATCHED']],
  ['O11', 'WAITING_FOR_INVOICE_MATCH', 'READY_FOR_BILLING', { frameNumber: null }, ['FRAME_NUMBER_MISSING']],
  ['O11', 'WAITING_FOR_INVOICE_MATCH', 'READY_FOR_BILLING', { deliveryDay: null }, ['DELIVERY_DAY_MISSING']],
  ['O12', 'WAITING_FOR_DELIVERY_DATE', 'READY_FOR_BILLING', { frameNumber: '' }, ['FRAME_NUMBER_MISSING']],
  ['O12', 'WAITING_FOR_DELIVERY_DATE', 'READY_FOR_BILLING', { deliveryDay: null }, ['DELIVERY_DAY_MISSING']],
  [
    'O12',
    'WAITING_FOR_DELIVERY_DATE',
    'READY_FOR_BILLING',
    { deliveryDay: '2026-01-31' },
    ['DELIVERY_DAY_OUT_OF_RANGE'],
  ],
  [
    'O12',
    'WAITING_FOR_DELIVERY_DATE',
    'READY_FOR_BILLING',
    { deliveryDay: '2026-03-16' },
    ['DELIVERY_DAY_OUT_OF_RANGE'],
  ],
  ['O13', 'READY_FOR_BILLING', 'GRENKE_INVOICE_SENT', { agreementStatus: 'REJECTED' }, ['AGREEMENT_NOT_SIGNED']],
  ['O13', 'READY_FOR_BILLING', 'GRENKE_INVOICE_SENT', { certificatePresent: false }, ['CERTIFICATE_MISSING']],
  ['O13', 'READY_FOR_BILLING', 'GRENKE_INVOICE_SENT', { invoice: null }, ['INVOICE_NOT_MATCHED']],
  ['O13', 'READY_FOR_BILLING', 'GRENKE_INVOICE_SENT', { lessorIsOperator: true }, ['LESSOR_IS_OPERATOR']],
  ['O14', 'READY_FOR_BILLING', 'ACTIVE_LEASING', { lessorIsOperator: false }, ['LESSOR_NOT_OPERATOR']],
  ['O13', 'READY_FOR_BILLING', 'GRENKE_INVOICE_SENT', { isReplacement: true }, ['REPLACES_A_BIKE']],
  ['O8', 'CONFIRMED', 'PROCESSED', { cancellationAsked: true }, ['CANCELLATION_ASKED']],
  ['O9', 'PROCESSED', 'WAITING_FOR_INVOICE_MATCH', { cancellationAsked: true }, ['CANCELLATION_ASKED']],
  ['O13', 'READY_FOR_BILLING', 'GRENKE_INVOICE_SENT', { cancellationAsked: true }, ['CANCELLATION_ASKED']],
  ['O14', 'READY_FOR_BILLING', 'ACTIVE_LEASING', { cancellationAsked: true }, ['CANCELLATION_ASKED']],
  ['O15', 'GRENKE_INVOICE_SENT', 'ACTIVE_LEASING', { cancellationAsked: true }, ['CANCELLATION_ASKED']],
  ['O14', 'READY_FOR_BILLING', 'ACTIVE_LEASING', { startDay: '2026-03-16' }, ['START_DAY_NOT_REACHED']],
  ['O15', 'GRENKE_INVOICE_SENT', 'ACTIVE_LEASING', { startDay: null }, ['START_DAY_NOT_REACHED']],
  ['O16', 'CONFIRMED', 'WAITING_FOR_CUSTOMER_COMMENT', { questionText: '  ' }, ['QUESTION_MISSING']],
  ['O25', 'WAITING_FOR_DELIVERY_DATE', 'WAITING_FOR_INVOICE_MATCH', { invoice: null }, ['INVOICE_NOT_MATCHED']],
  ['O25', 'READY_FOR_BILLING', 'WAITING_FOR_DELIVERY_DATE', { lastEdge: null }, ['NOT_LAST_STEP']],
  ['O25', 'GRENKE_INVOICE_SENT', 'READY_FOR_BILLING', { lastEdge: null }, ['NOT_LAST_STEP']],
  ['O25', 'GRENKE_INVOICE_SENT', 'READY_FOR_BILLING', { salesInvoiceCredited: false }, ['INVOICE_NOT_CREDITED']],
  ['O22', 'CANCELLED', 'REFUNDED', { allRefundsSettled: false }, ['REFUNDS_NOT_SETTLED']],
  [
    'O26',
    'CANCELLED',
    'ACTIVE_LEASING',
    { resumeStatus: 'ACTIVE_LEASING', anyRefundSettled: true },
    ['REFUND_SETTLED'],
  ],
  ['O26', 'CANCELLED', 'ACTIVE_LEASING', { resumeStatus: 'ACTIVE_LEASING', agreementEnded: true }, ['AGREEMENT_ENDED']],
  ['O23', null, 'WIX', { importComplete: false }, ['IMPORT_INCOMPLETE']],
]

const throughCancellation: Refusal[] = [
  ['O21', 'CONFIRMED', 'CANCELLED', { cancellationOpened: false }, ['CANCELLATION_NOT_OPENED']],
  ['O21', 'ACTIVE_LEASING', 'CANCELLED', { cancellationOpened: false }, ['CANCELLATION_NOT_OPENED']],
  ['O21', 'WAITING_FOR_CUSTOMER_COMMENT', 'CANCELLED', { cancellationOpened: false }, ['CANCELLATION_NOT_OPENED']],
  ['O19', 'CASE_X', 'CANCELLED', { cancellationOpened: false }, ['CANCELLATION_REQUIRED']],
  ['O22', 'CANCELLED', 'REFUNDED', { cancellationOpened: false }, ['CANCELLATION_NOT_OPENED']],
  [
    'O26',
    'CANCELLED',
    'CONFIRMED',
    { resumeStatus: 'CONFIRMED', cancellationWithdrawn: false },
    ['CANCELLATION_NOT_WITHDRAWN'],
  ],
]

describe('a condition that does not hold', () => {
  it.each(refusals)('%s from %s to %s with %j refuses with %j', (_, from, to, change, unmet) => {
    expect(planMove(factsFor(from, to, change), from, to, staff, { reason: 'Syy' })).toEqual({
      ok: false,
      code: 'ORDER_STEP_NOT_ALLOWED',
      unmet,
    })
  })

  it.each(throughCancellation)(
    '%s from %s to %s with %j leads to an order cancellation',
    (_, from, to, change, unmet) => {
      expect(planMove(factsFor(from, to, change), from, to, staff, { reason: 'Syy' })).toEqual({
        ok: false,
        code: 'ORDER_CANCELLATION_REQUIRED',
        unmet,
      })
    },
  )

  it('is tried here for every condition of the table', () => {
    const tried = new Set([...refusals, ...throughCancellation].flatMap(([, , , , unmet]) => unmet))
    tried.add('ANSWER_MISSING').add('REPLACES_NO_BIKE')
    expect(Object.keys(orderProcess.guards).filter((guard) => !tried.has(guard as GuardCode))).toEqual([])
  })

  it('is told together with all others', () => {
    const facts = factsFor('PENDING', 'PACKAGE_PROVIDED', { storeActive: false, termComputable: false })
    expect(planMove(facts, 'PENDING', 'PACKAGE_PROVIDED', employee)).toMatchObject({
      unmet: ['STORE_NOT_ACTIVE', 'TERM_NOT_COMPUTABLE'],
    })
  })

  it('stays untold to those who may not take the step', () => {
    const facts = factsFor('CONFIRMED', 'PROCESSED', { bikeStoreOrderNumber: null })
    expect(planMove(facts, 'CONFIRMED', 'PROCESSED', employee)).toEqual({
      ok: false,
      code: 'ORDER_STEP_NOT_PERMITTED',
      unmet: [],
    })
  })
})

describe('a reason', () => {
  it.each<[OrderStatus, OrderStatus]>([
    ['PENDING', 'CASE_X'],
    ['CASE_X', 'PENDING'],
    ['WIX', 'PROCESSED'],
    ['READY_FOR_BILLING', 'WAITING_FOR_INVOICE_MATCH'],
    ['GRENKE_INVOICE_SENT', 'READY_FOR_BILLING'],
  ])('is wanted from %s to %s and cannot be blank', (from, to) => {
    const facts = factsFor(from, to, { resumeStatus: 'PENDING' })
    for (const reason of [undefined, null, '', '  ']) {
      expect(planMove(facts, from, to, staff, { reason })).toEqual({
        ok: false,
        code: 'ORDER_STEP_NOT_ALLOWED',
        unmet: ['REASON_MISSING'],
      })
    }
    expect(planMove(facts, from, to, staff, { reason: 'Syy' })).toMatchObject({ ok: true })
  })
})

describe('a special case that ends before anything was confirmed', () => {
  it('is cancelled with a reason alone', () => {
    const facts = factsFor('CASE_X', 'CANCELLED', { confirmedDay: null, cancellationOpened: false })
    expect(planMove(facts, 'CASE_X', 'CANCELLED', staff)).toMatchObject({ ok: false, unmet: ['REASON_MISSING'] })
    expect(planMove(facts, 'CASE_X', 'CANCELLED', staff, { reason: 'Syy' })).toMatchObject({ ok: true })
  })
})

describe('a condition on its border', () => {
  const allowed: [string, OrderStatus | null, OrderStatus, Partial<OrderFacts>][] = [
    ['a price at the limit', 'PENDING', 'PACKAGE_PROVIDED', { priceCents: 300_000 }],
    ['no limit at all', 'PENDING', 'PACKAGE_PROVIDED', { maxPriceCents: null, priceCents: 900_000 }],
    [
      'an invoice one euro off',
      'WAITING_FOR_INVOICE_MATCH',
      'WAITING_FOR_DELIVERY_DATE',
      { invoice: { ...invoice, differenceCents: 100 } },
    ],
    [
      'an invoice far off with a reason',
      'WAITING_FOR_INVOICE_MATCH',
      'WAITING_FOR_DELIVERY_DATE',
      { invoice: { ...invoice, differenceCents: 5000, reasonGiven: true } },
    ],
    [
      'a delivery on the day of confirming',
      'WAITING_FOR_DELIVERY_DATE',
      'READY_FOR_BILLING',
      { deliveryDay: '2026-02-01' },
    ],
    ['a delivery today', 'WAITING_FOR_DELIVERY_DATE', 'READY_FOR_BILLING', { deliveryDay: '2026-03-15' }],
    ['a start day that has passed', 'GRENKE_INVOICE_SENT', 'ACTIVE_LEASING', { startDay: '2026-03-01' }],
    [
      'an order in a store without a number',
      'CONFIRMED',
      'PROCESSED',
      { isOnlineOrder: false, bikeStoreOrderNumber: null },
    ],
    [
      'a trial that the policy does not mind',
      'NOT_STARTED',
      'PENDING',
      { trialPeriodOver: false, policyRequiresTrialOver: false },
    ],
    ['a last working day after the shortest term', 'NOT_STARTED', 'PENDING', { lastWorkingDay: '2027-04-01' }],
    [
      'an early last working day that the policy allows',
      'PACKAGE_PROVIDED',
      'ALL_INFO_PROVIDED',
      { lastWorkingDay: '2026-12-31', policyAllowsLeaveBeforeEnd: true },
    ],
    ['a person who is leaving later', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', { employment: 'LEAVING' }],
    ['a second order that the policy allows', null, 'NOT_STARTED', { openOrders: 1, policyOrderCount: 2 }],
    ['one signature', 'ALL_INFO_PROVIDED', 'PACKAGE_PROVIDED', { employeeSigned: false, employerSigned: true }],
  ]

  it.each(allowed)('%s passes', (_, from, to, change) => {
    expect(planMove(factsFor(from, to, change), from, to, staff)).toMatchObject({ ok: true })
  })

  it('lets staff end a hold without an answer, the employee only with one', () => {
    const facts = factsFor('WAITING_FOR_CUSTOMER_COMMENT', 'PROCESSED', { resumeStatus: 'PROCESSED', answerText: ' ' })
    const move = ['WAITING_FOR_CUSTOMER_COMMENT', 'PROCESSED'] as const
    expect(planMove(facts, ...move, staff)).toMatchObject({ ok: true })
    expect(planMove(facts, ...move, employee)).toMatchObject({ ok: false, unmet: ['ANSWER_MISSING'] })
    const answered = { ...facts, answerText: 'Sininen.' }
    expect(planMove(answered, ...move, employee)).toMatchObject({
      ok: true,
      edge: { effects: ['KEEP_ANSWER', 'ANSWER_TO_STORE', 'CLOSE_QUESTION'] },
    })
  })

  it('lets the system alone note a rejected signature', () => {
    const facts = factsFor('ALL_INFO_PROVIDED', 'PACKAGE_PROVIDED')
    const effectsFor = (actor: Capacity) => {
      const plan = planMove(facts, 'ALL_INFO_PROVIDED', 'PACKAGE_PROVIDED', { ...staff, capacities: new Set([actor]) })
      return plan.ok ? plan.edge.effects : plan.code
    }
    const signed = { ...facts, employerSigned: true }
    expect(planMove(signed, 'ALL_INFO_PROVIDED', 'PACKAGE_PROVIDED', systemMover)).toMatchObject({
      unmet: ['SIGNED_BY_BOTH'],
    })
    expect(effectsFor('SYSTEM')).toContain('EVENT_LEASING_AGREEMENT_REJECTED')
    expect(effectsFor('STAFF')).toEqual(['VOID_AGREEMENT'])
  })
})

it('starts no lease by itself for an order that replaces no bicycle', () => {
  const facts = factsFor('READY_FOR_BILLING', 'ACTIVE_LEASING', { lessorIsOperator: false, startDay: null })
  const plan = planMove(facts, 'READY_FOR_BILLING', 'ACTIVE_LEASING', systemMover)
  expect(plan).toMatchObject({ ok: false, unmet: ['REPLACES_NO_BIKE'] })
  const replaced = { ...facts, isReplacement: true }
  expect(planMove(replaced, 'READY_FOR_BILLING', 'ACTIVE_LEASING', systemMover)).toMatchObject({
    ok: true,
    edge: { effects: ['REPLACE_BIKE'] },
  })
})
