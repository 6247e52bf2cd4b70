import { absencePlans } from '#features/absence-plans/contract.ts'
import { absencePlanHandlers } from '#features/absence-plans/server/handlers.ts'
import { agreements } from '#features/agreements/contract.ts'
import { setLeasePeriod, startLease, voidAgreement } from '#features/agreements/server/agreements.ts'
import { agreementHandlers } from '#features/agreements/server/handlers.ts'
import { openOrderAgreement } from '#features/agreements/server/order-agreement.ts'
import { signing } from '#features/agreements/signing/contract.ts'
import { signingHandlers } from '#features/agreements/signing/server/handlers.ts'
import { banking } from '#features/banking/contract.ts'
import { bankFileKind } from '#features/banking/server/bank-file-proposal.ts'
import { dropQueued } from '#features/banking/server/drop-queued.ts'
import { bankingHandlers } from '#features/banking/server/handlers.ts'
import { bikeStores } from '#features/bike-stores/contract.ts'
import { bikeStoresHandlers } from '#features/bike-stores/server/handlers.ts'
import { billing } from '#features/billing/contract.ts'
import { billingHandlers } from '#features/billing/server/handlers.ts'
import { bonds } from '#features/bonds/contract.ts'
import { bondsHandlers } from '#features/bonds/server/handlers.ts'
import { brokerage } from '#features/brokerage/contract.ts'
import { followPayment } from '#features/brokerage/server/follow-payment.ts'
import { paidSales } from '#features/brokerage/server/follow-sale.ts'
import { brokerageHandlers } from '#features/brokerage/server/handlers.ts'
import { calculator } from '#features/calculator/contract.ts'
import { calculatorHandlers } from '#features/calculator/server/handlers.ts'
import { companies } from '#features/companies/contract.ts'
import { companyGroups } from '#features/companies/groups/contract.ts'
import { companyGroupsHandlers } from '#features/companies/groups/server/handlers.ts'
import { registerLinks } from '#features/companies/links/contract.ts'
import { registerLinksHandlers } from '#features/companies/links/server/handlers.ts'
import { companiesHandlers } from '#features/companies/server/handlers.ts'
import { companyUnits } from '#features/companies/units/contract.ts'
import { companyUnitsHandlers } from '#features/companies/units/server/handlers.ts'
import { companyExits } from '#features/company-exits/contract.ts'
import { companyExitKind } from '#features/company-exits/server/exit-proposal.ts'
import { companyExitHandlers } from '#features/company-exits/server/handlers.ts'
import { contactForms } from '#features/contact-forms/contract.ts'
import { contactFormsHandlers } from '#features/contact-forms/server/handlers.ts'
import { deductions } from '#features/deductions/contract.ts'
import { paidPlans } from '#features/deductions/server/end.ts'
import { deductionsHandlers } from '#features/deductions/server/handlers.ts'
import { demo } from '#features/demo/contract.ts'
import { demoHandlers } from '#features/demo/server/handlers.ts'
import { eInvoices } from '#features/e-invoices/contract.ts'
import { eInvoicesHandlers } from '#features/e-invoices/server/handlers.ts'
import { invoiceXmlHandlers } from '#features/e-invoices/server/invoice-xml.ts'
import { employees } from '#features/employees/contract.ts'
import { employeesHandlers } from '#features/employees/server/handlers.ts'
import { eventLog } from '#features/event-log/contract.ts'
import { eventLogHandlers } from '#features/event-log/server/handlers.ts'
import { health } from '#features/health/contract.ts'
import { healthHandlers } from '#features/health/server/handlers.ts'
import { identity } from '#features/identity/contract.ts'
import { proofs } from '#features/identity/proof-contract.ts'
import { identityHandlers } from '#features/identity/server/handlers.ts'
import { proofHandlers } from '#features/identity/server/proof-handlers.ts'
import { insuranceClaims } from '#features/insurance-claims/contract.ts'
import { insuranceClaimHandlers } from '#features/insurance-claims/server/handlers.ts'
import { completeReplacement } from '#features/insurance-claims/server/replaced.ts'
import { invoices } from '#features/invoices/contract.ts'
import { billLessorAgain } from '#features/invoices/ledger/server/bill-again.ts'
import { sendInvoice } from '#features/invoices/ledger/server/deliver.ts'
import { draftLessorInvoice } from '#features/invoices/ledger/server/lessor-invoice.ts'
import { provideLedgerPorts } from '#features/invoices/ledger/server/ports.ts'
import { invoiceAccountKind } from '#features/invoices/server/account.ts'
import { billingSettingsHandlers } from '#features/invoices/server/billing-settings.ts'
import { invoiceHandlers } from '#features/invoices/server/handlers.ts'
import { startPurchaseOrder, voidPurchaseOrder } from '#features/invoices/server/purchase-order.ts'
import { billingSettings } from '#features/invoices/settings-contract.ts'
import { invoiceXml } from '#features/invoices/xml-contract.ts'
import { join } from '#features/join/contract.ts'
import { joinHandlers } from '#features/join/server/handlers.ts'
import { leaseChanges } from '#features/lease-changes/contract.ts'
import { leaseChangesHandlers } from '#features/lease-changes/server/handlers.ts'
import { provideLeaseChangePorts } from '#features/lease-changes/server/ports.ts'
import { unfollowRates } from '#features/lease-changes/server/unfollow.ts'
import { leasing } from '#features/leasing/contract.ts'
import { fairValues } from '#features/leasing/fair-value-contract.ts'
import { fairValueHandlers } from '#features/leasing/server/fair-values.ts'
import { leasingHandlers } from '#features/leasing/server/handlers.ts'
import { lessorFiles } from '#features/lessor-files/contract.ts'
import { lessorFileHandlers } from '#features/lessor-files/server/handlers.ts'
import { lifeEventCalls } from '#features/life-events/contract.ts'
import { lifeEventHandlers } from '#features/life-events/server/handlers.ts'
import { maintenance } from '#features/maintenance/contract.ts'
import { maintenanceHandlers } from '#features/maintenance/server/handlers.ts'
import { notifications } from '#features/notifications/contract.ts'
import { notificationsHandlers } from '#features/notifications/server/handlers.ts'
import { orderCancellations } from '#features/order-cancellations/contract.ts'
import { orderCancellationHandlers } from '#features/order-cancellations/server/handlers.ts'
import { orders } from '#features/orders/contract.ts'
import { legacyOrders } from '#features/orders/legacy-contract.ts'
import { orderLinks } from '#features/orders/link-contract.ts'
import { nudgeSettings } from '#features/orders/nudge-contract.ts'
import { orderHandlers } from '#features/orders/server/handlers.ts'
import { legacyOrdersHandlers } from '#features/orders/server/legacy-import.ts'
import { nudgeSettingsHandlers } from '#features/orders/server/nudge-settings.ts'
import { paidExcess } from '#features/orders/server/paid-excess.ts'
import { provideOrderPorts } from '#features/orders/server/ports.ts'
import { orderLinkHandlers } from '#features/orders/server/token-handlers.ts'
import { outbox } from '#features/outbox/contract.ts'
import { outboxHandlers } from '#features/outbox/server/handlers.ts'
import { payments } from '#features/payments/contract.ts'
import { billExcess } from '#features/payments/server/bill-excess.ts'
import { paymentHandlers } from '#features/payments/server/handlers.ts'
import { people } from '#features/people/contract.ts'
import { peopleHandlers } from '#features/people/server/handlers.ts'
import { proposals } from '#features/proposals/contract.ts'
import { proposalHandlers } from '#features/proposals/server/handlers.ts'
import { provideProposalKinds } from '#features/proposals/server/kinds.ts'
import { redemptionPayments, redemptions } from '#features/redemptions/contract.ts'
import { paidRedemptions } from '#features/redemptions/server/follow.ts'
import { redemptionHandlers } from '#features/redemptions/server/handlers.ts'
import { redemptionPaymentHandlers } from '#features/redemptions/server/payment-handlers.ts'
import { reporting } from '#features/reporting/contract.ts'
import { reportingHandlers } from '#features/reporting/server/handlers.ts'
import { returns } from '#features/returns/contract.ts'
import { returnHandlers } from '#features/returns/server/handlers.ts'
import { roles } from '#features/roles/contract.ts'
import { rolesHandlers } from '#features/roles/server/handlers.ts'
import { rolePermissionKind } from '#features/roles/server/permission-proposal.ts'
import { sessions } from '#features/sessions/contract.ts'
import { ownSignIn } from '#features/sessions/own-sign-in-contract.ts'
import { sessionsHandlers } from '#features/sessions/server/handlers.ts'
import { ownSignInHandlers } from '#features/sessions/server/own-sign-in-handlers.ts'
import { stepUp } from '#features/sessions/step-up/contract.ts'
import { stepUpHandlers } from '#features/sessions/step-up/server/handlers.ts'
import { tasks } from '#features/tasks/contract.ts'
import { tasksHandlers } from '#features/tasks/server/handlers.ts'
import { provinceTaxTable, stateIncomeTaxTable, taxpayerDeductionsTable, taxTable } from '#features/tax/contract.ts'
import { taxConfirmationKind } from '#features/tax/server/confirmation-proposal.ts'
import {
  provinceTaxTableHandlers,
  stateIncomeTaxTableHandlers,
  taxpayerDeductionsTableHandlers,
  taxTableHandlers,
} from '#features/tax/server/handlers.ts'
import { taxTableKind } from '#features/tax/server/table-proposal.ts'
import { taxYearsHandlers } from '#features/tax/server/years.ts'
import { taxYears } from '#features/tax/years-contract.ts'
import { terms } from '#features/terms/contract.ts'
import { termsHandlers } from '#features/terms/server/handlers.ts'
import { vat } from '#features/vat/contract.ts'
import { vatHandlers } from '#features/vat/server/handlers.ts'
import { provideVatPorts } from '#features/vat/server/ports.ts'
import type { Contract } from '#platform/contract/contract.ts'
import type { Handlers } from '#platform/server/http/context.ts'

export interface MountedFeature {
  readonly name: string
  readonly contract: Contract
  readonly handlers: Handlers<Contract>
}

function feature<C extends Contract>(name: string, contract: C, handlers: Handlers<C>): MountedFeature {
  return { name, contract, handlers: handlers as unknown as Handlers<Contract> }
}

provideLeaseChangePorts({ paymentChanged: followPayment })
provideLedgerPorts({ paidFollowers: [paidRedemptions, paidSales, paidPlans, paidExcess], dropQueued })
provideVatPorts({ ratesChanged: unfollowRates })

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

provideProposalKinds([
  rolePermissionKind,
  companyExitKind,
  bankFileKind,
  invoiceAccountKind,
  taxTableKind,
  taxConfirmationKind,
])

/** Every feature that answers calls; the API document, the server and the whole-app tests read this one list. */
export const features: readonly MountedFeature[] = [
  feature('health', health, healthHandlers),
  feature('demo', demo, demoHandlers),
  feature('sessions', sessions, sessionsHandlers),
  feature('own-sign-in', ownSignIn, ownSignInHandlers),
  feature('step-up', stepUp, stepUpHandlers),
  feature('people', people, peopleHandlers),
  feature('roles', roles, rolesHandlers),
  feature('proposals', proposals, proposalHandlers),
  feature('bonds', bonds, bondsHandlers),
  feature('identity', identity, identityHandlers),
  feature('proofs', proofs, proofHandlers),
  feature('vat', vat, vatHandlers),
  feature('terms', terms, termsHandlers),
  feature('leasing', leasing, leasingHandlers),
  feature('lessor files', lessorFiles, lessorFileHandlers),
  feature('fair values', fairValues, fairValueHandlers),
  feature('companies', companies, companiesHandlers),
  feature('company-groups', companyGroups, companyGroupsHandlers),
  feature('company-units', companyUnits, companyUnitsHandlers),
  feature('register-links', registerLinks, registerLinksHandlers),
  feature('bike-stores', bikeStores, bikeStoresHandlers),
  feature('orders', orders, orderHandlers),
  feature('order links', orderLinks, orderLinkHandlers),
  feature('legacy-orders', legacyOrders, legacyOrdersHandlers),
  feature('agreements', agreements, agreementHandlers),
  feature('lease-changes', leaseChanges, leaseChangesHandlers),
  feature('signing', signing, signingHandlers),
  feature('invoices', invoices, invoiceHandlers),
  feature('order-cancellations', orderCancellations, orderCancellationHandlers),
  feature('banking', banking, bankingHandlers),
  feature('e-invoices', eInvoices, eInvoicesHandlers),
  feature('invoice-xml', invoiceXml, invoiceXmlHandlers),
  feature('payments', payments, paymentHandlers),
  feature('deductions', deductions, deductionsHandlers),
  feature('billing', billing, billingHandlers),
  feature('nudge settings', nudgeSettings, nudgeSettingsHandlers),
  feature('billing settings', billingSettings, billingSettingsHandlers),
  feature('redemptions', redemptions, redemptionHandlers),
  feature('insurance-claims', insuranceClaims, insuranceClaimHandlers),
  feature('returns', returns, returnHandlers),
  feature('brokerage', brokerage, brokerageHandlers),
  feature('company exits', companyExits, companyExitHandlers),
  feature('absence plans', absencePlans, absencePlanHandlers),
  feature('life events', lifeEventCalls, lifeEventHandlers),
  feature('redemption-payments', redemptionPayments, redemptionPaymentHandlers),
  feature('employees', employees, employeesHandlers),
  feature('join', join, joinHandlers),
  feature('notifications', notifications, notificationsHandlers),
  feature('contact-forms', contactForms, contactFormsHandlers),
  feature('province-tax-table', provinceTaxTable, provinceTaxTableHandlers),
  feature('tax-table', taxTable, taxTableHandlers),
  feature('state-income-tax-table', stateIncomeTaxTable, stateIncomeTaxTableHandlers),
  feature('taxpayer-deductions-table', taxpayerDeductionsTable, taxpayerDeductionsTableHandlers),
  feature('tax-years', taxYears, taxYearsHandlers),
  feature('calculator', calculator, calculatorHandlers),
  feature('reporting', reporting, reportingHandlers),
  feature('event-log', eventLog, eventLogHandlers),
  feature('maintenance', maintenance, maintenanceHandlers),
  feature('tasks', tasks, tasksHandlers),
  feature('outbox', outbox, outboxHandlers),
]
