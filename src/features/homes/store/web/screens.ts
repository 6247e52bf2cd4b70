import type { Screen } from '#platform/web/router/screen.ts'

const storePage = () => import('#features/homes/store/web/StorePage.tsx').then((m) => m.StorePage)

/** The addresses outside the administration. */
export const storeHomeScreens: readonly Screen[] = [
  {
    path: '/runkonumero-ja-toimitus/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/homes/store/web/DeliveryPage.tsx').then((m) => m.DeliveryPage),
  },
  {
    path: '/liike/$token',
    access: 'public',
    layout: 'token',
    screen: storePage,
  },
  {
    path: '/korjaus/$token',
    access: 'public',
    layout: 'token',
    screen: storePage,
  },
  {
    path: '/hyvitys/$token',
    access: 'public',
    layout: 'token',
    screen: storePage,
  },
  {
    path: '/huoltolasku/$token',
    access: 'public',
    layout: 'token',
    screen: storePage,
  },
  {
    path: '/palautus/$token',
    access: 'public',
    layout: 'token',
    screen: storePage,
  },
]
