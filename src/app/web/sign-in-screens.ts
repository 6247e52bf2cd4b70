import type { ComponentType } from 'react'
import type { PagePath } from '#platform/contract/pages.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import { may, type SignedInUser } from '#platform/web/api/user.ts'

export type Layout = 'page' | 'admin' | 'auth' | 'token' | 'bare'

export interface Screen {
  readonly path: PagePath
  /** Who may open it: everybody, nobody who is signed in, anybody signed in, or holders of a permission. */
  readonly access: 'public' | 'stranger' | 'session' | PermissionName
  readonly layout: Layout
  readonly screen: () => Promise<ComponentType>
}

/** What a layout itself requires, one of these, beside the access of the screen in it. */
export const layoutAccess: Partial<Record<Layout, readonly PermissionName[]>> = {
  admin: ['admin:access', 'bookkeeping:access'],
}

/** Whether somebody may be in a layout. */
export const opensLayout = (user: SignedInUser | null, layout: Layout): boolean =>
  layoutAccess[layout]?.some((one) => user !== null && may(user, one)) ?? true

const recoveryPage = () => import('#features/ground/sessions/web/RecoveryPage.tsx').then((m) => m.RecoveryPage)
const joinPage = () => import('#features/people/registration/web/RegistrationPage.tsx').then((m) => m.RegistrationPage)

/** The addresses on the way in: signing in, recovery and joining. They come with every page and without the other screens. */
export const signInScreens: readonly Screen[] = [
  {
    path: '/kirjaudu',
    access: 'stranger',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/LoginPage.tsx').then((m) => m.LoginPage),
  },
  {
    path: '/kirjaudu-ulos',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/LogoutPage.tsx').then((m) => m.LogoutPage),
  },
  {
    path: '/register',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/RegisterPage.tsx').then((m) => m.RegisterPage),
  },
  { path: '/salasanan-palauttaminen', access: 'public', layout: 'auth', screen: recoveryPage },
  { path: '/palauta-salasana', access: 'public', layout: 'auth', screen: recoveryPage },
  {
    path: '/reset/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/ResetPage.tsx').then((m) => m.ResetPage),
  },
  {
    path: '/aloitus/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/FirstAdminPage.tsx').then((m) => m.FirstAdminPage),
  },
  {
    path: '/muutos/$token',
    access: 'public',
    layout: 'auth',
    screen: () =>
      import('#features/ground/identity-changes/web/IdentityChangePage.tsx').then((m) => m.IdentityChangePage),
  },
  {
    path: '/kutsu/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/people/memberships/web/InvitationPage.tsx').then((m) => m.InvitationPage),
  },
  { path: '/liity/$token', access: 'public', layout: 'auth', screen: joinPage },
  { path: '/$language/liity/$token', access: 'public', layout: 'auth', screen: joinPage },
]
