import { settleIdentityChanges } from '#features/ground/identity-changes/server/job.ts'
import { followProposals } from '#features/ground/proposals/server/job.ts'
import { followAbsencePlans } from '#features/lease-ends/absence-plans/server/jobs.ts'
import { followBrokerages } from '#features/lease-ends/brokerage/server/jobs.ts'
import { mergeLeases } from '#features/lease-ends/company-exits/server/merge-job.ts'
import { takeBackLeases } from '#features/lease-ends/company-exits/server/take-back-job.ts'
import { callOffNewBikes } from '#features/lease-ends/insurance-claims/server/ended-job.ts'
import { emptyOldClaims } from '#features/lease-ends/insurance-claims/server/retention-job.ts'
import { askStores } from '#features/lease-ends/order-cancellations/server/ask-stores-job.ts'
import { followRedemptions, remindOfEnds } from '#features/lease-ends/redemptions/server/jobs.ts'
import { followReturns } from '#features/lease-ends/returns/server/jobs.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { applyPaymentChanges } from '#features/leases/lease-changes/server/apply-job.ts'
import { followVatRates } from '#features/leases/lease-changes/server/vat-job.ts'
import { settleOnline } from '#features/money/banking/server/matching/settlements.ts'
import { takeInBankInbox } from '#features/money/banking/server/statements/inbox-job.ts'
import { continueBilling, startMonthlyBilling } from '#features/money/billing/server/run-job.ts'
import { keepLeaseAssets } from '#features/money/bookkeeping/assets/server/keep-assets.ts'
import { numberVouchers } from '#features/money/bookkeeping/server/numbering.ts'
import { deliverEInvoices } from '#features/money/e-invoices/server/deliver-job.ts'
import { takeInEInvoiceInbox } from '#features/money/e-invoices/server/inbox-job.ts'
import { postSuppliesOfDay } from '#features/money/invoices/ledger/server/supplies.ts'
import { askOldAttempts, remindOfInvoices } from '#features/money/payments/server/jobs.ts'
import { sendRefunds } from '#features/money/payments/server/refund-job.ts'
import { endDeductions } from '#features/money/payroll-deductions/server/end-job.ts'
import { removeOldApplications } from '#features/operations/accounts/server/application-retention.ts'
import { shutUnusedAccounts } from '#features/operations/accounts/server/inactivity.ts'
import { removeOldCopies } from '#features/operations/personal-data/server/job.ts'
import { eraseConfirmed, replayErasures } from '#features/operations/rights/server/jobs.ts'
import { retainByClass } from '#features/operations/rights/server/retain-job.ts'
import { nudgeTurns } from '#features/operations/tasks/server/nudge-job.ts'
import { tellOnPayrollDay } from '#features/operations/tasks/server/payroll-day-job.ts'
import { refreshOpenTurns } from '#features/operations/tasks/server/refresh-job.ts'
import { startLeases } from '#features/orders/orders/server/lease-job.ts'
import { callForLocks } from '#features/payroll/reporting/server/call-job.ts'
import { lockLargeMonths } from '#features/payroll/reporting/server/lock-job.ts'
import { removeAbsenceReasons } from '#features/people/employees/server/absence-job.ts'
import { notifyBonds, removeOldInvitations } from '#features/people/memberships/server/jobs.ts'
import { settleBankAccounts } from '#features/pricing/bike-stores/server/bank-account-job.ts'
import { settleLessorAccounts } from '#features/pricing/leasing/server/bank-account-job.ts'
import { keepEventHeads } from '#platform/server/events/event-heads.ts'
import { housekeeping } from '#platform/server/jobs/housekeeping.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { makeRecordRoots } from '#platform/server/record/record-roots.ts'
import { stampRecordRoots } from '#platform/server/record/time-stamps.ts'
import { hideLapsedSecrets } from '#platform/server/runtime/lapsed-secrets.ts'
import { makeDocuments } from './documents.ts'
import { followEarlierRelease } from './earlier-rows.ts'

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
  nudgeTurns,
  askStores,
  refreshOpenTurns,
  housekeeping,
  hideLapsedSecrets,
  removeOldApplications,
  removeAbsenceReasons,
  emptyOldClaims,
  shutUnusedAccounts,
  removeOldInvitations,
  removeOldCopies,
  eraseConfirmed,
  retainByClass,
  replayErasures,
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
  followEarlierRelease,
  keepEventHeads,
  makeRecordRoots,
  stampRecordRoots,
  startMonthlyBilling,
  continueBilling,
  numberVouchers,
  postSuppliesOfDay,
  keepLeaseAssets,
  lockLargeMonths,
  callForLocks,
  tellOnPayrollDay,
  makeDocuments,
]
