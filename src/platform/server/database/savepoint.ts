import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Does work inside a transaction so that what it has written goes when it fails, and the transaction can go on.
 * @param db a transaction
 * @throws what the work threw, once its writes are undone
 */
export async function inSavepoint<R>(db: Db, work: () => Promise<R>): Promise<R> {
  await sql`savepoint part`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db)
    throw error
  }
}
