import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const absencePlansAdminScreens: readonly Screen[] = [
  {
    path: '/admin/poissaolot',
    access: 'absence-plan:read',
    layout: 'admin',
    screen: () =>
      import('#features/lease-ends/absence-plans/web/AdminAbsencesPage.tsx').then((m) => m.AdminAbsencesPage),
  },
]
