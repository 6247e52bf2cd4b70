import { type RawBuilder, type Selectable, sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'

export type GroupRow = Selectable<Tables['group_companies']>

/** Which groups a permission reaches: all, or those that the caller's role assignments are bound to. */
export function groupsReached(user: SignedIn, permission: PermissionName): RawBuilder<boolean> {
  const holding = user.assignments.filter((a) => a.role.permissionNames.has(permission))
  if (holding.some((a) => a.role.scopeKind === 'ALL')) return sql<boolean>`true`
  const ids = holding.flatMap((a) => (a.role.scopeKind === 'GROUP' && a.groupCompanyId ? [a.groupCompanyId] : []))
  return ids.length === 0 ? sql<boolean>`false` : sql<boolean>`g.id = any(${ids}::uuid[])`
}

const companiesJson = sql<{ companyId: string; companyName: string }[]>`
  coalesce((select json_agg(json_build_object('companyId', c.id, 'companyName', c.name) order by c.name, c.id)
     from companies c where c.group_company_id = g.id and c.deleted_at is null), '[]')`

const groups = (db: Db, reached: RawBuilder<boolean>) =>
  db
    .selectFrom('group_companies as g')
    .selectAll('g')
    .select(companiesJson.as('companies'))
    .where('g.deleted_at', 'is', null)
    .where(reached)

export async function listGroups(db: Db, reached: RawBuilder<boolean>) {
  return groups(db, reached)
    .orderBy('g.name')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
}

export async function findGroup(db: Db, reached: RawBuilder<boolean>, id: string) {
  return groups(db, reached).where('g.id', '=', id).executeTakeFirst()
}

export async function lockGroup(db: Db, reached: RawBuilder<boolean>, id: string): Promise<GroupRow | undefined> {
  return db
    .selectFrom('group_companies as g')
    .selectAll('g')
    .where('g.id', '=', id)
    .where('g.deleted_at', 'is', null)
    .where(reached)
    .forUpdate()
    .executeTakeFirst()
}
