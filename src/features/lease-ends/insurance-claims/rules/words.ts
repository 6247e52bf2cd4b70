/** The words of an insurance claim's process: what its steps are called, and what they ask about a claim. */
import type { Process, Words } from '#platform/process/table.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import type { ClaimState, ProofPiece } from '../rules.ts'

export interface ClaimFacts {
  readonly today: Day
  /** The bicycle has been handed over, and the lease has not ended in another way than its term. */
  readonly isDelivered: boolean
  /** Another claim of the same lease and type is open. */
  readonly isOpenForEvent: boolean
  readonly missing: readonly ProofPiece[]
  /** The piece that the command does without is one of those that are missing. */
  readonly isPieceMissing: boolean
  readonly hasDenialReason: boolean
  readonly hasObjection: boolean
  readonly deniedDay: Day | null
  /** The insurer's sum is known. */
  readonly hasSum: boolean
  /** Part of the compensation is still to come. */
  readonly isSumOpen: boolean
  readonly hasReceived: boolean
  /** The person has withdrawn what the insurer has, and nobody has told it. */
  readonly mustTellInsurer: boolean
  /** The lease runs, or has ended with its term. */
  readonly hasLease: boolean
  /** Another process has set or made an end of the lease. */
  readonly endsOtherwise: boolean
  readonly hasPaidRedemption: boolean
  /** It is paid, and the title has not passed yet. */
  readonly isRedemptionUnderWay: boolean
  /** The damage is of a kind that is repaired, and the bicycle is worth it. */
  readonly isRepairable: boolean
  readonly hasRepairStore: boolean
  /** The limit stays below what the insurance covers. */
  readonly isLimitBelowCover: boolean
  readonly hasCost: boolean
  /** The person has shown what they have paid to the shop. */
  readonly hasReceipt: boolean
  /** The bicycle is gone, or beyond repair. */
  readonly isLost: boolean
  readonly isLeaseRunning: boolean
  /** Nothing is exempt, or it has been read that a new bicycle may end the exemption. */
  readonly isTaxWarningRead: boolean
  /** The store has not delivered or billed the new bicycle yet. */
  readonly isNewBikeOpen: boolean
}

export type ClaimStep =
  | 'open'
  | 'report'
  | 'completeProof'
  | 'waive'
  | 'send'
  | 'decide'
  | 'receive'
  | 'repair'
  | 'changeShop'
  | 'findTotalLoss'
  | 'completeRepair'
  | 'addReceipt'
  | 'reimburse'
  | 'newBike'
  | 'abandonNewBike'
  | 'completeNewBike'
  | 'endLease'
  | 'deny'
  | 'object'
  | 'cancel'
  | 'insurerTold'
  | 'remove'

export type ClaimGuard =
  | 'BIKE_NOT_DELIVERED'
  | 'CLAIM_OPEN'
  | 'PROOF_MISSING'
  | 'PIECE_NOT_MISSING'
  | 'SUM_MISSING'
  | 'COMPENSATION_COMPLETE'
  | 'COMPENSATION_RECEIVED'
  | 'NOT_REPAIRABLE'
  | 'REPAIR_STORE_MISSING'
  | 'LIMIT_TOO_HIGH'
  | 'COST_MISSING'
  | 'RECEIPT_MISSING'
  | 'NOT_LOST'
  | 'LEASE_NOT_RUNNING'
  | 'TAX_WARNING_UNREAD'
  | 'NEW_BIKE_BILLED'
  | 'LEASE_NOT_STARTED'
  | 'LEASE_ENDS_OTHERWISE'
  | 'REDEMPTION_PAID'
  | 'REDEMPTION_UNDER_WAY'
  | 'INSURER_KNOWS'
  | 'DENIAL_REASON_MISSING'
  | 'OBJECTION_MISSING'
  | 'OBJECTION_OVER'

export type ClaimEffect =
  | 'EXPECT_COMPENSATION'
  | 'WITHDRAW_COMPENSATION'
  | 'RECEIVE_COMPENSATION'
  | 'CLOSE_REPAIR_LINK'
  | 'TELL_FORMER_SHOP'
  | 'MAIL_REPAIR_STORE'
  | 'KEEP_REPAIR_INVOICE'
  | 'KEEP_RECEIPT'
  | 'BILL_DEDUCTIBLE'
  | 'ORDER_NEW_BIKE'
  | 'REVIEW_TAX'
  | 'CANCEL_NEW_BIKE'
  | 'BILL_DEDUCTIBLE_OF_LOSS'
  | 'TELL_LESSOR_OF_BIKE'
  | 'END_LEASE'
  | 'BILL_CLOSING'
  | 'TELL_LESSOR'
  | 'CLOSE'
  | 'REOPEN'
  | 'TELL_PERSON'
  | 'ALERT_STAFF'
  | 'CLOSE_ALERT'
  | 'TELL_EMPLOYER'
  | 'EVENT_REPAIR_SUBMITTED'
  | 'EVENT_REPAIR_INVOICE'
  | 'EVENT_NEW_BIKE_SUBMITTED'
  | 'EVENT_END_COMPLETED'
  | 'EVENT_LESSOR_TOLD'
  | 'EVENT_COMPLETED'

export interface ClaimWords extends Words {
  state: ClaimState
  step: ClaimStep
  guard: ClaimGuard
  effect: ClaimEffect
  capacity: 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER' | 'SYSTEM' | 'STORE_TOKEN'
  action: 'report' | 'send' | 'decide' | 'receive' | 'repair' | 'replace' | 'end' | 'object' | 'cancel'
  awaited: 'EMPLOYEE' | 'STAFF' | 'INSURER' | 'STORE'
  facts: ClaimFacts
  turnFacts: Pick<ClaimFacts, 'isSumOpen' | 'mustTellInsurer'>
}

/** Days within which a denial may be objected to. */
export const OBJECTION_DAYS = 60

export const guards: Process<ClaimWords>['guards'] = {
  BIKE_NOT_DELIVERED: ({ isDelivered }) => isDelivered,
  CLAIM_OPEN: ({ isOpenForEvent }) => !isOpenForEvent,
  PROOF_MISSING: ({ missing }) => missing.length === 0,
  PIECE_NOT_MISSING: ({ isPieceMissing }) => isPieceMissing,
  SUM_MISSING: ({ hasSum }) => hasSum,
  COMPENSATION_COMPLETE: ({ isSumOpen }) => isSumOpen,
  COMPENSATION_RECEIVED: ({ hasReceived }) => !hasReceived,
  NOT_REPAIRABLE: ({ isRepairable }) => isRepairable,
  REPAIR_STORE_MISSING: ({ hasRepairStore }) => hasRepairStore,
  LIMIT_TOO_HIGH: ({ isLimitBelowCover }) => isLimitBelowCover,
  RECEIPT_MISSING: ({ hasReceipt }) => hasReceipt,
  COST_MISSING: ({ hasCost }) => hasCost,
  NOT_LOST: ({ isLost }) => isLost,
  LEASE_NOT_RUNNING: ({ isLeaseRunning }) => isLeaseRunning,
  TAX_WARNING_UNREAD: ({ isTaxWarningRead }) => isTaxWarningRead,
  NEW_BIKE_BILLED: ({ isNewBikeOpen }) => isNewBikeOpen,
  LEASE_NOT_STARTED: ({ hasLease }) => hasLease,
  LEASE_ENDS_OTHERWISE: ({ endsOtherwise }) => !endsOtherwise,
  REDEMPTION_PAID: ({ hasPaidRedemption }) => !hasPaidRedemption,
  REDEMPTION_UNDER_WAY: ({ isRedemptionUnderWay }) => !isRedemptionUnderWay,
  INSURER_KNOWS: ({ mustTellInsurer }) => mustTellInsurer,
  DENIAL_REASON_MISSING: ({ hasDenialReason }) => hasDenialReason,
  OBJECTION_MISSING: ({ hasObjection }) => hasObjection,
  OBJECTION_OVER: ({ deniedDay, today }) => deniedDay !== null && today <= addDays(deniedDay, OBJECTION_DAYS),
}
