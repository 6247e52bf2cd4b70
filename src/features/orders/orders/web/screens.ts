import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const ordersScreens: readonly Screen[] = [
  {
    path: '/kassa/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/orders/orders/counter/web/CounterPage.tsx').then((m) => m.CounterPage),
  },
]
