import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const companiesScreens: readonly Screen[] = [
  {
    path: '/tyonantaja/ehdot/$companyId',
    access: 'register-link:create',
    layout: 'page',
    screen: () =>
      import('#features/people/companies/employer-terms/web/EmployerTermsPage.tsx').then((m) => m.EmployerTermsPage),
  },
]
