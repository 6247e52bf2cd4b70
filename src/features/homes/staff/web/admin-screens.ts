import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const staffHomeAdminScreens: readonly Screen[] = [
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
    path: '/admin/laskut',
    access: 'invoice:read',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/AdminInvoices.tsx').then((m) => m.AdminInvoices),
  },
  {
    path: '/admin/sopimukset',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/AgreementsHome.tsx').then((m) => m.AgreementsHome),
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
    path: '/admin/tehtavat',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/today/TodayPage.tsx').then((m) => m.TodayPage),
  },
  {
    path: '/admin/yritykset/$companyId',
    access: 'company:create',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/places/CompanyPlace.tsx').then((m) => m.CompanyPlace),
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
]
