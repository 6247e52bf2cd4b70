import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const maintenanceAdminScreens: readonly Screen[] = [
  {
    path: '/admin/asetukset',
    access: 'settings:write',
    layout: 'admin',
    screen: () => import('#features/operations/maintenance/web/SettingsPage.tsx').then((m) => m.SettingsPage),
  },
]
