/**
 * The conditions of the transition table, each named by what is wrong when it
 * does not hold. A code travels to the caller as an unmet guard.
 */

import type { OrderFacts } from '#features/orders/orders/rules/order-facts.ts'
import type { Move } from '#platform/process/table.ts'
import type { Cents } from '#platform/values/money.ts'
import type { OrderWords } from './words.ts'

/** A store's invoice may differ this much from the order without a reason. */
export const INVOICE_TOLERANCE_CENTS: Cents = 100

type Guard = (facts: OrderFacts, move: Move<OrderWords>) => boolean

function isText(text: string | null): boolean {
  return text !== null && text.trim() !== ''
}

function isDeliveryDayInRange({ deliveryDay, confirmedDay, today }: OrderFacts): boolean {
  if (deliveryDay === null) return true
  return confirmedDay !== null && confirmedDay <= deliveryDay && deliveryDay <= today
}

/** True means that the condition holds. */
export const guards = {
  PERSON_NOT_ACCEPTED: (facts) => facts.personStatus === 'ACCEPTED',
  EMPLOYMENT_NOT_ACTIVE: (facts) => facts.employment === 'ACTIVE',
  COMPANY_NOT_ACTIVE: (facts) => facts.companyActive,
  OPEN_ORDER_LIMIT_REACHED: (facts) => facts.openOrders < facts.policyOrderCount,
  TRIAL_PERIOD_NOT_OVER: (facts) => facts.trialPeriodOver || !facts.policyRequiresTrialOver,
  LAST_WORKING_DAY_TOO_EARLY: (facts) => facts.shortestTermEnd === null || facts.lastWorkingDay > facts.shortestTermEnd,
  PACKAGE_INCOMPLETE: (facts) => facts.packageComplete && facts.priceCents !== null,
  STORE_NOT_ACTIVE: (facts) => facts.storeActive,
  PRICE_ABOVE_LIMIT: (facts) =>
    facts.maxPriceCents === null || (facts.priceCents ?? 0) - facts.excessCents <= facts.maxPriceCents,
  EXCESS_NOT_PAID: (facts) => facts.excessCents === 0 || facts.excessPaid,
  TERM_NOT_COMPUTABLE: (facts) => facts.termComputable,
  LESSOR_AUTHORITY_MISSING: (facts) => facts.lessorAuthorised,
  ANSWERS_INCOMPLETE: (facts) => facts.answersComplete,
  POLICY_NOT_ACCEPTED: (facts) => facts.policyAccepted,
  EMPLOYMENT_ENDED: (facts) => facts.employment !== 'ENDED',
  LEASE_OUTLASTS_EMPLOYMENT: (facts) =>
    facts.policyAllowsLeaveBeforeEnd ||
    (facts.leaseEndEstimate !== null && facts.lastWorkingDay > facts.leaseEndEstimate),
  SIGNED_BY_BOTH: (facts) => !(facts.employeeSigned && facts.employerSigned),
  AGREEMENT_NOT_SIGNED: (facts) => facts.agreementStatus === 'SIGNED',
  SNAPSHOT_CHANGED: (facts) => facts.snapshotMatchesSigned,
  STORE_ORDER_NUMBER_MISSING: (facts) => !facts.isOnlineOrder || isText(facts.bikeStoreOrderNumber),
  DELIVERY_TOKENS_MISSING: (facts) => facts.deliveryTokensIssued,
  INVOICE_NOT_MATCHED: (facts) => facts.invoice !== null,
  INVOICE_NOT_VERIFIED: (facts) => facts.invoice?.verifiedOrLater ?? true,
  INVOICE_DIFFERENCE_NEEDS_REASON: ({ invoice }) =>
    !invoice || invoice.reasonGiven || Math.abs(invoice.differenceCents) <= INVOICE_TOLERANCE_CENTS,
  FRAME_NUMBER_MISSING: (facts) => isText(facts.frameNumber),
  DELIVERY_DAY_MISSING: (facts) => facts.deliveryDay !== null,
  DELIVERY_DAY_OUT_OF_RANGE: isDeliveryDayInRange,
  CERTIFICATE_MISSING: (facts) => facts.certificatePresent,
  LESSOR_IS_OPERATOR: (facts) => !facts.lessorIsOperator,
  LESSOR_NOT_OPERATOR: (facts) => facts.lessorIsOperator,
  START_DAY_NOT_REACHED: (facts) => facts.startDay !== null && facts.startDay <= facts.today,
  QUESTION_MISSING: (facts) => isText(facts.questionText),
  ANSWER_MISSING: (facts) => isText(facts.answerText),
  NOT_LAST_STEP: ({ lastEdge }, { from, to }) => lastEdge !== null && lastEdge.from === to && lastEdge.to === from,
  INVOICE_NOT_CREDITED: (facts) => facts.salesInvoiceCredited,
  CANCELLATION_REQUIRED: (facts) => facts.confirmedDay === null,
  CANCELLATION_ASKED: (facts) => !facts.cancellationAsked,
  CANCELLATION_NOT_OPENED: (facts) => facts.cancellationOpened,
  CANCELLATION_NOT_WITHDRAWN: (facts) => facts.cancellationWithdrawn,
  REFUNDS_NOT_SETTLED: (facts) => facts.allRefundsSettled,
  REFUND_SETTLED: (facts) => !facts.anyRefundSettled,
  AGREEMENT_ENDED: (facts) => !facts.agreementEnded,
  REPLACES_A_BIKE: (facts) => facts.isReplacement !== true,
  REPLACES_NO_BIKE: (facts) => facts.isReplacement === true,
  IMPORT_INCOMPLETE: (facts) => facts.importComplete,
} as const satisfies Record<string, Guard>

/** A condition of the table. */
export type TableGuard = keyof typeof guards
/** What can stand between a caller and a move; a missing reason comes from the row, not from the facts. */
export type GuardCode = TableGuard | 'REASON_MISSING'

/** Guards that the command itself fulfils: they never hide a move from the list of allowed ones. */
export const givenWithTheMove: ReadonlySet<TableGuard> = new Set(['QUESTION_MISSING', 'ANSWER_MISSING'])

/** Guards that only an order cancellation can fulfil. */
export const fulfilledByCancellation: ReadonlySet<GuardCode> = new Set([
  'CANCELLATION_REQUIRED',
  'CANCELLATION_NOT_OPENED',
  'CANCELLATION_NOT_WITHDRAWN',
])
