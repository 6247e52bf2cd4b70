import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const billingAdminScreens: readonly Screen[] = [
  {
    path: '/admin/laskutus',
    access: 'billing:run',
    layout: 'admin',
    screen: () => import('#features/money/billing/web/BillingPage.tsx').then((m) => m.BillingPage),
  },
]
