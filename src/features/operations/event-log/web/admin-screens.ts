import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const eventLogAdminScreens: readonly Screen[] = [
  {
    path: '/admin/tapahtumat',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/operations/event-log/web/EventsPage.tsx').then((m) => m.EventsPage),
  },
]
