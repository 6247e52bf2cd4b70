import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const lessorFilesAdminScreens: readonly Screen[] = [
  {
    path: '/admin/rahoitustiedostot',
    access: 'lessor-file:read',
    layout: 'admin',
    screen: () => import('#features/leases/lessor-files/web/LessorFilesPage.tsx').then((m) => m.LessorFilesPage),
  },
]
