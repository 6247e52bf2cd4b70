import type { Words } from '#platform/process/table.ts'
import type { Day } from '#platform/values/days.ts'
import type { BrokerageState, TransferParty } from '../rules.ts'

export interface BrokerageFacts {
  readonly today: Day
  readonly isRunning: boolean
  readonly isAllowedByPolicy: boolean
  /** A redemption, return, cancellation or claim of the lease is open. */
  readonly hasOtherEnding: boolean
  readonly photos: number
  readonly expiresOn: Day | null
  readonly reservedUntil: Day | null
  readonly leaseEndDay: Day
  /** Of whoever would take the bicycle over. */
  readonly isOwnBike: boolean
  readonly isTakerEmployed: boolean
  readonly hasTakerRoom: boolean
  readonly isWithinTakerLimit: boolean
  readonly isTakerThereToTheEnd: boolean
  /** The rider has said who should take the bicycle. */
  readonly isTakerNamed: boolean
  /** The bicycle has been on offer to everybody. */
  readonly wasListed: boolean
  readonly isOneCompany: boolean
  readonly hasGiverAgreed: boolean
  readonly hasTakerAgreed: boolean
  readonly hasLessorApproved: boolean
  readonly isPrepared: boolean
  /** The parties that have not signed yet. */
  readonly unsigned: readonly TransferParty[]
  readonly transferBy: Day | null
  /** The lease has at least one month left after the transfer. */
  readonly hasMonthsLeft: boolean
  /** Of a company outside the service that buys the bicycle. */
  readonly hasBuyer: boolean
  readonly isBuyerCustomer: boolean
  readonly hasBuyerAgreed: boolean
  readonly isPaid: boolean
  readonly isPaymentLate: boolean
  /** When the bill of a sale is due. */
  readonly payBy: Day | null
}

export type BrokerageStep =
  | 'draft'
  | 'edit'
  | 'submit'
  | 'list'
  | 'sendBack'
  | 'reserve'
  | 'cancelReservation'
  | 'refuseTaker'
  | 'lapse'
  | 'releaseForClaim'
  | 'withdraw'
  | 'remove'
  | 'expire'
  | 'offerTo'
  | 'acceptOffer'
  | 'declineOffer'
  | 'moveAlong'
  | 'startTransfer'
  | 'agreeToGive'
  | 'agreeToTake'
  | 'approveByLessor'
  | 'refuseByLessor'
  | 'prepare'
  | 'redraft'
  | 'complete'
  | 'refuseTransfer'
  | 'lapseTransfer'
  | 'sellOut'
  | 'agreeToSell'
  | 'billBuyer'
  | 'recordSold'
  | 'stopSale'
  | 'lapseSale'

export type BrokerageGuard =
  | 'LEASE_NOT_RUNNING'
  | 'POLICY_FORBIDS'
  | 'OTHER_ENDING_OPEN'
  | 'PHOTO_MISSING'
  | 'LISTING_OVER'
  | 'LISTING_STANDS'
  | 'RESERVATION_STANDS'
  | 'OWN_BIKE'
  | 'TAKER_NOT_EMPLOYED'
  | 'TAKER_HAS_NO_ROOM'
  | 'PRICE_ABOVE_TAKER_LIMIT'
  | 'TAKER_LEAVES_BEFORE_END'
  | 'TAKER_NOT_NAMED'
  | 'OFFER_STANDS'
  | 'ONE_COMPANY'
  | 'LESSOR_REFERENCE_MISSING'
  | 'APPROVALS_MISSING'
  | 'PREPARED_ALREADY'
  | 'NOT_PREPARED'
  | 'SIGNATURES_MISSING'
  | 'TRANSFER_IN_TIME'
  | 'LEASE_ENDS_FIRST'
  | 'BUYER_MISSING'
  | 'BUYER_IN_SERVICE'
  | 'BUYER_AGREEMENT_MISSING'
  | 'GIVER_NOT_AGREED'
  | 'GIVER_AGREED_ALREADY'
  | 'TAKER_AGREED_ALREADY'
  | 'NOT_PAID'
  | 'PAID_ALREADY'
  | 'TIME_TO_PAY_LEFT'

export type BrokerageEffect =
  | 'OFFER'
  | 'RESERVE'
  | 'ASK'
  | 'RELEASE'
  | 'TELL_SELLER'
  | 'TELL_TAKER'
  | 'TELL_EMPLOYERS'
  | 'OPEN_ENDING'
  | 'CLOSE_ENDING'
  | 'PREPARE'
  | 'REDRAFT'
  | 'MOVE_LEASE'
  | 'KEEP_GIVERS_YES'
  | 'KEEP_TAKERS_YES'
  | 'BILL_BUYER'
  | 'MARK_SOLD'

export type TransferFacts = Pick<
  BrokerageFacts,
  | 'isOneCompany'
  | 'hasGiverAgreed'
  | 'hasTakerAgreed'
  | 'hasLessorApproved'
  | 'isPrepared'
  | 'unsigned'
  | 'reservedUntil'
  | 'transferBy'
  | 'payBy'
>

export interface BrokerageWords extends Words {
  state: BrokerageState
  step: BrokerageStep
  guard: BrokerageGuard
  effect: BrokerageEffect
  /**
   * SELF has the bicycle on lease, TAKER has reserved it, NAMED is the one it is offered to, RIDER is anybody with a
   * benefit; each side has its employer.
   */
  capacity: 'SELF' | 'TAKER' | 'NAMED' | 'SELLER_EMPLOYER' | 'TAKER_EMPLOYER' | 'RIDER' | 'STAFF' | 'SUPER' | 'SYSTEM'
  action:
    | 'answer'
    | 'edit'
    | 'submit'
    | 'review'
    | 'reserve'
    | 'release'
    | 'withdraw'
    | 'transfer'
    | 'agree'
    | 'sign'
    | 'bill'
    | 'pay'
  awaited: 'SELLER' | 'TAKER' | 'SELLER_EMPLOYER' | 'TAKER_EMPLOYER' | 'STAFF' | 'BUYER'
  facts: BrokerageFacts
  turnFacts: TransferFacts
}
