import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const bankingAdminScreens: readonly Screen[] = [
  {
    path: '/admin/pankki',
    access: 'bank:read',
    layout: 'admin',
    screen: () => import('#features/money/banking/web/BankPage.tsx').then((m) => m.BankPage),
  },
  {
    path: '/admin/pankki/aineisto/$paymentFileId',
    access: 'bank:read',
    layout: 'admin',
    screen: () => import('#features/money/banking/web/PaymentFilePage.tsx').then((m) => m.PaymentFilePage),
  },
]
