import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'

/** Whether a migration has been applied. */
export async function isApplied(db: Db, migration: string): Promise<boolean> {
  const result = await sql`select 1 from schema_migrations where name = ${migration}`.execute(db)
  return result.rows.length > 0
}
