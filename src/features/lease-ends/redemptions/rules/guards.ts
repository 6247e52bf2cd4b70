import type { Process } from '#platform/process/table.ts'
import { addDays } from '#platform/values/days.ts'
import type { RedemptionWords } from './words.ts'

/** Days within which a consumer may withdraw from a sale at a distance. */
export const WITHDRAWAL_DAYS = 14

export const guards: Process<RedemptionWords>['guards'] = {
  LEASE_NOT_REDEEMABLE: (facts) => facts.isRedeemable,
  NOT_LEAVING: (facts) => facts.isLeaver,
  MONTH_NOT_POSSIBLE: (facts) => facts.isPossibleMonth,
  PRICE_MISSING: (facts) => facts.hasPrice,
  OFFER_LAPSED: ({ offerValidUntil, today }) => offerValidUntil !== null && today <= offerValidUntil,
  OFFER_STANDS: ({ offerValidUntil, today }) => offerValidUntil === null || offerValidUntil < today,
  METHOD_MISSING: ({ method }) => method !== null,
  EMPLOYER_DOES_NOT_PAY: ({ method, buyer }) => buyer === 'EMPLOYER' || method === 'BATCH' || method === 'PAYROLL',
  TIME_TO_CHOOSE_LEFT: ({ isChoiceOver }) => isChoiceOver,
  EMPLOYER_DOES_NOT_BUY: ({ buyer, employerBuysUnchosen }) => buyer === 'EMPLOYER' && employerBuysUnchosen,
  PERSON_DOES_NOT_PAY: ({ buyer }) => buyer === 'EMPLOYEE',
  INFORMATION_NOT_READ: ({ isInformed }) => isInformed,
  DUE_TOO_NEAR: ({ hasTimeToPay }) => hasTimeToPay,
  NO_PAY_LEFT: ({ method, payrollMonths }) => method !== 'PAYROLL' || payrollMonths.wanted <= payrollMonths.left,
  NO_REST: ({ restCents }) => restCents > 0,
  NOT_PAID: ({ isPaid }) => isPaid,
  TIME_TO_PAY_LEFT: ({ isLapsed }) => isLapsed,
  LESSOR_HAS_NO_ADDRESS: ({ isOperators, canMailLessor }) => isOperators || canMailLessor,
  LEASE_RUNS: ({ leaseEnded }) => leaseEnded,
  LESSOR_INVOICE_MISSING: ({ isOperators, hasLessorInvoice }) => isOperators || hasLessorInvoice,
  LESSOR_INVOICE_THERE: ({ isOperators, hasLessorInvoice }) => !isOperators && !hasLessorInvoice,
  CLAIM_OPEN: ({ hasOpenClaim }) => !hasOpenClaim,
  LEASE_REDEEMED: ({ isLeaseRedeemed }) => !isLeaseRedeemed,
  LESSOR_HAS_BILLED: ({ isLessorBillInForce }) => !isLessorBillInForce,
  BIKE_IS_BACK: ({ bikeIsBack }) => !bikeIsBack,
  // What nobody has chosen for in time the employer's policy makes it buy; neither side calls that off.
  EMPLOYER_OWES: ({ buyer, isChoiceOver, isAccepted }) => !(buyer === 'EMPLOYER' && isChoiceOver && isAccepted),
  WITHDRAWAL_OVER: ({ doneDay, today }) => doneDay !== null && today <= addDays(doneDay, WITHDRAWAL_DAYS),
}
