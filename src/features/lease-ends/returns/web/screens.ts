import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const returnsScreens: readonly Screen[] = [
  {
    path: '/tyonantaja/palautukset',
    access: 'employer:access',
    layout: 'page',
    screen: () => import('#features/lease-ends/returns/web/EmployerReturnsPage.tsx').then((m) => m.EmployerReturnsPage),
  },
]
