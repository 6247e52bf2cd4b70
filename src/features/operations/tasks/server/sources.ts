import { contactFormTurnSource } from '#features/ground/contact-forms/server/turn-source.ts'
import { settleClosed } from '#features/ground/notifications/server/notify.ts'
import { messageTurnSource } from '#features/ground/outbox/server/turn-source.ts'
import { proposalTurnSource } from '#features/ground/proposals/server/turn-source.ts'
import { asideTurnSource } from '#features/ground/put-aside/server/turn-source.ts'
import { planTurnSource } from '#features/lease-ends/absence-plans/server/turn-source.ts'
import { brokerageTurnSource } from '#features/lease-ends/brokerage/server/turn-source.ts'
import { exitTurnSource } from '#features/lease-ends/company-exits/server/turn-source.ts'
import { claimTurnSource } from '#features/lease-ends/insurance-claims/server/turn-source.ts'
import { cancellationTurnSource } from '#features/lease-ends/order-cancellations/server/turn-source.ts'
import { redemptionTurnSource } from '#features/lease-ends/redemptions/server/turn-source.ts'
import { returnTurnSource } from '#features/lease-ends/returns/server/turn-source.ts'
import { leaseTurnSource } from '#features/leases/agreements/server/turn-source.ts'
import { differenceTurnSource } from '#features/leases/lessor-files/server/turn-source.ts'
import {
  doubtTurnSource,
  entryTurnSource,
  paymentFileTurnSource,
  repaymentTurnSource,
  statementTurnSource,
} from '#features/money/banking/server/turn-source.ts'
import { referenceRateTurnSource } from '#features/money/bookkeeping/late/server/turn-source.ts'
import { receivedEInvoiceTurnSource, refusedEInvoiceTurnSource } from '#features/money/e-invoices/server/turn-source.ts'
import { invoiceTurnSource, refundTurnSource } from '#features/money/payments/server/turn-source.ts'
import { deductionTurnSource } from '#features/money/payroll-deductions/server/turn-source.ts'
import { jobTurnSource, recordTurnSource } from '#features/operations/maintenance/server/turn-source.ts'
import { rightsTurnSource } from '#features/operations/rights/server/turn-source.ts'
import { orderTurnSource } from '#features/orders/orders/server/turn-source.ts'
import { leaverTurnSource, payrollMonthTurnSource } from '#features/payroll/reporting/server/turn-source.ts'
import { employerTermsTurnSource } from '#features/people/companies/employer-terms/server/turn-source.ts'
import { handsTurnSource } from '#features/people/companies/server/turn-source.ts'
import { applicationTurnSource } from '#features/people/employees/server/turn-source.ts'
import { taxYearTurnSource } from '#features/pricing/tax/server/turn-source.ts'
import type { TurnKeeping } from '#platform/server/turns/refresh.ts'
import type { TurnSource } from '#platform/server/turns/source.ts'

/** Everything that may wait for somebody: the processes by their tables of turns, and what is no process. */
export const turnSources: readonly TurnSource[] = [
  orderTurnSource,
  redemptionTurnSource,
  returnTurnSource,
  brokerageTurnSource,
  claimTurnSource,
  cancellationTurnSource,
  planTurnSource,
  exitTurnSource,
  applicationTurnSource,
  handsTurnSource,
  employerTermsTurnSource,
  payrollMonthTurnSource,
  leaverTurnSource,
  deductionTurnSource,
  invoiceTurnSource,
  refundTurnSource,
  repaymentTurnSource,
  paymentFileTurnSource,
  entryTurnSource,
  doubtTurnSource,
  statementTurnSource,
  asideTurnSource,
  receivedEInvoiceTurnSource,
  refusedEInvoiceTurnSource,
  leaseTurnSource,
  differenceTurnSource,
  taxYearTurnSource,
  referenceRateTurnSource,
  proposalTurnSource,
  contactFormTurnSource,
  rightsTurnSource,
  messageTurnSource,
  jobTurnSource,
  recordTurnSource,
]

/** The tables of which a change may open or end a turn. */
export const touchingTables: readonly string[] = [
  ...new Set(['turns_to_refresh', ...turnSources.flatMap(({ reads }) => reads.map(({ table }) => table))]),
]

export const turnKeeping: TurnKeeping = { sources: turnSources, settle: settleClosed }
