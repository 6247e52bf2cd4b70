import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const lessorHomeScreens: readonly Screen[] = [
  {
    path: '/rahoittaja/$token',
    access: 'public',
    layout: 'token',
    screen: () => import('#features/homes/lessor/web/LessorPage.tsx').then((m) => m.LessorPage),
  },
]
