import { contactFormsAdminScreens } from '#features/ground/contact-forms/web/admin-screens.ts'
import { outboxAdminScreens } from '#features/ground/outbox/web/admin-screens.ts'
import { proposalsAdminScreens } from '#features/ground/proposals/web/admin-screens.ts'
import { termsAdminScreens } from '#features/ground/terms/web/admin-screens.ts'
import { employerHomeAdminScreens } from '#features/homes/employer/web/admin-screens.ts'
import { staffHomeAdminScreens } from '#features/homes/staff/web/admin-screens.ts'
import { absencePlansAdminScreens } from '#features/lease-ends/absence-plans/web/admin-screens.ts'
import { brokerageAdminScreens } from '#features/lease-ends/brokerage/web/admin-screens.ts'
import { companyExitsAdminScreens } from '#features/lease-ends/company-exits/web/admin-screens.ts'
import { insuranceClaimsAdminScreens } from '#features/lease-ends/insurance-claims/web/admin-screens.ts'
import { orderCancellationsAdminScreens } from '#features/lease-ends/order-cancellations/web/admin-screens.ts'
import { redemptionsAdminScreens } from '#features/lease-ends/redemptions/web/admin-screens.ts'
import { returnsAdminScreens } from '#features/lease-ends/returns/web/admin-screens.ts'
import { agreementsAdminScreens } from '#features/leases/agreements/web/admin-screens.ts'
import { leaseChangesAdminScreens } from '#features/leases/lease-changes/web/admin-screens.ts'
import { lessorFilesAdminScreens } from '#features/leases/lessor-files/web/admin-screens.ts'
import { bankingAdminScreens } from '#features/money/banking/web/admin-screens.ts'
import { billingAdminScreens } from '#features/money/billing/web/admin-screens.ts'
import { eInvoicesAdminScreens } from '#features/money/e-invoices/web/admin-screens.ts'
import { paymentsAdminScreens } from '#features/money/payments/web/admin-screens.ts'
import { eventLogAdminScreens } from '#features/operations/event-log/web/admin-screens.ts'
import { figuresAdminScreens } from '#features/operations/figures/web/admin-screens.ts'
import { firstHourAdminScreens } from '#features/operations/first-hour/web/admin-screens.ts'
import { intakeAdminScreens } from '#features/operations/intake/web/admin-screens.ts'
import { maintenanceAdminScreens } from '#features/operations/maintenance/web/admin-screens.ts'
import { personalDataAdminScreens } from '#features/operations/personal-data/web/admin-screens.ts'
import { rightsAdminScreens } from '#features/operations/rights/web/admin-screens.ts'
import { rolesAdminScreens } from '#features/operations/roles/web/admin-screens.ts'
import { companiesAdminScreens } from '#features/people/companies/web/admin-screens.ts'
import { bikeStoresAdminScreens } from '#features/pricing/bike-stores/web/admin-screens.ts'
import { vatAdminScreens } from '#features/pricing/vat/web/admin-screens.ts'
import type { Screen } from '#platform/web/router/screen.ts'
import { screens } from './screens.tsx'

/** The addresses of the administration, which only its own pages fetch. */
const adminScreens: readonly Screen[] = [
  ...staffHomeAdminScreens,
  ...orderCancellationsAdminScreens,
  ...eInvoicesAdminScreens,
  ...bankingAdminScreens,
  ...leaseChangesAdminScreens,
  ...redemptionsAdminScreens,
  ...returnsAdminScreens,
  ...absencePlansAdminScreens,
  ...intakeAdminScreens,
  ...figuresAdminScreens,
  ...lessorFilesAdminScreens,
  ...companyExitsAdminScreens,
  ...proposalsAdminScreens,
  ...brokerageAdminScreens,
  ...insuranceClaimsAdminScreens,
  ...paymentsAdminScreens,
  ...billingAdminScreens,
  ...termsAdminScreens,
  ...agreementsAdminScreens,
  ...rolesAdminScreens,
  ...bikeStoresAdminScreens,
  ...outboxAdminScreens,
  ...eventLogAdminScreens,
  ...rightsAdminScreens,
  ...personalDataAdminScreens,
  ...firstHourAdminScreens,
  ...maintenanceAdminScreens,
  ...companiesAdminScreens,
  ...contactFormsAdminScreens,
  ...vatAdminScreens,
  ...employerHomeAdminScreens,
]

export const everyScreen: readonly Screen[] = [...screens, ...adminScreens]
