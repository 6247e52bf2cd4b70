import type { ErrorCode } from '#platform/contract/errors.ts'
import { guardedAreaOf, isWithinCatalogue } from '#platform/contract/guarded-permissions.ts'
import {
  type PermissionName,
  type RoleName,
  roleNames,
  type ScopeKind,
  scopeKindsOf,
  tierOfRole,
} from '#platform/contract/permissions.ts'

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

/** The built-in role from which one is cut where its maker names none: the narrowest of its kind that acts. */
export const narrowestOf: Record<ScopeKind, RoleName> = {
  ALL: 'INTERNAL_ADMIN',
  GROUP: 'EMPLOYER_GROUP_ADMIN',
  COMPANY: 'EMPLOYER_REPORTING',
  SELF: 'BIKE_BENEFICIARY',
}

const isBuiltIn = (name: string): name is RoleName => (roleNames as readonly string[]).includes(name)

/**
 * Why a permission may not be given to a role, or null: one that reaches every company fits no employer's role, and health
 * data, deciding, signing and money stay with the roles of the catalogue.
 * @param origin of a role that somebody has made, the permissions of the built-in role that it is cut from
 */
export function refusalOfGrant(
  role: RoleFacts,
  permission: PermissionName,
  origin: readonly PermissionName[] | null,
): ErrorCode | null {
  if (!scopeKindsOf(permission).includes(role.scopeKind)) return 'PERMISSION_SCOPE_NOT_ALLOWED'
  if (guardedAreaOf(permission) === null) return null
  const isHeldAtFirst = origin
    ? origin.includes(permission)
    : isBuiltIn(role.name) && isWithinCatalogue(role.name, permission)
  return isHeldAtFirst ? null : 'PERMISSION_GUARDED'
}

/** Why a permission may not be taken from a role, or null: without the super admin's nobody could give any back. */
export function refusalOfRevoke(role: RoleFacts): ErrorCode | null {
  return role.name === 'SUPER_ADMIN' ? 'ROLE_PROTECTED_NOT_ALLOWED' : null
}
