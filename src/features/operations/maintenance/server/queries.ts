import type { Db } from '#platform/server/database/db.ts'

/** The row of `settings` that holds the switch. */
export const switchKey = 'maintenance'

/** Whether the switch closes the service; locked before it is set. */
export async function isClosed(db: Db, { lock = false } = {}): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', switchKey)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row?.value === true
}

/** Every scheduled job with its last runs, by name. */
export async function listJobs(db: Db) {
  return db.selectFrom('scheduled_jobs').selectAll().orderBy('name').execute()
}
