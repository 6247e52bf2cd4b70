import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const paymentsScreens: readonly Screen[] = [
  {
    path: '/maksu/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/money/payments/web/PayPage.tsx').then((m) => m.PayPage),
  },
]
