import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses on the way in; they come with every page. */
export const membershipsSignInScreens: readonly Screen[] = [
  {
    path: '/kutsu/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/people/memberships/web/InvitationPage.tsx').then((m) => m.InvitationPage),
  },
]
