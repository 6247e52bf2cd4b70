import type { Words } from '#platform/process/table.ts'
import type { Day } from '#platform/values/days.ts'
import type { RedemptionMethod, RedemptionState } from '../rules.ts'

export interface RedemptionFacts {
  readonly today: Day
  /** The lease runs, or has ended with its term while the bicycle stayed with the person. */
  readonly isRedeemable: boolean
  /** The term is over by 35 days without a choice, or the bicycle is lost since. */
  readonly isChoiceOver: boolean
  /** The employer's policy: it buys what nobody has chosen for. */
  readonly employerBuysUnchosen: boolean
  readonly isLeaver: boolean
  readonly isPossibleMonth: boolean
  readonly hasPrice: boolean
  readonly offerValidUntil: Day | null
  /** The last day of the month that it is to end with. */
  readonly lastDay: Day
  /** When the last of its bills is due. */
  readonly payBy: Day
  readonly method: RedemptionMethod | null
  readonly buyer: 'EMPLOYEE' | 'EMPLOYER'
  readonly isAccepted: boolean
  /** The consumer information has been read and the price accepted; the command brings it. */
  readonly isInformed: boolean
  readonly hasTimeToPay: boolean
  /** The pay of so many months until the end month is wanted, and is left. */
  readonly payrollMonths: { readonly wanted: number; readonly left: number }
  /** What could not be kept from the pay and is not yet billed to the person. */
  readonly restCents: number
  readonly isEmployersBillOpen: boolean
  readonly isRestOpen: boolean
  /** By money: what is credited or written off is not paid. */
  readonly isPaid: boolean
  readonly isLapsed: boolean
  readonly leaseEnded: boolean
  readonly isOperators: boolean
  readonly canMailLessor: boolean
  readonly hasLessorInvoice: boolean
  readonly doneDay: Day | null
  readonly bikeIsBack: boolean
  /** A claim for the bicycle is open: neither begins or goes on beside the other. */
  readonly hasOpenClaim: boolean
  /** The lease has ended as redeemed: nothing brings it back. */
  readonly isLeaseRedeemed: boolean
  /** The lessor has billed the bicycle, and has not credited its bill. */
  readonly isLessorBillInForce: boolean
}

export type RedemptionStep =
  | 'start'
  | 'offer'
  | 'revise'
  | 'accept'
  | 'acceptForEmployee'
  | 'chargeEmployer'
  | 'lapse'
  | 'sendPayment'
  | 'billRest'
  | 'recordPaid'
  | 'sendNotice'
  | 'matchLessorInvoice'
  | 'complete'
  | 'cancel'
  | 'callOff'
  | 'cancelUnpaid'
  | 'cancelForClaim'
  | 'cancelForExit'
  | 'withdraw'
  | 'takeBack'

export type RedemptionGuard =
  | 'LEASE_NOT_REDEEMABLE'
  | 'NOT_LEAVING'
  | 'MONTH_NOT_POSSIBLE'
  | 'PRICE_MISSING'
  | 'OFFER_LAPSED'
  | 'OFFER_STANDS'
  | 'METHOD_MISSING'
  | 'EMPLOYER_DOES_NOT_PAY'
  | 'PERSON_DOES_NOT_PAY'
  | 'TIME_TO_CHOOSE_LEFT'
  | 'EMPLOYER_DOES_NOT_BUY'
  | 'INFORMATION_NOT_READ'
  | 'DUE_TOO_NEAR'
  | 'NO_PAY_LEFT'
  | 'NO_REST'
  | 'NOT_PAID'
  | 'TIME_TO_PAY_LEFT'
  | 'LESSOR_HAS_NO_ADDRESS'
  | 'LEASE_RUNS'
  | 'LESSOR_INVOICE_MISSING'
  | 'LESSOR_INVOICE_THERE'
  | 'WITHDRAWAL_OVER'
  | 'CLAIM_OPEN'
  | 'LEASE_REDEEMED'
  | 'LESSOR_HAS_BILLED'
  | 'BIKE_IS_BACK'
  | 'EMPLOYER_OWES'

export type RedemptionEffect =
  | 'MAKE_OFFER'
  | 'SET_END'
  | 'BILL_REST'
  | 'MARK_READY'
  | 'SEND_NOTICE'
  | 'TRANSFER_TITLE'
  | 'UNDO_PAYMENT'
  | 'CLEAR_END'
  | 'TELL_LESSOR'
  | 'CLOSE'
  | 'TELL_PERSON'
  | 'BIKE_BACK'

export interface RedemptionWords extends Words {
  state: RedemptionState
  step: RedemptionStep
  guard: RedemptionGuard
  effect: RedemptionEffect
  capacity: 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER' | 'SYSTEM'
  action: 'start' | 'offer' | 'accept' | 'pay' | 'notice' | 'complete' | 'cancel' | 'withdraw'
  awaited: 'EMPLOYEE' | 'EMPLOYER' | 'STAFF' | 'LESSOR'
  facts: RedemptionFacts
  turnFacts: Pick<
    RedemptionFacts,
    | 'offerValidUntil'
    | 'lastDay'
    | 'payBy'
    | 'method'
    | 'buyer'
    | 'isOperators'
    | 'canMailLessor'
    | 'hasLessorInvoice'
    | 'bikeIsBack'
    | 'leaseEnded'
    | 'isEmployersBillOpen'
    | 'isRestOpen'
  >
}
