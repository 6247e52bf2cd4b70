import type { ComponentType } from 'react'
import type { PagePath } from '#platform/contract/pages.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'

export type Layout = 'page' | 'admin' | 'auth' | 'token' | 'bare'

export interface Screen {
  readonly path: PagePath
  /** Who may open it: everybody, anybody signed in, or holders of a permission. */
  readonly access: 'public' | 'session' | PermissionName
  readonly layout: Layout
  readonly screen: () => Promise<ComponentType>
}

/** What a layout itself requires, beside the access of the screen in it. */
export const layoutAccess: Partial<Record<Layout, PermissionName>> = { admin: 'admin:access' }

const recoveryPage = () => import('#features/sessions/web/RecoveryPage.tsx').then((m) => m.RecoveryPage)
const refusalPages = () => import('#platform/web/message-pages/refusal-pages.tsx')

const joinPage = () => import('#features/join/web/JoinPage.tsx').then((m) => m.JoinPage)

/** Every address of the signed-in front end; each screen is fetched when it is first opened. */
export const screens: readonly Screen[] = [
  {
    path: '/kirjaudu',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/sessions/web/LoginPage.tsx').then((m) => m.LoginPage),
  },
  {
    path: '/kirjaudu-ulos',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/sessions/web/LogoutPage.tsx').then((m) => m.LogoutPage),
  },
  {
    path: '/register',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/sessions/web/RegisterPage.tsx').then((m) => m.RegisterPage),
  },
  { path: '/salasanan-palauttaminen', access: 'public', layout: 'auth', screen: recoveryPage },
  { path: '/palauta-salasana', access: 'public', layout: 'auth', screen: recoveryPage },
  {
    path: '/reset/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/sessions/web/ResetPage.tsx').then((m) => m.ResetPage),
  },
  {
    path: '/aloitus/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/sessions/web/FirstAdminPage.tsx').then((m) => m.FirstAdminPage),
  },
  {
    path: '/muutos/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/identity/web/IdentityChangePage.tsx').then((m) => m.IdentityChangePage),
  },
  {
    path: '/kutsu/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/bonds/web/InvitationPage.tsx').then((m) => m.InvitationPage),
  },
  { path: '/liity/$token', access: 'public', layout: 'auth', screen: joinPage },
  { path: '/$language/liity/$token', access: 'public', layout: 'auth', screen: joinPage },
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
    screen: () => import('#features/agreements/signing/web/EmployeeSignPage.tsx').then((m) => m.EmployeeSignPage),
  },
  {
    path: '/tyonantaja/tilaus/$orderId',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/order-pages/web/EmployerOrderPage.tsx').then((m) => m.EmployerOrderPage),
  },
  {
    path: '/tyonantaja/tilaus/$orderId/allekirjoitus',
    access: 'agreement:sign-employer',
    layout: 'page',
    screen: () => import('#features/agreements/signing/web/EmployerSignPage.tsx').then((m) => m.EmployerSignPage),
  },
  {
    path: '/tyonantaja/allekirjoitukset',
    access: 'agreement:sign-employer',
    layout: 'page',
    screen: () => import('#features/agreements/signing/web/SignAllPage.tsx').then((m) => m.SignAllPage),
  },
  {
    path: '/runkonumero-ja-toimitus/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/order-pages/web/DeliveryPage.tsx').then((m) => m.DeliveryPage),
  },
  {
    path: '/liike/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/order-pages/web/StoreOrderPage.tsx').then((m) => m.StoreOrderPage),
  },
  {
    path: '/kassa/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/order-pages/web/CounterPage.tsx').then((m) => m.CounterPage),
  },
  {
    path: '/korjaus/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/order-pages/web/StoreRepairPage.tsx').then((m) => m.StoreRepairPage),
  },
  {
    path: '/hyvitys/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/order-pages/web/StoreRefundPage.tsx').then((m) => m.StoreRefundPage),
  },
  {
    path: '/palautus/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/order-pages/web/StoreReturnPage.tsx').then((m) => m.StoreReturnPage),
  },
  {
    path: '/kayttaja',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/people/web/OwnDetailsPage.tsx').then((m) => m.OwnDetailsPage),
  },
  {
    path: '/kirjautumisosoite/$token',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/sessions/web/AddressPage.tsx').then((m) => m.AddressPage),
  },
  {
    path: '/asetukset/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/people/web/PreferencesPage.tsx').then((m) => m.PreferencesPage),
  },
  {
    path: '/admin',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/desk/web/ApplicationsPage.tsx').then((m) => m.ApplicationsPage),
  },
  {
    path: '/admin/tilaukset',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('#features/desk/web/OrderDeskPage.tsx').then((m) => m.OrderDeskPage),
  },
  {
    path: '/admin/tilaukset/$orderId',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('#features/desk/web/OrderPage.tsx').then((m) => m.OrderPage),
  },
  {
    path: '/admin/peruutukset',
    access: 'order-cancellation:update',
    layout: 'admin',
    screen: () => import('#features/desk/web/cancellations/CancellationsPage.tsx').then((m) => m.CancellationsPage),
  },
  {
    path: '/admin/verkkolaskut',
    access: 'e-invoice:receive',
    layout: 'admin',
    screen: () => import('#features/e-invoices/web/EInvoicesPage.tsx').then((m) => m.EInvoicesPage),
  },
  {
    path: '/admin/pankki',
    access: 'bank:read',
    layout: 'admin',
    screen: () => import('#features/banking/web/BankPage.tsx').then((m) => m.BankPage),
  },
  {
    path: '/admin/verokohtelut',
    access: 'agreement:update-payment',
    layout: 'admin',
    screen: () => import('#features/lease-changes/web/ReviewsPage.tsx').then((m) => m.ReviewsPage),
  },
  {
    path: '/admin/lunastukset',
    access: 'redemption:manage',
    layout: 'admin',
    screen: () => import('#features/redemptions/web/RedemptionsPage.tsx').then((m) => m.RedemptionsPage),
  },
  {
    path: '/admin/palautukset',
    access: 'return:inspect',
    layout: 'admin',
    screen: () => import('#features/returns/web/ReturnsPage.tsx').then((m) => m.ReturnsPage),
  },
  {
    path: '/mybike/muutos',
    access: 'life-event:read',
    layout: 'page',
    screen: () => import('#features/life-events/web/LifeEvents.tsx').then((m) => m.LifeEvents),
  },
  {
    path: '/tyonantaja/poissaolot',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/absence-plans/web/EmployerAbsencesPage.tsx').then((m) => m.EmployerAbsencesPage),
  },
  {
    path: '/admin/poissaolot',
    access: 'absence-plan:read',
    layout: 'admin',
    screen: () => import('#features/absence-plans/web/AdminAbsencesPage.tsx').then((m) => m.AdminAbsencesPage),
  },
  {
    path: '/admin/rahoitustiedostot',
    access: 'lessor-file:read',
    layout: 'admin',
    screen: () => import('#features/lessor-files/web/LessorFilesPage.tsx').then((m) => m.LessorFilesPage),
  },
  {
    path: '/admin/lahtevat-yritykset',
    access: 'company:exit',
    layout: 'admin',
    screen: () => import('#features/company-exits/web/CompanyExitsPage.tsx').then((m) => m.CompanyExitsPage),
  },
  {
    path: '/tyonantaja/palautukset',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/returns/web/EmployerReturnsPage.tsx').then((m) => m.EmployerReturnsPage),
  },
  {
    path: '/admin/lunastusmaksut',
    access: 'redemption-payment:write',
    layout: 'admin',
    screen: () => import('#features/redemptions/web/RedemptionPaymentsPage.tsx').then((m) => m.RedemptionPaymentsPage),
  },
  {
    path: '/bikeBrokerageService',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/brokerage/web/BrokeragePage.tsx').then((m) => m.BrokeragePage),
  },
  {
    path: '/mybike/valitys/$brokerageId',
    access: 'brokerage:update',
    layout: 'page',
    screen: () => import('#features/brokerage/web/OwnCasePage.tsx').then((m) => m.OwnCasePage),
  },
  {
    path: '/tyonantaja/siirrot',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/brokerage/web/EmployerTransfersPage.tsx').then((m) => m.EmployerTransfersPage),
  },
  {
    path: '/admin/pyoravalitys',
    access: 'brokerage:review',
    layout: 'admin',
    screen: () => import('#features/brokerage/web/BrokeragesPage.tsx').then((m) => m.BrokeragesPage),
  },
  {
    path: '/admin/vakuutustapaukset',
    access: 'insurance-claim:manage',
    layout: 'admin',
    screen: () => import('#features/insurance-claims/web/ClaimsPage.tsx').then((m) => m.ClaimsPage),
  },
  {
    path: '/mybike/vahinko/$claimId',
    access: 'insurance-claim:create',
    layout: 'page',
    screen: () => import('#features/insurance-claims/web/OwnClaimPage.tsx').then((m) => m.OwnClaimPage),
  },
  {
    path: '/tyonantaja/vakuutustapaukset',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/insurance-claims/web/EmployerClaimsPage.tsx').then((m) => m.EmployerClaimsPage),
  },
  {
    path: '/tyonantaja/lunastukset',
    access: 'employer:access',
    layout: 'page',
    screen: () =>
      import('#features/redemptions/web/EmployerRedemptionsPage.tsx').then((m) => m.EmployerRedemptionsPage),
  },
  {
    path: '/admin/kayttajamaksut',
    access: 'invoice:write',
    layout: 'admin',
    screen: () => import('#features/payments/web/UserPaymentsPage.tsx').then((m) => m.UserPaymentsPage),
  },
  {
    path: '/maksu/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/payments/web/PayPage.tsx').then((m) => m.PayPage),
  },
  {
    path: '/takaisinmaksu/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/banking/web/RepaymentPage.tsx').then((m) => m.RepaymentPage),
  },
  {
    path: '/admin/laskutus',
    access: 'billing:run',
    layout: 'admin',
    screen: () => import('#features/billing/web/BillingPage.tsx').then((m) => m.BillingPage),
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
    screen: () => import('#features/terms/web/TermsPage.tsx').then((m) => m.TermsPage),
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
    screen: () => import('#features/agreements/web/DocumentsPage.tsx').then((m) => m.DocumentsPage),
  },
  {
    path: '/admin/kayttajat',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/roles/web/UsersPage.tsx').then((m) => m.UsersPage),
  },
  {
    path: '/admin/verotaulukot',
    access: 'tax-table:read',
    layout: 'admin',
    screen: () => import('#features/desk/web/tax/TaxTablesPage.tsx').then((m) => m.TaxTablesPage),
  },
  {
    path: '/admin/liikeryhmat',
    access: 'bike-store:read',
    layout: 'admin',
    screen: () => import('#features/bike-stores/web/StoreGroupsPage.tsx').then((m) => m.StoreGroupsPage),
  },
  {
    path: '/admin/tehtavat',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/tasks/web/TasksPage.tsx').then((m) => m.TasksPage),
  },
  {
    path: '/admin/roolit',
    access: 'role:create',
    layout: 'admin',
    screen: () => import('#features/roles/web/RolesPage.tsx').then((m) => m.RolesPage),
  },
  {
    path: '/admin/lahetykset',
    access: 'outbox:read',
    layout: 'admin',
    screen: () => import('#features/outbox/web/OutboxPage.tsx').then((m) => m.OutboxPage),
  },
  {
    path: '/admin/tapahtumat',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/event-log/web/EventsPage.tsx').then((m) => m.EventsPage),
  },
  {
    path: '/admin/asetukset',
    access: 'settings:write',
    layout: 'admin',
    screen: () => import('#features/maintenance/web/SettingsPage.tsx').then((m) => m.SettingsPage),
  },
  {
    path: '/demo',
    access: 'public',
    layout: 'page',
    screen: () => import('#features/demo/web/DemoPage.tsx').then((m) => m.DemoPage),
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
    screen: () => import('#features/companies/web/CompaniesPage.tsx').then((m) => m.CompaniesPage),
  },
  {
    path: '/admin/lisaa-yritys',
    access: 'company:create',
    layout: 'admin',
    screen: () => import('#features/companies/web/AddCompanyPage.tsx').then((m) => m.AddCompanyPage),
  },
  {
    path: '/admin/contact-forms',
    access: 'contact-form:read',
    layout: 'admin',
    screen: () => import('#features/contact-forms/web/ContactFormsPage.tsx').then((m) => m.ContactFormsPage),
  },
  {
    path: '/admin/rahoitusyhtiot',
    access: 'leasing-company:read',
    layout: 'admin',
    screen: () => import('#features/desk/web/lessors/LeasingCompaniesPage.tsx').then((m) => m.LeasingCompaniesPage),
  },
  {
    path: '/admin/laskutustaulukot',
    access: 'billing-table:read',
    layout: 'admin',
    screen: () => import('#features/desk/web/lessors/BillingTablesPage.tsx').then((m) => m.BillingTablesPage),
  },
  {
    path: '/admin/konsernit',
    access: 'group-company:write',
    layout: 'admin',
    screen: () => import('#features/companies/groups/web/GroupsPage.tsx').then((m) => m.GroupsPage),
  },
  {
    path: '/admin/liikkeet',
    access: 'bike-store:read',
    layout: 'admin',
    screen: () => import('#features/bike-stores/web/StoresPage.tsx').then((m) => m.StoresPage),
  },
  {
    path: '/admin/alv',
    access: 'vat:write',
    layout: 'admin',
    screen: () => import('#features/desk/web/tax/VatPage.tsx').then((m) => m.VatPage),
  },
  {
    path: '/yritys-asetukset',
    access: 'employer-settings:access',
    layout: 'page',
    screen: () => import('#features/companies/web/CompanySettingsPage.tsx').then((m) => m.CompanySettingsPage),
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
