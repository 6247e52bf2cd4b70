import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const employerHomeScreens: readonly Screen[] = [
  {
    path: '/tyonantaja',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/EmployerHome.tsx').then((m) => m.EmployerHome),
  },
  {
    path: '/tyonantaja/tilaus/$orderId',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/EmployerOrderPage.tsx').then((m) => m.EmployerOrderPage),
  },
  {
    path: '/yritys-asetukset',
    access: 'employer-settings:access',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/SettingsHome.tsx').then((m) => m.SettingsHome),
  },
  {
    path: '/tyonantaja/pyorat',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/BikeMatters.tsx').then((m) => m.BikeMatters),
  },
  {
    path: '/raportointi/laskut',
    access: 'billing:read',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/EmployerInvoices.tsx').then((m) => m.EmployerInvoices),
  },
  {
    path: '/raportointi',
    access: 'reporting:access',
    layout: 'page',
    screen: () => import('#features/homes/employer/web/ReportingHome.tsx').then((m) => m.ReportingHome),
  },
]
