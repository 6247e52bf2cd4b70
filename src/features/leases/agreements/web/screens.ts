import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const agreementsScreens: readonly Screen[] = [
  {
    path: '/mybike/sopimus/$orderId',
    access: 'agreement:sign-employee',
    layout: 'page',
    screen: () =>
      import('#features/leases/agreements/signing/web/EmployeeSignPage.tsx').then((m) => m.EmployeeSignPage),
  },
  {
    path: '/tyonantaja/tilaus/$orderId/allekirjoitus',
    access: 'agreement:sign-employer',
    layout: 'page',
    screen: () =>
      import('#features/leases/agreements/signing/web/EmployerSignPage.tsx').then((m) => m.EmployerSignPage),
  },
  {
    path: '/tyonantaja/allekirjoitukset',
    access: 'agreement:sign-employer',
    layout: 'page',
    screen: () => import('#features/leases/agreements/signing/web/SignAllPage.tsx').then((m) => m.SignAllPage),
  },
]
