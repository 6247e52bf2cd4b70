import type { Process } from '#platform/process/table.ts'
import { mayPay } from './terms.ts'
import type { ReturnFacts, ReturnWords } from './words.ts'

/** Whether there is something that the person may object to: damage, or a fee on the word of others. */
const hasMatter = ({ hasDamage, isFeeOnOthersWord }: ReturnFacts) => hasDamage || isFeeOnOthersWord

/** Whether the person can object no more: there is nothing to object to, it is answered, or the days are over. */
export const isPastObjecting = (facts: ReturnFacts): boolean =>
  !hasMatter(facts) || facts.isAnswered || (facts.objectionUntil !== null && facts.objectionUntil < facts.today)

export const guards: Process<ReturnWords>['guards'] = {
  LEASE_NOT_RUNNING: ({ isRunning }) => isRunning,
  LEASE_RUNS: ({ leaseEnded }) => leaseEnded,
  TERM_NOT_OVER: ({ isTermOver }) => isTermOver,
  NOT_PRICED: ({ isPriced }) => isPriced,
  POLICY_FORBIDS: ({ isAllowedByPolicy }) => isAllowedByPolicy,
  MONTH_NOT_POSSIBLE: ({ isPossibleMonth }) => isPossibleMonth,
  NOT_LEAVING: ({ isLeaver }) => isLeaver,
  // The person's own word of a lay-off needs no other.
  LAY_OFF_NOT_AGREED: ({ reason, isLaidOff, askedBy }) => reason !== 'LAID_OFF' || isLaidOff || askedBy === 'EMPLOYEE',
  PAYER_MISSING: ({ payer }) => payer !== null,
  PAYER_AGAINST_PRICE_LIST: ({ payer, reason, askedBy, isFromEmployer }) =>
    payer === null || mayPay(payer, reason, askedBy, isFromEmployer),
  EMPLOYER_ANSWERS: ({ companyLeaves }) => companyLeaves,
  PHOTO_MISSING: ({ photos }) => photos > 0,
  STORE_MISSING: ({ hasNewStore }) => hasNewStore,
  IN_TIME: ({ isLate }) => isLate,
  TERM_ENDS: ({ isLastMonth }) => !isLastMonth,
  TERM_LASTS: ({ isLastMonth }) => isLastMonth,
  NOTHING_TO_OBJECT_TO: hasMatter,
  OBJECTED_ALREADY: ({ isObjected }) => !isObjected,
  OBJECTION_OVER: ({ objectionUntil, today }) => objectionUntil !== null && today <= objectionUntil,
  NO_OBJECTION: ({ isObjected, isAnswered }) => isObjected && !isAnswered,
  OBJECTION_OPEN: ({ isObjected, isAnswered }) => !isObjected || isAnswered,
  TIME_TO_OBJECT_LEFT: isPastObjecting,
  NOT_YOUR_REQUEST: ({ askedBy }) => askedBy === 'EMPLOYEE',
  EMPLOYER_HAS_BIKE: ({ isFromEmployer }) => !isFromEmployer,
  PERSON_HAS_BIKE: ({ isFromEmployer }) => isFromEmployer,
}
