import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const insuranceClaimsScreens: readonly Screen[] = [
  {
    path: '/mybike/vahinko/$claimId',
    access: 'insurance-claim:create',
    layout: 'page',
    screen: () => import('#features/lease-ends/insurance-claims/web/OwnClaimPage.tsx').then((m) => m.OwnClaimPage),
  },
  {
    path: '/tyonantaja/vakuutustapaukset',
    access: 'employer:access',
    layout: 'page',
    screen: () =>
      import('#features/lease-ends/insurance-claims/web/EmployerClaimsPage.tsx').then((m) => m.EmployerClaimsPage),
  },
]
