import { followAbsencePlans } from '#features/absence-plans/server/jobs.ts'
import { endLeases } from '#features/agreements/server/end-job.ts'
import { takeInBankInbox } from '#features/banking/server/inbox-job.ts'
import { settleOnline } from '#features/banking/server/settlements.ts'
import { settleBankAccounts } from '#features/bike-stores/server/bank-account-job.ts'
import { continueBilling, startMonthlyBilling } from '#features/billing/server/run-job.ts'
import { notifyBonds, removeOldInvitations } from '#features/bonds/server/jobs.ts'
import { followBrokerages } from '#features/brokerage/server/jobs.ts'
import { mergeLeases } from '#features/company-exits/server/merge-job.ts'
import { takeBackLeases } from '#features/company-exits/server/take-back-job.ts'
import { endDeductions } from '#features/deductions/server/end-job.ts'
import { deliverEInvoices } from '#features/e-invoices/server/deliver-job.ts'
import { takeInEInvoiceInbox } from '#features/e-invoices/server/inbox-job.ts'
import { removeAbsenceReasons } from '#features/employees/server/absence-job.ts'
import { settleIdentityChanges } from '#features/identity/server/job.ts'
import { callOffNewBikes } from '#features/insurance-claims/server/ended-job.ts'
import { emptyOldClaims } from '#features/insurance-claims/server/retention-job.ts'
import { applyPaymentChanges } from '#features/lease-changes/server/apply-job.ts'
import { followVatRates } from '#features/lease-changes/server/vat-job.ts'
import { settleLessorAccounts } from '#features/leasing/server/bank-account-job.ts'
import { askStores } from '#features/order-cancellations/server/ask-stores-job.ts'
import { startLeases } from '#features/orders/server/lease-job.ts'
import { nudgeOrders } from '#features/orders/server/nudge-job.ts'
import { askOldAttempts, remindOfInvoices } from '#features/payments/server/jobs.ts'
import { sendRefunds } from '#features/payments/server/refund-job.ts'
import { removeOldApplications } from '#features/people/server/application-retention.ts'
import { shutUnusedAccounts } from '#features/people/server/inactivity.ts'
import { followProposals } from '#features/proposals/server/job.ts'
import { followRedemptions, remindOfEnds } from '#features/redemptions/server/jobs.ts'
import { callForLocks } from '#features/reporting/server/call-job.ts'
import { lockLargeMonths } from '#features/reporting/server/lock-job.ts'
import { followReturns } from '#features/returns/server/jobs.ts'
import { keepEventHeads } from '#platform/server/database/event-heads.ts'
import { housekeeping } from '#platform/server/database/housekeeping.ts'
import type { Job } from '#platform/server/database/jobs.ts'
import { hideLapsedSecrets } from '#platform/server/runtime/lapsed-secrets.ts'
import { makeDocuments } from './documents.ts'

/** Everything that the clock starts. */
export const jobs: readonly Job[] = [
  startLeases,
  applyPaymentChanges,
  followVatRates,
  endLeases,
  callOffNewBikes,
  takeBackLeases,
  mergeLeases,
  followRedemptions,
  remindOfEnds,
  followReturns,
  followBrokerages,
  followAbsencePlans,
  nudgeOrders,
  askStores,
  housekeeping,
  hideLapsedSecrets,
  removeOldApplications,
  removeAbsenceReasons,
  emptyOldClaims,
  shutUnusedAccounts,
  removeOldInvitations,
  notifyBonds,
  takeInBankInbox,
  settleOnline,
  takeInEInvoiceInbox,
  deliverEInvoices,
  askOldAttempts,
  sendRefunds,
  endDeductions,
  remindOfInvoices,
  settleIdentityChanges,
  followProposals,
  settleBankAccounts,
  settleLessorAccounts,
  keepEventHeads,
  startMonthlyBilling,
  continueBilling,
  lockLargeMonths,
  callForLocks,
  makeDocuments,
]
