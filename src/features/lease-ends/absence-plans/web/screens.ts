import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const absencePlansScreens: readonly Screen[] = [
  {
    path: '/tyonantaja/poissaolot',
    access: 'employer:access',
    layout: 'page',
    screen: () =>
      import('#features/lease-ends/absence-plans/web/EmployerAbsencesPage.tsx').then((m) => m.EmployerAbsencesPage),
  },
]
