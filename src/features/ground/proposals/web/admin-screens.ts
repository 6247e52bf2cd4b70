import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const proposalsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/vahvistukset',
    access: 'proposal:read',
    layout: 'admin',
    screen: () => import('#features/ground/proposals/web/ProposalsPage.tsx').then((m) => m.ProposalsPage),
  },
]
