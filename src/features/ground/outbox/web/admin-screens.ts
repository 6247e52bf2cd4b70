import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const outboxAdminScreens: readonly Screen[] = [
  {
    path: '/admin/lahetykset',
    access: 'outbox:read',
    layout: 'admin',
    screen: () => import('#features/ground/outbox/web/OutboxPage.tsx').then((m) => m.OutboxPage),
  },
]
