import type { Words } from '#platform/process/table.ts'
import type { Day } from '#platform/values/days.ts'
import type { ReturnAsker, ReturnPayer, ReturnReason, ReturnState } from '../rules.ts'

export interface ReturnFacts {
  readonly today: Day
  readonly isRunning: boolean
  /** The lease has ended and the bicycle is still with the person, or with the employer that keeps it. */
  readonly isTermOver: boolean
  /** The agreement's price list has a price for it. */
  readonly isPriced: boolean
  readonly isAllowedByPolicy: boolean
  readonly isPossibleMonth: boolean
  /** The person leaves, or is said to be laid off. */
  readonly isLeaver: boolean
  /** A lay-off that both sides have confirmed is not over. */
  readonly isLaidOff: boolean
  readonly reason: ReturnReason
  readonly payer: ReturnPayer | null
  readonly askedBy: ReturnAsker
  /** The employer keeps the bicycle and has it: what is broken is the employer's. */
  readonly isFromEmployer: boolean
  /** The company leaves or is bankrupt: staff answer for it. */
  readonly companyLeaves: boolean
  readonly photos: number
  readonly storeHasEmail: boolean
  /** The command brings the store that takes the bicycle. */
  readonly hasNewStore: boolean
  readonly leaseEnded: boolean
  /** The return is set for the term's own last month. */
  readonly isLastMonth: boolean
  /** The month at whose end it was to end is over. */
  readonly isLate: boolean
  readonly hasDamage: boolean
  /** The person is to pay a part of the fee for a reason that somebody else has named. */
  readonly isFeeOnOthersWord: boolean
  readonly objectionUntil: Day | null
  /** The last day of the month that it is to end with. */
  readonly bringBy: Day
  readonly isObjected: boolean
  readonly isAnswered: boolean
}

export type ReturnStep =
  | 'request'
  | 'requestAfterTerm'
  | 'takeBack'
  | 'approve'
  | 'refuse'
  | 'chooseStore'
  | 'receive'
  | 'postpone'
  | 'inspect'
  | 'object'
  | 'answerObjection'
  | 'complete'
  | 'cancel'
  | 'lapse'

export type ReturnGuard =
  | 'LEASE_NOT_RUNNING'
  | 'LEASE_RUNS'
  | 'TERM_NOT_OVER'
  | 'NOT_PRICED'
  | 'POLICY_FORBIDS'
  | 'MONTH_NOT_POSSIBLE'
  | 'NOT_LEAVING'
  | 'LAY_OFF_NOT_AGREED'
  | 'PAYER_MISSING'
  | 'PAYER_AGAINST_PRICE_LIST'
  | 'EMPLOYER_ANSWERS'
  | 'PHOTO_MISSING'
  | 'STORE_MISSING'
  | 'IN_TIME'
  | 'TERM_LASTS'
  | 'TERM_ENDS'
  | 'NOTHING_TO_OBJECT_TO'
  | 'OBJECTED_ALREADY'
  | 'OBJECTION_OVER'
  | 'NO_OBJECTION'
  | 'OBJECTION_OPEN'
  | 'TIME_TO_OBJECT_LEFT'
  | 'NOT_YOUR_REQUEST'
  | 'EMPLOYER_HAS_BIKE'
  | 'PERSON_HAS_BIKE'

export type ReturnEffect =
  | 'SET_END'
  | 'NEXT_MONTH'
  | 'MARK_READY'
  | 'CLEAR_END'
  | 'CLOSE'
  | 'MAIL_STORE'
  | 'TELL_STORE'
  | 'BIKE_IN'
  | 'KEEP_DAMAGES'
  | 'BILL'
  | 'BIKE_GONE'
  | 'TELL_PERSON'
  | 'TELL_BRINGER'
  | 'TELL_EMPLOYER'
  | 'TELL_NEW_PAYER'

export interface ReturnWords extends Words {
  state: ReturnState
  step: ReturnStep
  guard: ReturnGuard
  effect: ReturnEffect
  capacity: 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER' | 'SYSTEM' | 'STORE_TOKEN'
  action: 'request' | 'approve' | 'receive' | 'inspect' | 'object' | 'complete' | 'cancel'
  awaited: 'EMPLOYEE' | 'EMPLOYER' | 'STAFF' | 'STORE'
  facts: ReturnFacts
  turnFacts: Pick<
    ReturnFacts,
    | 'objectionUntil'
    | 'bringBy'
    | 'hasDamage'
    | 'isFeeOnOthersWord'
    | 'isObjected'
    | 'isAnswered'
    | 'isFromEmployer'
    | 'storeHasEmail'
    | 'leaseEnded'
    | 'companyLeaves'
  >
}
