import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const returnsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/palautukset',
    access: 'return:inspect',
    layout: 'admin',
    screen: () => import('#features/lease-ends/returns/web/ReturnsPage.tsx').then((m) => m.ReturnsPage),
  },
]
