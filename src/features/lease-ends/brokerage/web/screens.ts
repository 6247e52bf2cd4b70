import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const brokerageScreens: readonly Screen[] = [
  {
    path: '/bikeBrokerageService',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/lease-ends/brokerage/web/BrokeragePage.tsx').then((m) => m.BrokeragePage),
  },
  {
    path: '/mybike/valitys/$brokerageId',
    access: 'brokerage:update',
    layout: 'page',
    screen: () => import('#features/lease-ends/brokerage/web/OwnCasePage.tsx').then((m) => m.OwnCasePage),
  },
  {
    path: '/tyonantaja/siirrot',
    access: 'employer:access',
    layout: 'page',
    screen: () =>
      import('#features/lease-ends/brokerage/web/EmployerTransfersPage.tsx').then((m) => m.EmployerTransfersPage),
  },
]
