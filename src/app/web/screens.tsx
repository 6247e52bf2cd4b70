import { type Screen, signInScreens } from './sign-in-screens.ts'

const storePage = () => import('#features/homes/store/web/StorePage.tsx').then((m) => m.StorePage)
const refusalPages = () => import('#platform/web/message-pages/refusal-pages.tsx')

/** Every address of the signed-in front end outside the administration; each screen is fetched when it is first opened. */
export const screens: readonly Screen[] = [
  ...signInScreens,
  {
    path: '/tyonantaja',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/EmployerHome.tsx').then((m) => m.EmployerHome),
  },
  {
    path: '/mybike',
    access: 'mybike:access',
    layout: 'page',
    screen: () => import('#features/homes/employee/web/MyBikeHome.tsx').then((m) => m.MyBikeHome),
  },
  {
    path: '/mybike/sopimus/$orderId',
    access: 'agreement:sign-employee',
    layout: 'page',
    screen: () =>
      import('#features/leases/agreements/signing/web/EmployeeSignPage.tsx').then((m) => m.EmployeeSignPage),
  },
  {
    path: '/tyonantaja/ehdot/$companyId',
    access: 'register-link:create',
    layout: 'page',
    screen: () =>
      import('#features/people/companies/employer-terms/web/EmployerTermsPage.tsx').then((m) => m.EmployerTermsPage),
  },
  {
    path: '/tyonantaja/tilaus/$orderId',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/EmployerOrderPage.tsx').then((m) => m.EmployerOrderPage),
  },
  {
    path: '/tyonantaja/tilaus/$orderId/allekirjoitus',
    access: 'agreement:sign-employer',
    layout: 'page',
    screen: () =>
      import('#features/leases/agreements/signing/web/EmployerSignPage.tsx').then((m) => m.EmployerSignPage),
  },
  {
    path: '/tyonantaja/allekirjoitukset',
    access: 'agreement:sign-employer',
    layout: 'page',
    screen: () => import('#features/leases/agreements/signing/web/SignAllPage.tsx').then((m) => m.SignAllPage),
  },
  {
    path: '/runkonumero-ja-toimitus/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/homes/store/web/DeliveryPage.tsx').then((m) => m.DeliveryPage),
  },
  {
    path: '/liike/$token',
    access: 'public',
    layout: 'token',
    screen: storePage,
  },
  {
    path: '/rahoittaja/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/homes/lessor/web/LessorPage.tsx').then((m) => m.LessorPage),
  },
  {
    path: '/kassa/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/orders/orders/counter/web/CounterPage.tsx').then((m) => m.CounterPage),
  },
  {
    path: '/korjaus/$token',
    access: 'public',
    layout: 'token',
    screen: storePage,
  },
  {
    path: '/huolto/$code',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/money/bike-services/web/service-pages.ts').then((m) => m.ServiceVoucherPage),
  },
  {
    path: '/huolto',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/money/bike-services/web/service-pages.ts').then((m) => m.ServiceCodePage),
  },
  {
    path: '/huoltolasku/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/money/bike-services/web/service-pages.ts').then((m) => m.ServiceBillPage),
  },
  {
    path: '/hyvitys/$token',
    access: 'public',
    layout: 'token',
    screen: storePage,
  },
  {
    path: '/palautus/$token',
    access: 'public',
    layout: 'token',
    screen: storePage,
  },
  {
    path: '/kayttaja',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/operations/accounts/web/OwnDetailsPage.tsx').then((m) => m.OwnDetailsPage),
  },
  {
    path: '/kirjautumisosoite/$token',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/ground/sessions/web/AddressPage.tsx').then((m) => m.AddressPage),
  },
  {
    path: '/asetukset/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/operations/accounts/web/PreferencesPage.tsx').then((m) => m.PreferencesPage),
  },
  {
    path: '/mybike/muutos',
    access: 'life-event:read',
    layout: 'page',
    screen: () => import('#features/lease-ends/life-events/web/LifeEvents.tsx').then((m) => m.LifeEvents),
  },
  {
    path: '/tyonantaja/muutos',
    access: 'life-event:read',
    layout: 'page',
    screen: () => import('#features/lease-ends/life-events/web/LifeEvents.tsx').then((m) => m.LifeEvents),
  },
  {
    path: '/tyonantaja/poissaolot',
    access: 'employer:access',
    layout: 'page',
    screen: () =>
      import('#features/lease-ends/absence-plans/web/EmployerAbsencesPage.tsx').then((m) => m.EmployerAbsencesPage),
  },
  {
    path: '/tyonantaja/vahvistukset',
    access: 'proposal:read',
    layout: 'page',
    screen: () =>
      import('#features/ground/proposals/web/EmployerProposalsPage.tsx').then((m) => m.EmployerProposalsPage),
  },
  {
    path: '/tyonantaja/pyorat',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/BikeMatters.tsx').then((m) => m.BikeMatters),
  },
  {
    path: '/tyonantaja/palautukset',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/lease-ends/returns/web/EmployerReturnsPage.tsx').then((m) => m.EmployerReturnsPage),
  },
  {
    path: '/bikeBrokerageService',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/lease-ends/brokerage/web/BrokeragePage.tsx').then((m) => m.BrokeragePage),
  },
  {
    path: '/mybike/valitys/$brokerageId',
    access: 'brokerage:update',
    layout: 'page',
    screen: () => import('#features/lease-ends/brokerage/web/OwnCasePage.tsx').then((m) => m.OwnCasePage),
  },
  {
    path: '/tyonantaja/siirrot',
    access: 'employer:access',
    layout: 'page',
    screen: () =>
      import('#features/lease-ends/brokerage/web/EmployerTransfersPage.tsx').then((m) => m.EmployerTransfersPage),
  },
  {
    path: '/mybike/vahinko/$claimId',
    access: 'insurance-claim:create',
    layout: 'page',
    screen: () => import('#features/lease-ends/insurance-claims/web/OwnClaimPage.tsx').then((m) => m.OwnClaimPage),
  },
  {
    path: '/tyonantaja/vakuutustapaukset',
    access: 'employer:access',
    layout: 'page',
    screen: () =>
      import('#features/lease-ends/insurance-claims/web/EmployerClaimsPage.tsx').then((m) => m.EmployerClaimsPage),
  },
  {
    path: '/tyonantaja/lunastukset',
    access: 'employer:access',
    layout: 'page',
    screen: () =>
      import('#features/lease-ends/redemptions/web/EmployerRedemptionsPage.tsx').then((m) => m.EmployerRedemptionsPage),
  },
  {
    path: '/maksu/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/money/payments/web/PayPage.tsx').then((m) => m.PayPage),
  },
  {
    path: '/takaisinmaksu/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/money/banking/web/RepaymentPage.tsx').then((m) => m.RepaymentPage),
  },
  {
    path: '/raportointi/laskut',
    access: 'billing:read',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/EmployerInvoices.tsx').then((m) => m.EmployerInvoices),
  },
  {
    path: '/demo',
    access: 'public',
    layout: 'page',
    screen: () => import('#features/operations/demo/web/DemoPage.tsx').then((m) => m.DemoPage),
  },
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
  {
    path: '/yritys-asetukset',
    access: 'employer-settings:access',
    layout: 'page',
    screen: () => import('#features/people/companies/web/CompanySettingsPage.tsx').then((m) => m.CompanySettingsPage),
  },
  {
    path: '/raportointi',
    access: 'reporting:access',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/ReportingHome.tsx').then((m) => m.ReportingHome),
  },
  // The two that a header leads to; the others of the administration come with its frame.
  {
    path: '/admin',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/ApplicationsPage.tsx').then((m) => m.ApplicationsPage),
  },
  {
    path: '/admin/kirjanpito',
    access: 'payment:read',
    layout: 'admin',
    screen: () => import('#features/money/bookkeeping/web/BookkeepingPage.tsx').then((m) => m.BookkeepingPage),
  },
]

export const refusedPage = () => refusalPages().then((m) => m.NoRightsPage)
