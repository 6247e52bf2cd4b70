import type { Screen } from '#platform/web/router/screen.ts'

/** The page of the administration that a header leads to; the others come with its frame. */
export const staffHomeScreens: readonly Screen[] = [
  {
    path: '/admin',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/homes/staff/web/ApplicationsPage.tsx').then((m) => m.ApplicationsPage),
  },
]
