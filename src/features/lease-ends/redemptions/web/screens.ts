import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const redemptionsScreens: readonly Screen[] = [
  {
    path: '/tyonantaja/lunastukset',
    access: 'employer:access',
    layout: 'page',
    screen: () =>
      import('#features/lease-ends/redemptions/web/EmployerRedemptionsPage.tsx').then((m) => m.EmployerRedemptionsPage),
  },
]
