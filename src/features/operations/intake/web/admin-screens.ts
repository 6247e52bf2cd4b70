import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const intakeAdminScreens: readonly Screen[] = [
  {
    path: '/admin/saapuneet',
    access: 'bank:read',
    layout: 'admin',
    screen: () => import('#features/operations/intake/web/IntakePage.tsx').then((m) => m.IntakePage),
  },
]
