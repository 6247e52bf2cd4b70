import type { Db } from '#platform/server/database/db.ts'

/** The kind of row to which the files belong. */
export const FRAME_PHOTO = 'frame-photo'

/** The photographs of an order's frame number, newest first; only the newest is shown. */
export const photosOf = (db: Db, orderId: string) =>
  db
    .selectFrom('files')
    .select(['id', 'created_by', 'created_at'])
    .where('parent_type', '=', FRAME_PHOTO)
    .where('parent_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
