import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const accountsScreens: readonly Screen[] = [
  {
    path: '/kayttaja',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/operations/accounts/web/OwnDetailsPage.tsx').then((m) => m.OwnDetailsPage),
  },
  {
    path: '/asetukset/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/operations/accounts/web/PreferencesPage.tsx').then((m) => m.PreferencesPage),
  },
]
