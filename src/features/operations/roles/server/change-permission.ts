import { guardedAreaOf } from '#platform/contract/guarded-permissions.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { RoleRow } from './queries.ts'

interface Pair {
  readonly role: Pick<RoleRow, 'id' | 'version'>
  readonly permission: { readonly id: string; readonly name: PermissionName }
}

interface Change {
  readonly granted: boolean
  /** Whose choice it is that the role's holders have it. */
  readonly by: string
  readonly actor: Actor
}

async function write(db: Db, { env }: Pick<Services, 'env'>, { role, permission }: Pair, { granted, by }: Change) {
  if (granted)
    await db
      .insertInto('role_permissions')
      .values({ role_id: role.id, permission_id: permission.id, created_at: env.now(), created_by: by })
      .execute()
  else
    await db
      .deleteFrom('role_permissions')
      .where('role_id', '=', role.id)
      .where('permission_id', '=', permission.id)
      .execute()
}

/** Roles that are cut from another hold of what is guarded only what that one holds. */
const rolesAbove = (db: Db, { role, permission }: Pair) =>
  db
    .selectFrom('roles as r')
    .innerJoin('role_permissions as rp', 'rp.role_id', 'r.id')
    .select(['r.id', 'r.version'])
    .where('r.cut_from', '=', role.id)
    .where('rp.permission_id', '=', permission.id)
    .orderBy('r.id')
    .forUpdate('r')
    .execute()

/** Gives a locked role a permission or takes it; what is guarded goes from the roles that are cut from it, too. */
export async function changePermission(
  db: Db,
  services: Pick<Services, 'env'>,
  pair: Pair,
  change: Change,
): Promise<void> {
  const { role, permission } = pair
  await write(db, services, pair, change)
  await db
    .updateTable('roles')
    .set((e) => ({ version: e('version', '+', 1) }))
    .where('id', '=', role.id)
    .execute()
  await logEvent(db, services.env, change.actor, 'ROLE_CHANGED', {
    subject: { type: 'role', id: role.id },
    shared: false,
    data: { permission: permission.name, granted: change.granted },
  })
  if (change.granted || guardedAreaOf(permission.name) === null) return
  for (const cut of await rolesAbove(db, pair)) await changePermission(db, services, { role: cut, permission }, change)
}
