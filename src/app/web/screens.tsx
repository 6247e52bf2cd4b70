import { proposalsScreens } from '#features/ground/proposals/web/screens.ts'
import { sessionsScreens } from '#features/ground/sessions/web/screens.ts'
import { employeeHomeScreens } from '#features/homes/employee/web/screens.ts'
import { employerHomeScreens } from '#features/homes/employer/web/screens.ts'
import { lessorHomeScreens } from '#features/homes/lessor/web/screens.ts'
import { staffHomeScreens } from '#features/homes/staff/web/screens.ts'
import { storeHomeScreens } from '#features/homes/store/web/screens.ts'
import { absencePlansScreens } from '#features/lease-ends/absence-plans/web/screens.ts'
import { brokerageScreens } from '#features/lease-ends/brokerage/web/screens.ts'
import { insuranceClaimsScreens } from '#features/lease-ends/insurance-claims/web/screens.ts'
import { lifeEventsScreens } from '#features/lease-ends/life-events/web/screens.ts'
import { redemptionsScreens } from '#features/lease-ends/redemptions/web/screens.ts'
import { returnsScreens } from '#features/lease-ends/returns/web/screens.ts'
import { agreementsScreens } from '#features/leases/agreements/web/screens.ts'
import { bankingScreens } from '#features/money/banking/web/screens.ts'
import { bikeServicesScreens } from '#features/money/bike-services/web/screens.ts'
import { bookkeepingScreens } from '#features/money/bookkeeping/web/screens.ts'
import { paymentsScreens } from '#features/money/payments/web/screens.ts'
import { accountsScreens } from '#features/operations/accounts/web/screens.ts'
import { demoScreens } from '#features/operations/demo/web/screens.ts'
import { ordersScreens } from '#features/orders/orders/web/screens.ts'
import { companiesScreens } from '#features/people/companies/web/screens.ts'
import type { Screen } from '#platform/web/router/screen.ts'
import { signInScreens } from './sign-in-screens.ts'

const refusalPages = () => import('#platform/web/message-pages/refusal-pages.tsx')

/** Every address of the signed-in front end outside the administration; each screen is fetched when it is first opened. */
export const screens: readonly Screen[] = [
  ...signInScreens,
  { path: '/ei-oikeuksia', access: 'public', layout: 'page', screen: () => refusalPages().then((m) => m.NoRightsPage) },
  {
    path: '/deactivated',
    access: 'public',
    layout: 'page',
    screen: () => import('#platform/web/message-pages/DeactivatedPage.tsx').then((m) => m.DeactivatedPage),
  },
  {
    path: '/huoltokatkos',
    access: 'public',
    layout: 'bare',
    screen: () => refusalPages().then((m) => m.MaintenancePage),
  },
  ...employerHomeScreens,
  ...employeeHomeScreens,
  ...agreementsScreens,
  ...storeHomeScreens,
  ...lessorHomeScreens,
  ...ordersScreens,
  ...bikeServicesScreens,
  ...accountsScreens,
  ...sessionsScreens,
  ...lifeEventsScreens,
  ...absencePlansScreens,
  ...proposalsScreens,
  ...returnsScreens,
  ...brokerageScreens,
  ...insuranceClaimsScreens,
  ...redemptionsScreens,
  ...paymentsScreens,
  ...bankingScreens,
  ...demoScreens,
  ...companiesScreens,
  ...staffHomeScreens,
  ...bookkeepingScreens,
]

export const refusedPage = () => refusalPages().then((m) => m.NoRightsPage)
