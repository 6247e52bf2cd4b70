import { createContext, use } from 'react'
import { pages } from '#platform/contract/pages.ts'
import type { PermissionName, RoleName } from '#platform/contract/permissions.ts'

/** The reply of GET /api/user, as far as the shell reads it. */
export interface SignedInUser {
  userId: string
  email: string
  phoneNumber: string | null
  deactivated: boolean
  firstName: string
  lastName: string
  workEmail: string
  csrfToken: string
  userRoles: readonly {
    companyId: string | null
    groupCompanyId: string | null
    role: { id: string; name: string; rolePermissions: readonly { permission: { id: string; name: string } }[] }
  }[]
}

/** Who is looking. A deactivated person is told so and sees nothing else. */
export type Visitor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'deactivated' }
  | { readonly kind: 'user'; readonly user: SignedInUser }

/** The names of the user's roles, each once. */
export function rolesOf(user: SignedInUser): ReadonlySet<string> {
  return new Set(user.userRoles.map(({ role }) => role.name))
}

/** The names of the user's permissions, collected from all roles without duplicates (specification §6). */
export function permissionsOf(user: SignedInUser): ReadonlySet<string> {
  return new Set(user.userRoles.flatMap(({ role }) => role.rolePermissions.map(({ permission }) => permission.name)))
}

/** /mybike belongs to beneficiaries and to everyone who has no other role. */
export function may(user: SignedInUser, permission: PermissionName): boolean {
  if (permission === 'mybike:access' && user.userRoles.length === 0) return true
  return permissionsOf(user).has(permission)
}

/** Where a person lands after signing in, in the specification's printed order (§4). */
export function homeOf(user: SignedInUser): string {
  const roles = rolesOf(user)
  const has = (...names: RoleName[]) => names.some((name) => roles.has(name))
  if (user.deactivated) return pages.deactivated
  if (has('EMPLOYER_ADMIN', 'EMPLOYER_EDITOR', 'EMPLOYER_GROUP_ADMIN')) return pages.employer
  if (has('EMPLOYER_REPORTING')) return pages.reporting
  if (has('INTERNAL_ADMIN', 'SUPER_ADMIN')) return pages.admin
  if (has('BOOKKEEPING_READER')) return pages.adminBookkeeping
  return pages.myBike
}

const Context = createContext<Visitor>({ kind: 'anonymous' })
export const VisitorProvider = Context.Provider

export function useVisitor(): Visitor {
  return use(Context)
}

/** The signed-in user, or null. */
export function useUser(): SignedInUser | null {
  const visitor = useVisitor()
  return visitor.kind === 'user' ? visitor.user : null
}

/** A function that tells whether the user holds a permission. What it hides the server refuses as well. */
export function useMay(): (permission: PermissionName) => boolean {
  const user = useUser()
  return (permission) => user !== null && may(user, permission)
}
