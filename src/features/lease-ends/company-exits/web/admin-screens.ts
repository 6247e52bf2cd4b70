import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const companyExitsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/lahtevat-yritykset',
    access: 'company:exit',
    layout: 'admin',
    screen: () => import('#features/lease-ends/company-exits/web/CompanyExitsPage.tsx').then((m) => m.CompanyExitsPage),
  },
]
