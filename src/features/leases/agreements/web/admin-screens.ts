import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const agreementsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/asiakirjat',
    access: 'signed-document:update',
    layout: 'admin',
    screen: () => import('#features/leases/agreements/web/DocumentsPage.tsx').then((m) => m.DocumentsPage),
  },
]
