import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const eInvoicesAdminScreens: readonly Screen[] = [
  {
    path: '/admin/verkkolaskut',
    access: 'e-invoice:receive',
    layout: 'admin',
    screen: () => import('#features/money/e-invoices/web/EInvoicesPage.tsx').then((m) => m.EInvoicesPage),
  },
]
