import { screens } from './screens.tsx'
import type { Screen } from './sign-in-screens.ts'

/** The addresses of the administration, which only its own pages fetch. */
const adminScreens: readonly Screen[] = [
  {
    path: '/admin/tilaukset',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/OrderDeskPage.tsx').then((m) => m.OrderDeskPage),
  },
  {
    path: '/admin/tilaukset/$orderId',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/OrderPage.tsx').then((m) => m.OrderPage),
  },
  {
    path: '/admin/peruutukset',
    access: 'order-cancellation:update',
    layout: 'admin',
    screen: () =>
      import('#features/lease-ends/order-cancellations/web/CancellationsPage.tsx').then((m) => m.CancellationsPage),
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
    path: '/admin/lunastusmaksut',
    access: 'redemption-payment:write',
    layout: 'admin',
    screen: () =>
      import('#features/lease-ends/redemptions/web/RedemptionPaymentsPage.tsx').then((m) => m.RedemptionPaymentsPage),
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
    path: '/admin/kayttajamaksut',
    access: 'invoice:write',
    layout: 'admin',
    screen: () => import('#features/money/payments/web/UserPaymentsPage.tsx').then((m) => m.UserPaymentsPage),
  },
  {
    path: '/admin/laskutus',
    access: 'billing:run',
    layout: 'admin',
    screen: () => import('#features/money/billing/web/BillingPage.tsx').then((m) => m.BillingPage),
  },
  {
    path: '/admin/laskut',
    access: 'invoice:read',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/AdminInvoices.tsx').then((m) => m.AdminInvoices),
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
    screen: () => import('#features/homes/staff/web/AgreementsHome.tsx').then((m) => m.AgreementsHome),
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
    path: '/admin/kayttajat/$userId',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/places/PersonPlace.tsx').then((m) => m.PersonPlace),
  },
  {
    path: '/admin/verotaulukot',
    access: 'tax-table:read',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/TaxTablesPage.tsx').then((m) => m.TaxTablesPage),
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
    screen: () => import('#features/homes/staff/web/today/TodayPage.tsx').then((m) => m.TodayPage),
  },
  {
    path: '/admin/luvut',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('#features/operations/figures/web/FiguresPage.tsx').then((m) => m.FiguresPage),
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
    path: '/admin/tietopyynnot',
    access: 'personal-data:decide',
    layout: 'admin',
    screen: () => import('#features/operations/rights/web/RequestsPage.tsx').then((m) => m.RequestsPage),
  },
  {
    path: '/admin/tietojen-kopiot',
    access: 'personal-data:export',
    layout: 'admin',
    screen: () => import('#features/operations/personal-data/web/PersonalDataPage.tsx').then((m) => m.PersonalDataPage),
  },
  {
    path: '/admin/asetukset',
    access: 'settings:write',
    layout: 'admin',
    screen: () => import('#features/operations/maintenance/web/SettingsPage.tsx').then((m) => m.SettingsPage),
  },
  {
    path: '/admin/yritykset',
    access: 'company:create',
    layout: 'admin',
    screen: () => import('#features/people/companies/web/CompaniesPage.tsx').then((m) => m.CompaniesPage),
  },
  {
    path: '/admin/yritykset/$companyId',
    access: 'company:create',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/places/CompanyPlace.tsx').then((m) => m.CompanyPlace),
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
    screen: () => import('#features/homes/staff/web/LessorsHome.tsx').then((m) => m.LessorsHome),
  },
  {
    path: '/admin/laskutustaulukot',
    access: 'billing-table:read',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/BillingTablesHome.tsx').then((m) => m.BillingTablesHome),
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
    path: '/admin/liikkeet/$bikeStoreId',
    access: 'bike-store:read',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/places/StorePlace.tsx').then((m) => m.StorePlace),
  },
  {
    path: '/admin/rahoitusyhtiot/$leasingCompanyId',
    access: 'leasing-company:read',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/places/LessorPlace.tsx').then((m) => m.LessorPlace),
  },
  {
    path: '/admin/alv',
    access: 'vat:write',
    layout: 'admin',
    screen: () => import('#features/pricing/vat/web/VatPage.tsx').then((m) => m.VatPage),
  },
  {
    path: '/admin/raportointi',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/homes/employer/web/ReportingHome.tsx').then((m) => m.AdminReportingHome),
  },
]

export const everyScreen: readonly Screen[] = [...screens, ...adminScreens]
