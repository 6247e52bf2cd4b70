import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const companiesAdminScreens: readonly Screen[] = [
  {
    path: '/admin/yritykset',
    access: 'company:create',
    layout: 'admin',
    screen: () => import('#features/people/companies/web/CompaniesPage.tsx').then((m) => m.CompaniesPage),
  },
  {
    path: '/admin/lisaa-yritys',
    access: 'company:create',
    layout: 'admin',
    screen: () => import('#features/people/companies/web/AddCompanyPage.tsx').then((m) => m.AddCompanyPage),
  },
  {
    path: '/admin/konsernit',
    access: 'group-company:write',
    layout: 'admin',
    screen: () => import('#features/people/companies/groups/web/GroupsPage.tsx').then((m) => m.GroupsPage),
  },
]
