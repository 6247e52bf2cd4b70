import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const bikeServicesScreens: readonly Screen[] = [
  {
    path: '/huolto/$code',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/money/bike-services/web/service-pages.ts').then((m) => m.ServiceVoucherPage),
  },
  {
    path: '/huolto',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/money/bike-services/web/service-pages.ts').then((m) => m.ServiceCodePage),
  },
]
