import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const proposalsScreens: readonly Screen[] = [
  {
    path: '/tyonantaja/vahvistukset',
    access: 'proposal:read',
    layout: 'page',
    screen: () =>
      import('#features/ground/proposals/web/EmployerProposalsPage.tsx').then((m) => m.EmployerProposalsPage),
  },
]
