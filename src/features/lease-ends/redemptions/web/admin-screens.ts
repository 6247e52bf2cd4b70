import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const redemptionsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/lunastukset',
    access: 'redemption:manage',
    layout: 'admin',
    screen: () => import('#features/lease-ends/redemptions/web/RedemptionsPage.tsx').then((m) => m.RedemptionsPage),
  },
  {
    path: '/admin/lunastusmaksut',
    access: 'redemption-payment:write',
    layout: 'admin',
    screen: () =>
      import('#features/lease-ends/redemptions/web/RedemptionPaymentsPage.tsx').then((m) => m.RedemptionPaymentsPage),
  },
]
