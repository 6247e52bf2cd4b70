import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { COUNT_MAX, countOf } from '#platform/server/database/pages-of-rows.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { NotificationPriority, NotificationType } from '../rules.ts'

export type NotificationRow = Selectable<Tables['notifications']>

export interface NotificationFilter {
  readonly unreadOnly?: boolean | undefined
  readonly types?: readonly NotificationType[] | undefined
  readonly priority?: NotificationPriority | undefined
}

/** A page of a user's notifications, newest first, and how many there are. */
export async function listNotifications(
  db: Db,
  userId: string,
  filter: NotificationFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const { types, priority } = filter
  const chosen = db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(filter.unreadOnly === true, (query) => query.where('read_at', 'is', null))
    .$if(types !== undefined, (query) => query.where('type', 'in', [...(types ?? [])]))
    .$if(priority !== undefined, (query) => query.where('priority', '=', priority ?? 'NORMAL'))
  const rows = await chosen
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countOf(db, chosen) }
}

export async function findNotification(db: Db, userId: string, id: string): Promise<NotificationRow | undefined> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  return countOf(db, db.selectFrom('notifications').where('user_id', '=', userId).where('read_at', 'is', null))
}

interface Unread {
  readonly unread: number
  /** When the newest notification was written, in milliseconds since 1970 and their parts. */
  readonly newestAt: number | null
}

/** How many notifications the user `u` has not read, and when the newest was written. */
export const unreadOfUser = sql<Unread>`json_build_object(
  'unread', (select count(*) from (select from notifications where user_id = u.id and read_at is null
     limit ${sql.lit(COUNT_MAX + 1)}) unread),
  'newestAt', (select extract(epoch from max(created_at)) * 1000 from notifications where user_id = u.id))`

/** How many of the ids are the user's own. */
export async function countOwn(db: Db, userId: string, ids: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select((count) => count.fn.countAll<number>().as('own'))
    .where('user_id', '=', userId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .executeTakeFirstOrThrow()
  return Number(row.own)
}
