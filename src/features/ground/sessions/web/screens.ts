import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const sessionsScreens: readonly Screen[] = [
  {
    path: '/kirjautumisosoite/$token',
    access: 'session',
    layout: 'page',
    screen: () => import('#features/ground/sessions/web/AddressPage.tsx').then((m) => m.AddressPage),
  },
]
