import type { ErrorCode } from '#platform/contract/errors.ts'
import { type PermissionName, type ScopeKind, scopeKindsOf, tierOfRole } from '#platform/contract/permissions.ts'

/** The tier of a role that somebody creates: over everything like the staff's, otherwise below those who manage people. */
export const tierOfScopeKind: Record<ScopeKind, number> = { ALL: 3, GROUP: 2, COMPANY: 0, SELF: 0 }

interface RoleFacts {
  readonly name: string
  readonly tier: number
  readonly scopeKind: ScopeKind
}

const isBelow = (tier: number, ownTier: number) => tier < ownTier || ownTier === tierOfRole.SUPER_ADMIN

/**
 * Whether somebody may give a role and take it away: only roles below their own, the super admin all of them. Roles over
 * everything and over one's own rows are the staff's to give.
 */
export function mayAssign(own: { readonly tier: number; readonly reachesAll: boolean }, role: RoleFacts): boolean {
  if (!own.reachesAll && (role.scopeKind === 'ALL' || role.scopeKind === 'SELF')) return false
  return isBelow(role.tier, own.tier)
}

/** Whether somebody may create such a role, or change its permissions. */
export function mayChange(ownTier: number, role: Pick<RoleFacts, 'tier'>): boolean {
  return isBelow(role.tier, ownTier)
}

/** Why a permission may not be given to a role, or null: one that reaches every company fits no employer's role. */
export function refusalOfGrant(role: RoleFacts, permission: PermissionName): ErrorCode | null {
  return scopeKindsOf(permission).includes(role.scopeKind) ? null : 'PERMISSION_SCOPE_NOT_ALLOWED'
}

/** Why a permission may not be taken from a role, or null: without the super admin's nobody could give any back. */
export function refusalOfRevoke(role: RoleFacts): ErrorCode | null {
  return role.name === 'SUPER_ADMIN' ? 'ROLE_PROTECTED_NOT_ALLOWED' : null
}
