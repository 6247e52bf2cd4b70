import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const termsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/ehdot',
    access: 'terms:write',
    layout: 'admin',
    screen: () => import('#features/ground/terms/web/TermsPage.tsx').then((m) => m.TermsPage),
  },
]
