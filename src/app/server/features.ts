import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { contactFormsHandlers } from '#features/ground/contact-forms/server/handlers.ts'
import { health } from '#features/ground/health/contract.ts'
import { healthHandlers } from '#features/ground/health/server/handlers.ts'
import { identityChanges } from '#features/ground/identity-changes/contract.ts'
import { proofs } from '#features/ground/identity-changes/proof-contract.ts'
import { identityChangesHandlers } from '#features/ground/identity-changes/server/handlers.ts'
import { proofHandlers } from '#features/ground/identity-changes/server/proof-handlers.ts'
import { notifications } from '#features/ground/notifications/contract.ts'
import { notificationsHandlers } from '#features/ground/notifications/server/handlers.ts'
import { outbox } from '#features/ground/outbox/contract.ts'
import { outboxHandlers } from '#features/ground/outbox/server/handlers.ts'
import { proposals } from '#features/ground/proposals/contract.ts'
import { proposalHandlers } from '#features/ground/proposals/server/handlers.ts'
import { provideProposalKinds } from '#features/ground/proposals/server/kinds.ts'
import { reminders } from '#features/ground/reminders/contract.ts'
import { provideTurnPlaces } from '#features/ground/reminders/server/escalate.ts'
import { remindersHandlers } from '#features/ground/reminders/server/handlers.ts'
import { provideReminders } from '#features/ground/reminders/server/remind.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { ownSignIn } from '#features/ground/sessions/own-sign-in-contract.ts'
import { sessionsHandlers } from '#features/ground/sessions/server/handlers.ts'
import { ownSignInHandlers } from '#features/ground/sessions/server/own-sign-in-handlers.ts'
import { stepUp } from '#features/ground/sessions/step-up/contract.ts'
import { stepUpHandlers } from '#features/ground/sessions/step-up/server/handlers.ts'
import { terms } from '#features/ground/terms/contract.ts'
import { termsHandlers } from '#features/ground/terms/server/handlers.ts'
import { lessorHome } from '#features/homes/lessor/contract.ts'
import { lessorHomeHandlers } from '#features/homes/lessor/server/handlers.ts'
import { storeHome } from '#features/homes/store/contract.ts'
import { storeHomeHandlers } from '#features/homes/store/server/handlers.ts'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { absencePlanHandlers } from '#features/lease-ends/absence-plans/server/handlers.ts'
import { brokerage } from '#features/lease-ends/brokerage/contract.ts'
import { followPayment } from '#features/lease-ends/brokerage/server/follow-payment.ts'
import { paidSales } from '#features/lease-ends/brokerage/server/follow-sale.ts'
import { brokerageHandlers } from '#features/lease-ends/brokerage/server/handlers.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { companyExitKind } from '#features/lease-ends/company-exits/server/exit-proposal.ts'
import { companyExitHandlers } from '#features/lease-ends/company-exits/server/handlers.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { insuranceClaimHandlers } from '#features/lease-ends/insurance-claims/server/handlers.ts'
import { completeReplacement } from '#features/lease-ends/insurance-claims/server/replaced.ts'
import { lifeEventCalls } from '#features/lease-ends/life-events/contract.ts'
import { lifeEventHandlers } from '#features/lease-ends/life-events/server/handlers.ts'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { orderCancellationHandlers } from '#features/lease-ends/order-cancellations/server/handlers.ts'
import { redemptionPayments, redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { paidRedemptions } from '#features/lease-ends/redemptions/server/follow.ts'
import { redemptionHandlers } from '#features/lease-ends/redemptions/server/handlers.ts'
import { redemptionPaymentHandlers } from '#features/lease-ends/redemptions/server/payment-handlers.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { returnHandlers } from '#features/lease-ends/returns/server/handlers.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { setLeasePeriod, startLease, voidAgreement } from '#features/leases/agreements/server/agreements.ts'
import { agreementHandlers } from '#features/leases/agreements/server/handlers.ts'
import { openOrderAgreement } from '#features/leases/agreements/server/order-agreement.ts'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { signingHandlers } from '#features/leases/agreements/signing/server/handlers.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { leaseChangesHandlers } from '#features/leases/lease-changes/server/handlers.ts'
import { provideLeaseChangePorts } from '#features/leases/lease-changes/server/ports.ts'
import { unfollowRates } from '#features/leases/lease-changes/server/unfollow.ts'
import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import { lessorFileHandlers } from '#features/leases/lessor-files/server/handlers.ts'
import { banking } from '#features/money/banking/contract.ts'
import { bankingHandlers } from '#features/money/banking/server/handlers.ts'
import { bankFileKind } from '#features/money/banking/server/paying/bank-file-proposal.ts'
import { dropQueued } from '#features/money/banking/server/paying/drop-queued.ts'
import { bikeServices } from '#features/money/bike-services/contract.ts'
import { bikeServiceHandlers } from '#features/money/bike-services/server/handlers.ts'
import { billing } from '#features/money/billing/contract.ts'
import { billingHandlers } from '#features/money/billing/server/handlers.ts'
import { countTouched } from '#features/money/billing/server/vat-effects.ts'
import { leaseAssets } from '#features/money/bookkeeping/assets/contract.ts'
import { leaseAssetsHandlers } from '#features/money/bookkeeping/assets/server/handlers.ts'
import { bookkeeping } from '#features/money/bookkeeping/contract.ts'
import { lateMoney } from '#features/money/bookkeeping/late/contract.ts'
import { lateMoneyHandlers } from '#features/money/bookkeeping/late/server/handlers.ts'
import { referenceRateKind } from '#features/money/bookkeeping/late/server/rates.ts'
import { creditLosses } from '#features/money/bookkeeping/losses/contract.ts'
import { creditLossesHandlers } from '#features/money/bookkeeping/losses/server/handlers.ts'
import { bookkeepingHandlers } from '#features/money/bookkeeping/server/handlers.ts'
import { periodOpeningKind } from '#features/money/bookkeeping/server/open-again.ts'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { eInvoicesHandlers } from '#features/money/e-invoices/server/handlers.ts'
import { invoiceXmlHandlers } from '#features/money/e-invoices/server/invoice-xml.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { billLessorAgain } from '#features/money/invoices/ledger/server/bill-again.ts'
import { sendInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { draftLessorInvoice } from '#features/money/invoices/ledger/server/lessor-invoice.ts'
import { provideLedgerPorts } from '#features/money/invoices/ledger/server/ports.ts'
import { invoiceAccountKind } from '#features/money/invoices/server/account.ts'
import { billingSettingsHandlers } from '#features/money/invoices/server/billing-settings.ts'
import { invoiceHandlers } from '#features/money/invoices/server/handlers.ts'
import { startPurchaseOrder, voidPurchaseOrder } from '#features/money/invoices/server/purchase-order.ts'
import { billingSettings } from '#features/money/invoices/settings-contract.ts'
import { invoiceXml } from '#features/money/invoices/xml-contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { billExcess } from '#features/money/payments/server/bill-excess.ts'
import { paymentHandlers } from '#features/money/payments/server/handlers.ts'
import { payrollDeductions } from '#features/money/payroll-deductions/contract.ts'
import { paidPlans } from '#features/money/payroll-deductions/server/end.ts'
import { payrollDeductionsHandlers } from '#features/money/payroll-deductions/server/handlers.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { accountsHandlers } from '#features/operations/accounts/server/handlers.ts'
import { demo } from '#features/operations/demo/contract.ts'
import { demoHandlers } from '#features/operations/demo/server/handlers.ts'
import { eventLog } from '#features/operations/event-log/contract.ts'
import { eventLogHandlers } from '#features/operations/event-log/server/handlers.ts'
import { figures } from '#features/operations/figures/contract.ts'
import { figuresHandlers } from '#features/operations/figures/server/handlers.ts'
import { finder } from '#features/operations/finder/contract.ts'
import { finderHandlers } from '#features/operations/finder/server/handlers.ts'
import { intake } from '#features/operations/intake/contract.ts'
import { intakeHandlers } from '#features/operations/intake/server/handlers.ts'
import { maintenance } from '#features/operations/maintenance/contract.ts'
import { maintenanceHandlers } from '#features/operations/maintenance/server/handlers.ts'
import { ownData, personalData } from '#features/operations/personal-data/contract.ts'
import { ownDataHandlers, personalDataHandlers } from '#features/operations/personal-data/server/handlers.ts'
import { places } from '#features/operations/places/contract.ts'
import { placesHandlers } from '#features/operations/places/server/handlers.ts'
import { ownRights, rights } from '#features/operations/rights/contract.ts'
import { erasureKind } from '#features/operations/rights/server/erasure-proposal.ts'
import { rightsHandlers } from '#features/operations/rights/server/handlers.ts'
import { ownRightsHandlers } from '#features/operations/rights/server/own-handlers.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { rolesHandlers } from '#features/operations/roles/server/handlers.ts'
import { rolePermissionKind } from '#features/operations/roles/server/permission-proposal.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { tasksHandlers } from '#features/operations/tasks/server/handlers.ts'
import { processReminders } from '#features/operations/tasks/server/reminders.ts'
import { placeOfTurn } from '#features/operations/tasks/server/turn-place.ts'
import { today } from '#features/operations/tasks/today/contract.ts'
import { todayHandlers } from '#features/operations/tasks/today/server/handlers.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { legacyOrders } from '#features/orders/orders/legacy-contract.ts'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import { nudgeSettings } from '#features/orders/orders/nudge-contract.ts'
import { orderHandlers } from '#features/orders/orders/server/handlers.ts'
import { legacyOrdersHandlers } from '#features/orders/orders/server/legacy/legacy-import.ts'
import { provideOrderPorts } from '#features/orders/orders/server/moves/ports.ts'
import { nudgeSettingsHandlers } from '#features/orders/orders/server/nudges/nudge-settings.ts'
import { paidExcess } from '#features/orders/orders/server/price/paid-excess.ts'
import { orderLinkHandlers } from '#features/orders/orders/server/store/token-handlers.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { reportingHandlers } from '#features/payroll/reporting/server/handlers.ts'
import { companies } from '#features/people/companies/contract.ts'
import { companyGroups } from '#features/people/companies/groups/contract.ts'
import { companyGroupsHandlers } from '#features/people/companies/groups/server/handlers.ts'
import { registerLinks } from '#features/people/companies/links/contract.ts'
import { registerLinksHandlers } from '#features/people/companies/links/server/handlers.ts'
import { companiesHandlers } from '#features/people/companies/server/handlers.ts'
import { companyUnits } from '#features/people/companies/units/contract.ts'
import { companyUnitsHandlers } from '#features/people/companies/units/server/handlers.ts'
import { employees } from '#features/people/employees/contract.ts'
import { employeesHandlers } from '#features/people/employees/server/handlers.ts'
import { memberships } from '#features/people/memberships/contract.ts'
import { membershipsHandlers } from '#features/people/memberships/server/handlers.ts'
import { registration } from '#features/people/registration/contract.ts'
import { registrationHandlers } from '#features/people/registration/server/handlers.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { bikeStoresHandlers } from '#features/pricing/bike-stores/server/handlers.ts'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { fairValues } from '#features/pricing/leasing/fair-value-contract.ts'
import { fairValueHandlers } from '#features/pricing/leasing/server/fair-values.ts'
import { leasingHandlers } from '#features/pricing/leasing/server/handlers.ts'
import {
  provinceTaxTable,
  stateIncomeTaxTable,
  taxpayerDeductionsTable,
  taxTable,
} from '#features/pricing/tax/contract.ts'
import { taxConfirmationKind } from '#features/pricing/tax/server/confirmation-proposal.ts'
import {
  provinceTaxTableHandlers,
  stateIncomeTaxTableHandlers,
  taxpayerDeductionsTableHandlers,
  taxTableHandlers,
} from '#features/pricing/tax/server/handlers.ts'
import { taxTableKind } from '#features/pricing/tax/server/table-proposal.ts'
import { taxYearsHandlers } from '#features/pricing/tax/server/years.ts'
import { taxYears } from '#features/pricing/tax/years-contract.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import { vatHandlers } from '#features/pricing/vat/server/handlers.ts'
import { provideVatPorts } from '#features/pricing/vat/server/ports.ts'
import { calculator } from '#features/site/calculator/contract.ts'
import { calculatorHandlers } from '#features/site/calculator/server/handlers.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import { leaseStoryHandlers } from '#features/story/lease-story/server/handlers.ts'
import type { Contract } from '#platform/contract/contract.ts'
import type { Handlers } from '#platform/server/http/context.ts'

export interface MountedFeature {
  readonly name: string
  readonly contract: Contract
  readonly handlers: Handlers<Contract>
}

function feature<C extends Contract>(name: string, contract: C, handlers: Handlers<C>): MountedFeature {
  return { name, contract, handlers: handlers as Handlers<Contract> }
}

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

/** Every feature that answers calls; the API document, the server and the whole-app tests read this one list. */
export const features: readonly MountedFeature[] = [
  feature('health', health, healthHandlers),
  feature('demo', demo, demoHandlers),
  feature('sessions', sessions, sessionsHandlers),
  feature('own-sign-in', ownSignIn, ownSignInHandlers),
  feature('step-up', stepUp, stepUpHandlers),
  feature('people', accounts, accountsHandlers),
  feature('roles', roles, rolesHandlers),
  feature('proposals', proposals, proposalHandlers),
  feature('reminders', reminders, remindersHandlers),
  feature('bonds', memberships, membershipsHandlers),
  feature('identity', identityChanges, identityChangesHandlers),
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
  feature('lease-story', leaseStory, leaseStoryHandlers),
  feature('orders', orders, orderHandlers),
  feature('order links', orderLinks, orderLinkHandlers),
  feature('store home', storeHome, storeHomeHandlers),
  feature('lessor home', lessorHome, lessorHomeHandlers),
  feature('legacy-orders', legacyOrders, legacyOrdersHandlers),
  feature('agreements', agreements, agreementHandlers),
  feature('lease-changes', leaseChanges, leaseChangesHandlers),
  feature('signing', signing, signingHandlers),
  feature('invoices', invoices, invoiceHandlers),
  feature('bike-services', bikeServices, bikeServiceHandlers),
  feature('order-cancellations', orderCancellations, orderCancellationHandlers),
  feature('banking', banking, bankingHandlers),
  feature('e-invoices', eInvoices, eInvoicesHandlers),
  feature('finder', finder, finderHandlers),
  feature('places', places, placesHandlers),
  feature('figures', figures, figuresHandlers),
  feature('intake', intake, intakeHandlers),
  feature('invoice-xml', invoiceXml, invoiceXmlHandlers),
  feature('payments', payments, paymentHandlers),
  feature('deductions', payrollDeductions, payrollDeductionsHandlers),
  feature('billing', billing, billingHandlers),
  feature('bookkeeping', bookkeeping, bookkeepingHandlers),
  feature('late money', lateMoney, lateMoneyHandlers),
  feature('lease assets', leaseAssets, leaseAssetsHandlers),
  feature('credit losses', creditLosses, creditLossesHandlers),
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
  feature('join', registration, registrationHandlers),
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
  feature('today', today, todayHandlers),
  feature('outbox', outbox, outboxHandlers),
  feature('own data', ownData, ownDataHandlers),
  feature('personal data', personalData, personalDataHandlers),
  feature('own rights', ownRights, ownRightsHandlers),
  feature('rights', rights, rightsHandlers),
]
