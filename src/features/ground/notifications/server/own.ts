import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'

/** Marks a user's unread notifications as read; all of them without ids. @returns how many changed */
export async function markRead(db: Db, userId: string, now: Date, ids?: readonly string[]): Promise<number> {
  const result = await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${[...(ids ?? [])]}::uuid[])`))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** @returns whether there was one to delete */
export async function deleteNotification(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('notifications')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
