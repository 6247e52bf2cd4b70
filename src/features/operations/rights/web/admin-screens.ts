import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const rightsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/tietopyynnot',
    access: 'personal-data:decide',
    layout: 'admin',
    screen: () => import('#features/operations/rights/web/RequestsPage.tsx').then((m) => m.RequestsPage),
  },
]
