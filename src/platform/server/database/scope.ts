import { type RawBuilder, sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { ownWrites, type PermissionName, readingRole, type ScopeKind } from '#platform/contract/permissions.ts'

/** A role with what it permits. */
export interface Role {
  readonly id: string
  readonly name: string
  readonly scopeKind: ScopeKind
  readonly tier: number
  readonly permissions: readonly { id: string; name: PermissionName }[]
  readonly permissionNames: ReadonlySet<PermissionName>
}

/** A role assignment as the session read gives it. */
export interface Assignment {
  readonly userRoleId: string
  readonly companyId: string | null
  readonly groupCompanyId: string | null
  /** The companies it reaches now: its own, or those of its group. */
  readonly companyIds: readonly string[]
  readonly role: Role
}

/** Who is signed in, with the union of the rights of all assignments. */
export interface SignedIn {
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly workEmail: string
  readonly phoneNumber: string | null
  readonly language: LanguageCode
  readonly csrfToken: string
  readonly deactivated: boolean
  readonly authenticatedAt: Date
  readonly assignments: readonly Assignment[]
  readonly permissions: ReadonlySet<PermissionName>
}

/** Whose rights are asked: somebody signed in, or somebody to whom something is told. */
export type Holder = Pick<SignedIn, 'userId' | 'assignments' | 'permissions'>

/** Which rows exist for the caller. A row outside is not found. */
export interface Scope {
  readonly all: boolean
  readonly companyIds: readonly string[]
  /** The user whose own rows are inside, when a role gives that. */
  readonly ownerId: string | null
}

export const scopeOfAll: Scope = { all: true, companyIds: [], ownerId: null }

/** A user's own rows and no company's. */
export const scopeOfOwn = (userId: string): Scope => ({ all: false, companyIds: [], ownerId: userId })

/** Whether somebody works for the service itself: a role of theirs reaches every company. */
export const isStaff = ({ assignments }: Pick<SignedIn, 'assignments'>): boolean =>
  assignments.some(({ role }) => role.scopeKind === 'ALL')

/** What all assignments permit together. One role is what most people have, and its set is shared. */
export function permissionsOf(assignments: readonly Assignment[]): ReadonlySet<PermissionName> {
  const roles = [...new Set(assignments.map(({ role }) => role))]
  if (roles.length === 1) return roles[0]!.permissionNames
  return new Set(roles.flatMap(({ permissionNames }) => [...permissionNames]))
}

/** The user as a request that writes knows them: a role that only reads gives no more than the holder's own. */
export function asWriter(user: SignedIn): SignedIn {
  if (user.assignments.every(({ role }) => role.name !== readingRole)) return user
  const assignments = user.assignments.map((assignment) => {
    const { role } = assignment
    if (role.name !== readingRole) return assignment
    const kept = [...role.permissionNames].filter((name) => ownWrites.has(name))
    return { ...assignment, role: { ...role, permissionNames: new Set(kept) } }
  })
  return { ...user, assignments, permissions: permissionsOf(assignments) }
}

/** The rows that one permission reaches: the union over the assignments that hold it. */
export function scopeOf(user: Holder, permission: PermissionName): Scope {
  const holding = user.assignments.filter((a) => a.role.permissionNames.has(permission))
  return {
    all: holding.some((a) => a.role.scopeKind === 'ALL'),
    companyIds: [...new Set(holding.filter((a) => a.role.scopeKind !== 'SELF').flatMap((a) => a.companyIds))],
    ownerId: holding.some((a) => a.role.scopeKind === 'SELF') ? user.userId : null,
  }
}

/**
 * The SQL condition of a scope, the only one that lists, details, counts and exports use.
 * @param columns the qualified columns of the row, such as `e.company_id`; own rows are known by the user's id in `owner`,
 *   or by their person's row in `employee`, which spares the list a join; without either they are not reached
 * @param own how own rows are known where no column tells
 */
export function within(
  scope: Scope,
  columns: { company: string; owner?: string; employee?: string },
  own?: RawBuilder<boolean>,
): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`
  const parts: RawBuilder<boolean>[] = []
  // One company is compared as one, so that an index by company gives its rows in the list's order.
  if (scope.companyIds.length === 1) parts.push(sql<boolean>`${sql.ref(columns.company)} = ${scope.companyIds[0]}`)
  else if (scope.companyIds.length > 1)
    parts.push(sql<boolean>`${sql.ref(columns.company)} = any(${[...scope.companyIds]}::uuid[])`)
  if (scope.ownerId && columns.owner) parts.push(sql<boolean>`${sql.ref(columns.owner)} = ${scope.ownerId}`)
  // An array made once, and not a join, so that an index over the column answers, beside another company's too.
  if (scope.ownerId && columns.employee)
    parts.push(
      sql<boolean>`${sql.ref(columns.employee)} = any(array(select own.id from beneficiary_employees own where own.user_id = ${scope.ownerId}))`,
    )
  if (scope.ownerId && own) parts.push(own)
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** Whether a company is inside a scope; own rows do not open the company. */
export function reaches(scope: Scope, companyId: string): boolean {
  return scope.all || scope.companyIds.includes(companyId)
}

/** The permissions that a user holds over one row: those of the assignments that reach its company or its owner. */
export function permissionsOver(
  user: SignedIn,
  row: { companyId: string; ownerId: string | null },
): ReadonlySet<PermissionName> {
  const reaching = user.assignments.filter(({ role: { scopeKind }, companyIds }) => {
    if (scopeKind === 'ALL') return true
    return scopeKind === 'SELF' ? row.ownerId === user.userId : companyIds.includes(row.companyId)
  })
  // One role is what mostly reaches a row of a list, and its set is shared.
  if (reaching.length === 1) return reaching[0]!.role.permissionNames
  return new Set(reaching.flatMap(({ role }) => [...role.permissionNames]))
}
