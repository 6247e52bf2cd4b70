import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const leaseChangesAdminScreens: readonly Screen[] = [
  {
    path: '/admin/verokohtelut',
    access: 'agreement:update-payment',
    layout: 'admin',
    screen: () => import('#features/leases/lease-changes/web/ReviewsPage.tsx').then((m) => m.ReviewsPage),
  },
]
