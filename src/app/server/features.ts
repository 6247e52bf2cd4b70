import { contactFormsFeature } from '#features/ground/contact-forms/server/feature.ts'
import { healthFeature } from '#features/ground/health/server/feature.ts'
import { identityChangesFeature } from '#features/ground/identity-changes/server/feature.ts'
import { notificationsFeature } from '#features/ground/notifications/server/feature.ts'
import { outboxFeature } from '#features/ground/outbox/server/feature.ts'
import { proposalsFeature } from '#features/ground/proposals/server/feature.ts'
import { putAsideFeature } from '#features/ground/put-aside/server/feature.ts'
import { remindersFeature } from '#features/ground/reminders/server/feature.ts'
import { sessionsFeature } from '#features/ground/sessions/server/feature.ts'
import { termsFeature } from '#features/ground/terms/server/feature.ts'
import { employeeHomeFeature } from '#features/homes/employee/server/feature.ts'
import { lessorHomeFeature } from '#features/homes/lessor/server/feature.ts'
import { storeHomeFeature } from '#features/homes/store/server/feature.ts'
import { absencePlansFeature } from '#features/lease-ends/absence-plans/server/feature.ts'
import { brokerageFeature } from '#features/lease-ends/brokerage/server/feature.ts'
import { companyExitsFeature } from '#features/lease-ends/company-exits/server/feature.ts'
import { insuranceClaimsFeature } from '#features/lease-ends/insurance-claims/server/feature.ts'
import { lifeEventsFeature } from '#features/lease-ends/life-events/server/feature.ts'
import { orderCancellationsFeature } from '#features/lease-ends/order-cancellations/server/feature.ts'
import { redemptionsFeature } from '#features/lease-ends/redemptions/server/feature.ts'
import { returnsFeature } from '#features/lease-ends/returns/server/feature.ts'
import { agreementsFeature } from '#features/leases/agreements/server/feature.ts'
import { leaseChangesFeature } from '#features/leases/lease-changes/server/feature.ts'
import { lessorFilesFeature } from '#features/leases/lessor-files/server/feature.ts'
import { bankingFeature } from '#features/money/banking/server/feature.ts'
import { bikeServicesFeature } from '#features/money/bike-services/server/feature.ts'
import { billingFeature } from '#features/money/billing/server/feature.ts'
import { bookkeepingFeature } from '#features/money/bookkeeping/server/feature.ts'
import { eInvoicesFeature } from '#features/money/e-invoices/server/feature.ts'
import { invoicesFeature } from '#features/money/invoices/server/feature.ts'
import { paymentsFeature } from '#features/money/payments/server/feature.ts'
import { payrollDeductionsFeature } from '#features/money/payroll-deductions/server/feature.ts'
import { accountsFeature } from '#features/operations/accounts/server/feature.ts'
import { demoFeature } from '#features/operations/demo/server/feature.ts'
import { eventLogFeature } from '#features/operations/event-log/server/feature.ts'
import { figuresFeature } from '#features/operations/figures/server/feature.ts'
import { finderFeature } from '#features/operations/finder/server/feature.ts'
import { firstHourFeature } from '#features/operations/first-hour/server/feature.ts'
import { intakeFeature } from '#features/operations/intake/server/feature.ts'
import { listViewsFeature } from '#features/operations/list-views/server/feature.ts'
import { maintenanceFeature } from '#features/operations/maintenance/server/feature.ts'
import { personalDataFeature } from '#features/operations/personal-data/server/feature.ts'
import { placesFeature } from '#features/operations/places/server/feature.ts'
import { rightsFeature } from '#features/operations/rights/server/feature.ts'
import { rolesFeature } from '#features/operations/roles/server/feature.ts'
import { tasksFeature } from '#features/operations/tasks/server/feature.ts'
import { gloveboxFeature } from '#features/orders/glovebox/server/feature.ts'
import { ordersFeature } from '#features/orders/orders/server/feature.ts'
import { reportingFeature } from '#features/payroll/reporting/server/feature.ts'
import { companiesFeature } from '#features/people/companies/server/feature.ts'
import { employeesFeature } from '#features/people/employees/server/feature.ts'
import { membershipsFeature } from '#features/people/memberships/server/feature.ts'
import { registrationFeature } from '#features/people/registration/server/feature.ts'
import { bikeStoresFeature } from '#features/pricing/bike-stores/server/feature.ts'
import { leasingFeature } from '#features/pricing/leasing/server/feature.ts'
import { taxFeature } from '#features/pricing/tax/server/feature.ts'
import { vatFeature } from '#features/pricing/vat/server/feature.ts'
import { calculatorFeature } from '#features/site/calculator/server/feature.ts'
import { leaseStoryFeature } from '#features/story/lease-story/server/feature.ts'
import type { Feature, MountedCalls } from '#platform/server/runtime/feature.ts'
import { providePorts } from './ports.ts'

providePorts()

/** Every feature, in the order in which their jobs run where one moment starts several. */
export const features: readonly Feature[] = [
  ordersFeature,
  leaseChangesFeature,
  agreementsFeature,
  insuranceClaimsFeature,
  companyExitsFeature,
  redemptionsFeature,
  returnsFeature,
  brokerageFeature,
  absencePlansFeature,
  tasksFeature,
  orderCancellationsFeature,
  accountsFeature,
  employeesFeature,
  membershipsFeature,
  personalDataFeature,
  rightsFeature,
  bankingFeature,
  eInvoicesFeature,
  paymentsFeature,
  payrollDeductionsFeature,
  identityChangesFeature,
  proposalsFeature,
  bikeStoresFeature,
  leasingFeature,
  billingFeature,
  bookkeepingFeature,
  invoicesFeature,
  reportingFeature,
  healthFeature,
  demoFeature,
  sessionsFeature,
  rolesFeature,
  remindersFeature,
  vatFeature,
  termsFeature,
  lessorFilesFeature,
  companiesFeature,
  leaseStoryFeature,
  storeHomeFeature,
  lessorHomeFeature,
  employeeHomeFeature,
  gloveboxFeature,
  bikeServicesFeature,
  finderFeature,
  placesFeature,
  firstHourFeature,
  figuresFeature,
  intakeFeature,
  lifeEventsFeature,
  registrationFeature,
  notificationsFeature,
  contactFormsFeature,
  taxFeature,
  calculatorFeature,
  eventLogFeature,
  listViewsFeature,
  maintenanceFeature,
  outboxFeature,
  putAsideFeature,
]

/** Every call; the API document, the server and the whole-app tests read this one list. */
export const mounted: readonly MountedCalls[] = features.flatMap(({ calls = [] }) => calls)
