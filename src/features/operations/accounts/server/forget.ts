import { sql } from 'kysely'
import { ownTables } from '#features/operations/personal-data/server/own-tables.ts'
import type { Db } from '#platform/server/database/db.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'

/**
 * Removes the account of somebody who has no part in anything any more: no role, no company, nothing that they have
 * signed, decided or made for others. Whoever still has a part in something stays as they are.
 */
export async function forgetPerson(db: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = ${userId}
       and not exists (select from user_roles r where r.user_id = u.id)
       and not exists (select from beneficiary_employees e where e.user_id = u.id) for update`.execute(db)
  if (rows.length === 0) return
  const remove = async () => {
    for (const table of ownTables) await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db)
    await db.deleteFrom('users').where('id', '=', userId).execute()
  }
  await inSavepoint(db, remove).catch((error: { code?: string }) => {
    if (error.code !== foreignKeyViolation) throw error
  })
}

const foreignKeyViolation = '23503'
