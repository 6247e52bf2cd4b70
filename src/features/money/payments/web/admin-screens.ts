import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const paymentsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/kayttajamaksut',
    access: 'invoice:write',
    layout: 'admin',
    screen: () => import('#features/money/payments/web/UserPaymentsPage.tsx').then((m) => m.UserPaymentsPage),
  },
]
