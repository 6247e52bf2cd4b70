import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const bankingScreens: readonly Screen[] = [
  {
    path: '/takaisinmaksu/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/money/banking/web/RepaymentPage.tsx').then((m) => m.RepaymentPage),
  },
]
