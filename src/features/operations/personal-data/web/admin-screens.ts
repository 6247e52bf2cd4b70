import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const personalDataAdminScreens: readonly Screen[] = [
  {
    path: '/admin/tietojen-kopiot',
    access: 'personal-data:export',
    layout: 'admin',
    screen: () => import('#features/operations/personal-data/web/PersonalDataPage.tsx').then((m) => m.PersonalDataPage),
  },
]
