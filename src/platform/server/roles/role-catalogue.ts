import { sql } from 'kysely'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Role } from '#platform/server/database/scope.ts'

/** The roles with their permissions, held in memory. */
export interface RoleCatalogue {
  /**
   * The roles as they stood at a version or later.
   * @param version the number that the session's statement has read along; it grows with every change of a role
   */
  rolesAt(version: number): Promise<ReadonlyMap<string, Role>>
}

interface CatalogueRow extends Omit<Role, 'permissionNames'> {
  readonly version: number
}

/** Reads the catalogue anew when a request comes that knows of a later version. */
export function createRoleCatalogue(db: Db): RoleCatalogue {
  let known: { version: number; roles: ReadonlyMap<string, Role> } = { version: 0, roles: new Map() }
  return {
    async rolesAt(version) {
      if (known.version >= version) return known.roles
      const read = await readCatalogue(db)
      // Two requests may read at once; the later version stays.
      if (read.version > known.version) known = read
      return read.roles
    },
  }
}

async function readCatalogue(db: Db) {
  const { rows } = await sql<CatalogueRow>`
    select r.id, r.name, r.scope_kind as "scopeKind", r.tier, (select version from role_catalogue) as version,
           coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
              from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = r.id), '[]') as permissions
      from roles r`.execute(db)
  const roles = new Map(
    rows.map(({ version: _, ...role }) => [
      role.id,
      { ...role, permissionNames: new Set<PermissionName>(role.permissions.map(({ name }) => name)) },
    ]),
  )
  return { version: rows[0]?.version ?? 0, roles }
}
