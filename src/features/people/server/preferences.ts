import type { Db } from '#platform/server/database/db.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import type { Preferences } from '../contract.ts'

/** A person's preferences; version 0 stands for "never chosen". */
export async function readPreferences(db: Db, userId: string): Promise<{ data: Preferences; version: number }> {
  const row = await db
    .selectFrom('user_preferences')
    .select(['preferences', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { data: row.preferences as Preferences, version: row.version } : { data: {}, version: 0 }
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
  requireVersion(given.version, current.version, { data: current.preferences, version: current.version })
  await db
    .updateTable('user_preferences')
    .set({ preferences, version: current.version + 1, updated_at: env.now() })
    .where('user_id', '=', userId)
    .execute()
  return { data: given.preferences, version: current.version + 1 }
}
