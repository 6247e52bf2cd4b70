import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const orderCancellationsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/peruutukset',
    access: 'order-cancellation:update',
    layout: 'admin',
    screen: () =>
      import('#features/lease-ends/order-cancellations/web/CancellationsPage.tsx').then((m) => m.CancellationsPage),
  },
]
