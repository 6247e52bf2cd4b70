import type { Process } from '#platform/process/table.ts'
import type { BrokerageWords, TransferFacts } from './words.ts'

/** Everybody but the signers has said yes. */
export const isApproved = (facts: TransferFacts): boolean =>
  facts.hasTakerAgreed && (facts.hasGiverAgreed || facts.isOneCompany) && facts.hasLessorApproved

export const guards: Process<BrokerageWords>['guards'] = {
  LEASE_NOT_RUNNING: ({ isRunning }) => isRunning,
  POLICY_FORBIDS: ({ isAllowedByPolicy }) => isAllowedByPolicy,
  OTHER_ENDING_OPEN: ({ hasOtherEnding }) => !hasOtherEnding,
  PHOTO_MISSING: ({ photos }) => photos > 0,
  LISTING_OVER: ({ expiresOn, today }) => expiresOn !== null && today <= expiresOn,
  LISTING_STANDS: ({ expiresOn, today, isRunning, hasMonthsLeft }) =>
    !isRunning || !hasMonthsLeft || (expiresOn !== null && expiresOn < today),
  RESERVATION_STANDS: ({ reservedUntil, today }) => reservedUntil !== null && reservedUntil < today,
  OWN_BIKE: ({ isOwnBike }) => !isOwnBike,
  TAKER_NOT_EMPLOYED: ({ isTakerEmployed }) => isTakerEmployed,
  TAKER_HAS_NO_ROOM: ({ hasTakerRoom }) => hasTakerRoom,
  PRICE_ABOVE_TAKER_LIMIT: ({ isWithinTakerLimit }) => isWithinTakerLimit,
  TAKER_LEAVES_BEFORE_END: ({ isTakerThereToTheEnd }) => isTakerThereToTheEnd,
  TAKER_NOT_NAMED: ({ isTakerNamed }) => isTakerNamed,
  OFFER_STANDS: ({ reservedUntil, today, isRunning }) =>
    !isRunning || (reservedUntil !== null && reservedUntil < today),
  ONE_COMPANY: ({ isOneCompany }) => !isOneCompany,
  LESSOR_REFERENCE_MISSING: ({ hasLessorApproved }) => hasLessorApproved,
  APPROVALS_MISSING: (facts) => isApproved(facts),
  PREPARED_ALREADY: ({ isPrepared }) => !isPrepared,
  NOT_PREPARED: ({ isPrepared }) => isPrepared,
  SIGNATURES_MISSING: ({ isPrepared, unsigned }) => isPrepared && unsigned.length === 0,
  TRANSFER_IN_TIME: ({ transferBy, today, isRunning, hasMonthsLeft }) =>
    !isRunning || !hasMonthsLeft || (transferBy !== null && transferBy < today),
  LEASE_ENDS_FIRST: ({ hasMonthsLeft }) => hasMonthsLeft,
  BUYER_MISSING: ({ hasBuyer }) => hasBuyer,
  BUYER_IN_SERVICE: ({ isBuyerCustomer }) => !isBuyerCustomer,
  BUYER_AGREEMENT_MISSING: ({ hasBuyerAgreed }) => hasBuyerAgreed,
  GIVER_NOT_AGREED: ({ hasGiverAgreed }) => hasGiverAgreed,
  GIVER_AGREED_ALREADY: ({ hasGiverAgreed }) => !hasGiverAgreed,
  TAKER_AGREED_ALREADY: ({ hasTakerAgreed }) => !hasTakerAgreed,
  NOT_PAID: ({ isPaid }) => isPaid,
  PAID_ALREADY: ({ isPaid }) => !isPaid,
  TIME_TO_PAY_LEFT: ({ isPaymentLate }) => isPaymentLate,
}
