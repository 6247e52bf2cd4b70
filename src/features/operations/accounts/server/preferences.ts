import { kindsFor, type NotificationType } from '#features/ground/notifications/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import type { Preferences } from '../contract.ts'

interface KeptPreferences {
  data: Preferences
  kinds: NotificationType[]
  version: number
}

async function kindsOf(db: Db, userId: string): Promise<NotificationType[]> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('roles.name')
    .where('user_roles.user_id', '=', userId)
    .execute()
  return kindsFor(rows.map(({ name }) => name))
}

/** A person's preferences; version 0 stands for "never chosen". */
export async function readPreferences(db: Db, userId: string): Promise<KeptPreferences> {
  const kinds = await kindsOf(db, userId)
  const row = await db
    .selectFrom('user_preferences')
    .select(['preferences', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { data: row.preferences as Preferences, kinds, version: row.version } : { data: {}, kinds, version: 0 }
}

export async function writePreferences(
  context: BaseContext,
  userId: string,
  given: { preferences: Preferences; version?: number },
) {
  const { db, env } = context
  const preferences = JSON.stringify(given.preferences)
  await db
    .insertInto('user_preferences')
    .values({ user_id: userId, preferences: '{}', version: 0 })
    .onConflict((c) => c.doNothing())
    .execute()
  const current = await db
    .selectFrom('user_preferences')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const kinds = await kindsOf(db, userId)
  requireVersion(given.version, current.version, { data: current.preferences, kinds, version: current.version })
  await db
    .updateTable('user_preferences')
    .set({ preferences, version: current.version + 1, updated_at: env.now() })
    .where('user_id', '=', userId)
    .execute()
  return { data: given.preferences, kinds, version: current.version + 1 }
}
