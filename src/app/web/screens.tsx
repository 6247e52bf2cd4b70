import { type Screen, signInScreens } from './sign-in-screens.ts'

const refusalPages = () => import('#platform/web/message-pages/refusal-pages.tsx')

/** Every address of the signed-in front end; each screen is fetched when it is first opened. */
export const screens: readonly Screen[] = [
  ...signInScreens,
  {
    path: '/tyonantaja',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('./EmployerHome.tsx').then((m) => m.EmployerHome),
  },
  {
    path: '/mybike',
    access: 'mybike:access',
    layout: 'page',
    screen: () => import('./MyBikeHome.tsx').then((m) => m.MyBikeHome),
  },
  {
    path: '/mybike/sopimus/$orderId',
    access: 'agreement:sign-employee',
    layout: 'page',
    screen: () =>
      import('#features/leases/agreements/signing/web/EmployeeSignPage.tsx').then((m) => m.EmployeeSignPage),
  },
  {
    path: '/tyonantaja/tilaus/$orderId',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/homes/order-pages/web/EmployerOrderPage.tsx').then((m) => m.EmployerOrderPage),
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
    screen: () => import('#features/homes/order-pages/web/DeliveryPage.tsx').then((m) => m.DeliveryPage),
  },
  {
    path: '/liike/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/homes/order-pages/web/StoreOrderPage.tsx').then((m) => m.StoreOrderPage),
  },
  {
    path: '/kassa/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/homes/order-pages/web/CounterPage.tsx').then((m) => m.CounterPage),
  },
  {
    path: '/korjaus/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/homes/order-pages/web/StoreRepairPage.tsx').then((m) => m.StoreRepairPage),
  },
  {
    path: '/hyvitys/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/homes/order-pages/web/StoreRefundPage.tsx').then((m) => m.StoreRefundPage),
  },
  {
    path: '/palautus/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/homes/order-pages/web/StoreReturnPage.tsx').then((m) => m.StoreReturnPage),
  },
  {
    path: '/kayttaja',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/operations/people/web/OwnDetailsPage.tsx').then((m) => m.OwnDetailsPage),
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
    screen: () => import('#features/operations/people/web/PreferencesPage.tsx').then((m) => m.PreferencesPage),
  },
  {
    path: '/admin',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/homes/desk/web/ApplicationsPage.tsx').then((m) => m.ApplicationsPage),
  },
  {
    path: '/admin/tilaukset',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('#features/homes/desk/web/OrderDeskPage.tsx').then((m) => m.OrderDeskPage),
  },
  {
    path: '/admin/tilaukset/$orderId',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('#features/homes/desk/web/OrderPage.tsx').then((m) => m.OrderPage),
  },
  {
    path: '/admin/peruutukset',
    access: 'order-cancellation:update',
    layout: 'admin',
    screen: () =>
      import('#features/homes/desk/web/cancellations/CancellationsPage.tsx').then((m) => m.CancellationsPage),
  },
  {
    path: '/admin/verkkolaskut',
    access: 'e-invoice:receive',
    layout: 'admin',
    screen: () => import('#features/money/e-invoices/web/EInvoicesPage.tsx').then((m) => m.EInvoicesPage),
  },
  {
    path: '/admin/pankki',
    access: 'bank:read',
    layout: 'admin',
    screen: () => import('#features/money/banking/web/BankPage.tsx').then((m) => m.BankPage),
  },
  {
    path: '/admin/pankki/aineisto/$paymentFileId',
    access: 'bank:read',
    layout: 'admin',
    screen: () => import('#features/money/banking/web/PaymentFilePage.tsx').then((m) => m.PaymentFilePage),
  },
  {
    path: '/admin/verokohtelut',
    access: 'agreement:update-payment',
    layout: 'admin',
    screen: () => import('#features/leases/lease-changes/web/ReviewsPage.tsx').then((m) => m.ReviewsPage),
  },
  {
    path: '/admin/lunastukset',
    access: 'redemption:manage',
    layout: 'admin',
    screen: () => import('#features/lease-ends/redemptions/web/RedemptionsPage.tsx').then((m) => m.RedemptionsPage),
  },
  {
    path: '/admin/palautukset',
    access: 'return:inspect',
    layout: 'admin',
    screen: () => import('#features/lease-ends/returns/web/ReturnsPage.tsx').then((m) => m.ReturnsPage),
  },
  {
    path: '/mybike/muutos',
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
    path: '/admin/poissaolot',
    access: 'absence-plan:read',
    layout: 'admin',
    screen: () =>
      import('#features/lease-ends/absence-plans/web/AdminAbsencesPage.tsx').then((m) => m.AdminAbsencesPage),
  },
  {
    path: '/admin/saapuneet',
    access: 'bank:read',
    layout: 'admin',
    screen: () => import('#features/operations/intake/web/IntakePage.tsx').then((m) => m.IntakePage),
  },
  {
    path: '/admin/rahoitustiedostot',
    access: 'lessor-file:read',
    layout: 'admin',
    screen: () => import('#features/leases/lessor-files/web/LessorFilesPage.tsx').then((m) => m.LessorFilesPage),
  },
  {
    path: '/admin/lahtevat-yritykset',
    access: 'company:exit',
    layout: 'admin',
    screen: () => import('#features/lease-ends/company-exits/web/CompanyExitsPage.tsx').then((m) => m.CompanyExitsPage),
  },
  {
    path: '/admin/vahvistukset',
    access: 'proposal:read',
    layout: 'admin',
    screen: () => import('#features/ground/proposals/web/ProposalsPage.tsx').then((m) => m.ProposalsPage),
  },
  {
    path: '/tyonantaja/vahvistukset',
    access: 'proposal:read',
    layout: 'page',
    screen: () =>
      import('#features/ground/proposals/web/EmployerProposalsPage.tsx').then((m) => m.EmployerProposalsPage),
  },
  {
    path: '/tyonantaja/palautukset',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/lease-ends/returns/web/EmployerReturnsPage.tsx').then((m) => m.EmployerReturnsPage),
  },
  {
    path: '/admin/lunastusmaksut',
    access: 'redemption-payment:write',
    layout: 'admin',
    screen: () =>
      import('#features/lease-ends/redemptions/web/RedemptionPaymentsPage.tsx').then((m) => m.RedemptionPaymentsPage),
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
    path: '/admin/pyoravalitys',
    access: 'brokerage:review',
    layout: 'admin',
    screen: () => import('#features/lease-ends/brokerage/web/BrokeragesPage.tsx').then((m) => m.BrokeragesPage),
  },
  {
    path: '/admin/vakuutustapaukset',
    access: 'insurance-claim:manage',
    layout: 'admin',
    screen: () => import('#features/lease-ends/insurance-claims/web/ClaimsPage.tsx').then((m) => m.ClaimsPage),
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
    path: '/admin/kayttajamaksut',
    access: 'invoice:write',
    layout: 'admin',
    screen: () => import('#features/money/payments/web/UserPaymentsPage.tsx').then((m) => m.UserPaymentsPage),
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
    path: '/admin/laskutus',
    access: 'billing:run',
    layout: 'admin',
    screen: () => import('#features/money/billing/web/BillingPage.tsx').then((m) => m.BillingPage),
  },
  {
    path: '/raportointi/laskut',
    access: 'billing:read',
    layout: 'page',
    screen: () => import('./EmployerInvoices.tsx').then((m) => m.EmployerInvoices),
  },
  {
    path: '/admin/laskut',
    access: 'invoice:write',
    layout: 'admin',
    screen: () => import('./AdminInvoices.tsx').then((m) => m.AdminInvoices),
  },
  {
    path: '/admin/ehdot',
    access: 'terms:write',
    layout: 'admin',
    screen: () => import('#features/ground/terms/web/TermsPage.tsx').then((m) => m.TermsPage),
  },
  {
    path: '/admin/sopimukset',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('./AgreementsHome.tsx').then((m) => m.AgreementsHome),
  },
  {
    path: '/admin/asiakirjat',
    access: 'signed-document:update',
    layout: 'admin',
    screen: () => import('#features/leases/agreements/web/DocumentsPage.tsx').then((m) => m.DocumentsPage),
  },
  {
    path: '/admin/kayttajat',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/operations/roles/web/UsersPage.tsx').then((m) => m.UsersPage),
  },
  {
    path: '/admin/verotaulukot',
    access: 'tax-table:read',
    layout: 'admin',
    screen: () => import('#features/homes/desk/web/tax/TaxTablesPage.tsx').then((m) => m.TaxTablesPage),
  },
  {
    path: '/admin/liikeryhmat',
    access: 'bike-store:read',
    layout: 'admin',
    screen: () => import('#features/pricing/bike-stores/web/StoreGroupsPage.tsx').then((m) => m.StoreGroupsPage),
  },
  {
    path: '/admin/tehtavat',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/operations/tasks/web/TasksPage.tsx').then((m) => m.TasksPage),
  },
  {
    path: '/admin/roolit',
    access: 'role:create',
    layout: 'admin',
    screen: () => import('#features/operations/roles/web/RolesPage.tsx').then((m) => m.RolesPage),
  },
  {
    path: '/admin/lahetykset',
    access: 'outbox:read',
    layout: 'admin',
    screen: () => import('#features/ground/outbox/web/OutboxPage.tsx').then((m) => m.OutboxPage),
  },
  {
    path: '/admin/tapahtumat',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/operations/event-log/web/EventsPage.tsx').then((m) => m.EventsPage),
  },
  {
    path: '/admin/asetukset',
    access: 'settings:write',
    layout: 'admin',
    screen: () => import('#features/operations/maintenance/web/SettingsPage.tsx').then((m) => m.SettingsPage),
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
    path: '/admin/yritykset',
    access: 'company:create',
    layout: 'admin',
    screen: () => import('#features/people/companies/web/CompaniesPage.tsx').then((m) => m.CompaniesPage),
  },
  {
    path: '/admin/lisaa-yritys',
    access: 'company:create',
    layout: 'admin',
    screen: () => import('#features/people/companies/web/AddCompanyPage.tsx').then((m) => m.AddCompanyPage),
  },
  {
    path: '/admin/contact-forms',
    access: 'contact-form:read',
    layout: 'admin',
    screen: () => import('#features/ground/contact-forms/web/ContactFormsPage.tsx').then((m) => m.ContactFormsPage),
  },
  {
    path: '/admin/rahoitusyhtiot',
    access: 'leasing-company:read',
    layout: 'admin',
    screen: () =>
      import('#features/homes/desk/web/lessors/LeasingCompaniesPage.tsx').then((m) => m.LeasingCompaniesPage),
  },
  {
    path: '/admin/laskutustaulukot',
    access: 'billing-table:read',
    layout: 'admin',
    screen: () => import('#features/homes/desk/web/lessors/BillingTablesPage.tsx').then((m) => m.BillingTablesPage),
  },
  {
    path: '/admin/konsernit',
    access: 'group-company:write',
    layout: 'admin',
    screen: () => import('#features/people/companies/groups/web/GroupsPage.tsx').then((m) => m.GroupsPage),
  },
  {
    path: '/admin/liikkeet',
    access: 'bike-store:read',
    layout: 'admin',
    screen: () => import('#features/pricing/bike-stores/web/StoresPage.tsx').then((m) => m.StoresPage),
  },
  {
    path: '/admin/alv',
    access: 'vat:write',
    layout: 'admin',
    screen: () => import('#features/homes/desk/web/tax/VatPage.tsx').then((m) => m.VatPage),
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
    screen: () => import('./ReportingHome.tsx').then((m) => m.ReportingHome),
  },
  {
    path: '/admin/raportointi',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('./ReportingHome.tsx').then((m) => m.AdminReportingHome),
  },
]

/** An address of the administration that no screen has; it is said inside the administration's own frame. */
export const missingInAdmin: Screen = {
  path: '/admin',
  access: 'admin:access',
  layout: 'admin',
  screen: () => import('#platform/web/message-pages/message-pages.tsx').then((m) => m.NotFoundPage),
}

export const refusedPage = () => refusalPages().then((m) => m.NoRightsPage)
