import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const employeeHomeScreens: readonly Screen[] = [
  {
    path: '/mybike',
    access: 'mybike:access',
    layout: 'page',
    screen: () => import('#features/homes/employee/web/MyBikeHome.tsx').then((m) => m.MyBikeHome),
  },
]
