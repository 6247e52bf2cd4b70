import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const firstHourAdminScreens: readonly Screen[] = [
  {
    path: '/admin/kayttoonotto',
    access: 'settings:write',
    layout: 'admin',
    screen: () => import('#features/operations/first-hour/web/FirstHourPage.tsx').then((m) => m.FirstHourPage),
  },
]
