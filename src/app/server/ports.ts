import { provideProposalKinds } from '#features/ground/proposals/server/kinds.ts'
import { provideTurnPlaces } from '#features/ground/reminders/server/escalate.ts'
import { provideReminders } from '#features/ground/reminders/server/remind.ts'
import { followPayment } from '#features/lease-ends/brokerage/server/follow-payment.ts'
import { paidSales } from '#features/lease-ends/brokerage/server/follow-sale.ts'
import { companyExitKind } from '#features/lease-ends/company-exits/server/exit-proposal.ts'
import { completeReplacement } from '#features/lease-ends/insurance-claims/server/replaced.ts'
import { paidRedemptions } from '#features/lease-ends/redemptions/server/follow.ts'
import { setLeasePeriod, startLease, voidAgreement } from '#features/leases/agreements/server/agreements.ts'
import { openOrderAgreement } from '#features/leases/agreements/server/order-agreement.ts'
import { provideLeaseChangePorts } from '#features/leases/lease-changes/server/ports.ts'
import { unfollowRates } from '#features/leases/lease-changes/server/unfollow.ts'
import { bankFileKind } from '#features/money/banking/server/paying/bank-file-proposal.ts'
import { dropQueued } from '#features/money/banking/server/paying/drop-queued.ts'
import { countTouched } from '#features/money/billing/server/vat-effects.ts'
import { referenceRateKind } from '#features/money/bookkeeping/late/server/rates.ts'
import { periodOpeningKind } from '#features/money/bookkeeping/server/open-again.ts'
import { billLessorAgain } from '#features/money/invoices/ledger/server/bill-again.ts'
import { sendInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { draftLessorInvoice } from '#features/money/invoices/ledger/server/lessor-invoice.ts'
import { provideLedgerPorts } from '#features/money/invoices/ledger/server/ports.ts'
import { invoiceAccountKind } from '#features/money/invoices/server/account.ts'
import { startPurchaseOrder, voidPurchaseOrder } from '#features/money/invoices/server/purchase-order.ts'
import { billExcess } from '#features/money/payments/server/bill-excess.ts'
import { paidPlans } from '#features/money/payroll-deductions/server/end.ts'
import { erasureKind } from '#features/operations/rights/server/erasure-proposal.ts'
import { rolePermissionKind } from '#features/operations/roles/server/permission-proposal.ts'
import { processReminders } from '#features/operations/tasks/server/reminders.ts'
import { placeOfTurn } from '#features/operations/tasks/server/turn-place.ts'
import { provideOrderPorts } from '#features/orders/orders/server/moves/ports.ts'
import { paidExcess } from '#features/orders/orders/server/price/paid-excess.ts'
import { taxConfirmationKind } from '#features/pricing/tax/server/confirmation-proposal.ts'
import { taxTableKind } from '#features/pricing/tax/server/table-proposal.ts'
import { provideVatPorts } from '#features/pricing/vat/server/ports.ts'

/** Hands to each feature what features after it do at its word; nothing before it may know them. */
export function providePorts(): void {
  provideLeaseChangePorts({ paymentChanged: followPayment })
  provideLedgerPorts({ paidFollowers: [paidRedemptions, paidSales, paidPlans, paidExcess], dropQueued })
  provideVatPorts({ ratesChanged: unfollowRates, countTouched })

  provideOrderPorts({
    openAgreement: openOrderAgreement,
    voidAgreement,
    setLeasePeriod,
    startLease,
    draftLessorInvoice,
    sendInvoice,
    billLessorAgain,
    billExcess,
    replaceBike: completeReplacement,
    startPurchaseOrder,
    voidPurchaseOrder,
  })

  provideReminders(processReminders)
  provideTurnPlaces(placeOfTurn)
  provideProposalKinds([
    rolePermissionKind,
    companyExitKind,
    bankFileKind,
    invoiceAccountKind,
    taxTableKind,
    taxConfirmationKind,
    periodOpeningKind,
    referenceRateKind,
    erasureKind,
  ])
}
