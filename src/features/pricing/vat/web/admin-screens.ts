import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const vatAdminScreens: readonly Screen[] = [
  {
    path: '/admin/alv',
    access: 'vat:write',
    layout: 'admin',
    screen: () => import('#features/pricing/vat/web/VatPage.tsx').then((m) => m.VatPage),
  },
]
