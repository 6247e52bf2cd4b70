import type { EmployeeStatus, EmploymentState } from '#features/ground/employment/rules.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

/**
 * Everything the transition table asks about an order, as plain values. Facts
 * of a command that is being carried out (the new price, the reported frame
 * number, the question, the answer) are given as if they were already stored.
 */
export interface OrderFacts {
  /** The Helsinki day on which the move is judged. */
  today: Day
  personStatus: EmployeeStatus
  employment: EmploymentState
  companyActive: boolean
  /** The person's other open orders with this employer; this order is not counted. */
  openOrders: number
  /** The order puts a new bicycle in the place of a lost one, in the same agreement. */
  isReplacement?: boolean
  policyOrderCount: number
  policyRequiresTrialOver: boolean
  trialPeriodOver: boolean
  lastWorkingDay: Day
  /** The last day of the shortest lease that could still begin; null while no table says. */
  shortestTermEnd: Day | null
  /** The last day of this order's lease, estimated until the lease has its start. */
  leaseEndEstimate: Day | null
  policyAllowsLeaveBeforeEnd: boolean
  /** The bicycle is named and the package has its price. */
  packageComplete: boolean
  storeActive: boolean
  priceCents: Cents | null
  /** What the employee pays of it beside the lease. */
  excessCents: Cents
  excessPaid: boolean
  /** The lowest of the company's, the employee's and the policy's limits; null without any. */
  maxPriceCents: Cents | null
  termComputable: boolean
  answersComplete: boolean
  policyAccepted: boolean
  agreementStatus: 'PENDING' | 'SIGNED' | 'REJECTED' | null
  agreementEnded: boolean
  employeeSigned: boolean
  employerSigned: boolean
  snapshotMatchesSigned: boolean
  isOnlineOrder: boolean
  bikeStoreOrderNumber: string | null
  deliveryTokensIssued: boolean
  /** The store's invoice tied to the order; the difference is invoice minus order. */
  invoice: { verifiedOrLater: boolean; differenceCents: Cents; reasonGiven: boolean } | null
  frameNumber: string | null
  deliveryDay: Day | null
  /** The frozen commitment day; null until the buyer has confirmed. */
  confirmedDay: Day | null
  certificatePresent: boolean
  lessorIsOperator: boolean
  /** The operator is the lessor, or may make agreements for it. */
  lessorAuthorised: boolean
  /** The first day of the lease; null until both delivery facts are known. */
  startDay: Day | null
  questionText: string | null
  answerText: string | null
  /** Where a hold, a special case or a cancellation came from. */
  resumeStatus: OrderStatus | null
  /** The last forward edge that still stands; holds and special cases do not count. */
  lastEdge: { from: OrderStatus; to: OrderStatus } | null
  /** No sent sales invoice stands uncredited. */
  salesInvoiceCredited: boolean
  /** Somebody has asked for the cancellation and has no answer yet. */
  cancellationAsked: boolean
  cancellationOpened: boolean
  /** The order's cancellation was itself cancelled. */
  cancellationWithdrawn: boolean
  anyRefundSettled: boolean
  allRefundsSettled: boolean
  /** An imported row brings its agreement, its signed document or a waiver, and its commitment day. */
  importComplete: boolean
}

const uncancelled = {
  cancellationAsked: false,
  cancellationOpened: false,
  cancellationWithdrawn: false,
  anyRefundSettled: false,
  allRefundsSettled: false,
} as const

/** Facts of which nothing is known yet: next to nothing is allowed on them. Spread what is known over them. */
export function blankFacts(today: Day): OrderFacts {
  return {
    today,
    personStatus: 'PENDING',
    employment: 'ENDED',
    companyActive: false,
    openOrders: 0,
    policyOrderCount: 0,
    policyRequiresTrialOver: true,
    trialPeriodOver: false,
    lastWorkingDay: today,
    shortestTermEnd: null,
    leaseEndEstimate: null,
    policyAllowsLeaveBeforeEnd: false,
    packageComplete: false,
    storeActive: false,
    priceCents: null,
    excessCents: 0,
    excessPaid: false,
    maxPriceCents: null,
    termComputable: false,
    answersComplete: false,
    policyAccepted: false,
    agreementStatus: null,
    agreementEnded: false,
    employeeSigned: false,
    employerSigned: false,
    snapshotMatchesSigned: false,
    isOnlineOrder: false,
    bikeStoreOrderNumber: null,
    deliveryTokensIssued: false,
    invoice: null,
    frameNumber: null,
    deliveryDay: null,
    confirmedDay: null,
    certificatePresent: false,
    lessorIsOperator: false,
    lessorAuthorised: true,
    startDay: null,
    questionText: null,
    answerText: null,
    resumeStatus: null,
    lastEdge: null,
    salesInvoiceCredited: false,
    ...uncancelled,
    importComplete: false,
  }
}
