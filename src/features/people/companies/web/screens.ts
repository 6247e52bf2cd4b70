import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const companiesScreens: readonly Screen[] = [
  {
    path: '/yritys-asetukset',
    access: 'employer-settings:access',
    layout: 'page',
    screen: () => import('#features/people/companies/web/CompanySettingsPage.tsx').then((m) => m.CompanySettingsPage),
  },
]
