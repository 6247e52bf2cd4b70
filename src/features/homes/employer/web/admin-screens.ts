import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const employerHomeAdminScreens: readonly Screen[] = [
  {
    path: '/admin/raportointi',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/homes/employer/web/ReportingHome.tsx').then((m) => m.AdminReportingHome),
  },
]
