import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const rolesAdminScreens: readonly Screen[] = [
  {
    path: '/admin/kayttajat',
    access: 'admin:access',
    layout: 'admin',
    screen: () => import('#features/operations/roles/web/UsersPage.tsx').then((m) => m.UsersPage),
  },
  {
    path: '/admin/roolit',
    access: 'role:create',
    layout: 'admin',
    screen: () => import('#features/operations/roles/web/RolesPage.tsx').then((m) => m.RolesPage),
  },
]
