import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses on the way in; they come with every page. */
export const identityChangesSignInScreens: readonly Screen[] = [
  {
    path: '/muutos/$token',
    access: 'public',
    layout: 'auth',
    screen: () =>
      import('#features/ground/identity-changes/web/IdentityChangePage.tsx').then((m) => m.IdentityChangePage),
  },
]
