import { identityChangesSignInScreens } from '#features/ground/identity-changes/web/sign-in-screens.ts'
import { sessionsSignInScreens } from '#features/ground/sessions/web/sign-in-screens.ts'
import { membershipsSignInScreens } from '#features/people/memberships/web/sign-in-screens.ts'
import { registrationSignInScreens } from '#features/people/registration/web/sign-in-screens.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import { may, type SignedInUser } from '#platform/web/api/user.ts'
import type { Layout, Screen } from '#platform/web/router/screen.ts'

/** What a layout itself requires, one of these, beside the access of the screen in it. */
export const layoutAccess: Partial<Record<Layout, readonly PermissionName[]>> = {
  admin: ['admin:access', 'bookkeeping:access'],
}

/** Whether somebody may be in a layout. */
export const opensLayout = (user: SignedInUser | null, layout: Layout): boolean =>
  layoutAccess[layout]?.some((one) => user !== null && may(user, one)) ?? true

/** The addresses on the way in: signing in, recovery and joining. They come with every page and without the other screens. */
export const signInScreens: readonly Screen[] = [
  ...sessionsSignInScreens,
  ...identityChangesSignInScreens,
  ...membershipsSignInScreens,
  ...registrationSignInScreens,
]
