import {
  permissionNames,
  roleNames,
  scopeKindOfRole,
  seededPermissionsOf,
  tierOfRole,
} from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { roleId, stableId } from '#platform/server/roles/role-ids.ts'

/**
 * Brings the permission catalogue of the code into the database and, the built-in roles with
 * their permissions. A role or a permission that is new in the code is granted once; what an administrator has
 * changed since stays.
 */
export async function syncCatalogue(db: Db): Promise<void> {
  const known = new Set((await db.selectFrom('permissions').select('name').execute()).map((row) => row.name))
  const fresh = permissionNames.filter((name) => !known.has(name))
  if (fresh.length > 0)
    await db
      .insertInto('permissions')
      .values(fresh.map((name) => ({ id: stableId('permission', name), name })))
      .onConflict((c) => c.doNothing())
      .execute()
  const roles = roleNames.map((name) => ({
    id: roleId(name),
    name,
    scope_kind: scopeKindOfRole[name],
    tier: tierOfRole[name],
    built_in: true,
  }))
  const made = await db
    .insertInto('roles')
    .values(roles)
    .onConflict((c) => c.doNothing())
    .returning('name')
    .execute()
  const freshRoles = new Set(made.map(({ name }) => name))
  const grants = roleNames.flatMap((role) =>
    seededPermissionsOf(role)
      .filter((name) => freshRoles.has(role) || fresh.includes(name))
      .map((name) => ({ role_id: roleId(role), permission_id: stableId('permission', name) })),
  )
  if (grants.length > 0)
    await db
      .insertInto('role_permissions')
      .values(grants)
      .onConflict((c) => c.doNothing())
      .execute()
}
