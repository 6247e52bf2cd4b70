import { may, type SignedInUser, useUser } from '#platform/web/api/user.ts'
import type { Screen } from '#platform/web/router/screen.ts'
import { screens } from './screens.tsx'
import { opensLayout } from './sign-in-screens.ts'

/** Whether a page exists and opens for somebody: what is refused has no entry in a menu. */
export function mayOpen(user: SignedInUser | null, address: string, among: readonly Screen[] = screens): boolean {
  const screen = among.find(({ path }) => path === address)
  if (!screen) return false
  const { access, layout } = screen
  if (!opensLayout(user, layout)) return false
  if (access === 'public') return true
  if (access === 'stranger') return user === null
  return user !== null && (access === 'session' || may(user, access))
}

export function useMayOpen(among: readonly Screen[] = screens): (address: string) => boolean {
  const user = useUser()
  return (address) => mayOpen(user, address, among)
}
