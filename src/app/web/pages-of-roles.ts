import { permissionsOf, type SignedInUser } from '#platform/web/api/user.ts'
import type { HeldRole } from '#platform/web/shell/OptionalBoundary.tsx'
import { everyScreen } from './admin-screens.ts'
import { mayOpen } from './may-open.ts'
import { headerLinks } from './navigation.ts'
import { railGroups } from './rail.ts'

/** Somebody who holds these roles and nothing else. */
const holderOf = (viewer: SignedInUser, roles: readonly HeldRole[]): SignedInUser => ({
  ...viewer,
  deactivated: false,
  userRoles: roles.map(({ name, permissions }) => ({
    companyId: null,
    groupCompanyId: null,
    role: {
      id: name,
      name,
      rolePermissions: permissions.map((permission) => ({ permission: { id: permission, name: permission } })),
    },
  })),
})

/** The pages of whoever holds roles, as the header and the rail of the administration would show them. */
export function pagesOfRoles(viewer: SignedInUser, roles: readonly HeldRole[]) {
  const user = holderOf(viewer, roles)
  const opens = (address: string) => mayOpen(user, address, everyScreen)
  const header = permissionsOf(user).size === 0 ? [] : headerLinks({ kind: 'user', user }, opens)
  const rail = railGroups(opens).flatMap(({ items }) => items.map(({ to, text }) => ({ to, menu: 'rail', text })))
  const first = header.flatMap((link) =>
    'to' in link && rail.every(({ to }) => to !== link.to) ? [{ to: link.to, menu: 'nav', text: link.text }] : [],
  )
  return [...first, ...rail]
}
