import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const bikeStoresAdminScreens: readonly Screen[] = [
  {
    path: '/admin/liikeryhmat',
    access: 'bike-store:read',
    layout: 'admin',
    screen: () => import('#features/pricing/bike-stores/web/StoreGroupsPage.tsx').then((m) => m.StoreGroupsPage),
  },
  {
    path: '/admin/liikkeet',
    access: 'bike-store:read',
    layout: 'admin',
    screen: () => import('#features/pricing/bike-stores/web/StoresPage.tsx').then((m) => m.StoresPage),
  },
]
