import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const insuranceClaimsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/vakuutustapaukset',
    access: 'insurance-claim:manage',
    layout: 'admin',
    screen: () => import('#features/lease-ends/insurance-claims/web/ClaimsPage.tsx').then((m) => m.ClaimsPage),
  },
]
