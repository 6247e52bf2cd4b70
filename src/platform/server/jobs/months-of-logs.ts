import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** Logs that lie in one table a month. */
const logs = ['outbox', 'notifications'] as const
const lockNotAvailable = '55P03'
const attempts = 5
/** Rows that go in one statement. */
const PIECE = 5_000

interface Kept {
  readonly made: number
  readonly dropped: number
}

/** One log's months, with locks that are given within two seconds or asked for anew. */
async function keep(db: Db, log: (typeof logs)[number], keptFrom: Date): Promise<Kept> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rows } = await sql<Kept>`select made, dropped from keep_months(${log}, ${keptFrom})`.execute(db)
      return rows[0] ?? { made: 0, dropped: 0 }
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || attempt === attempts) throw error
      await pause(500 * attempt)
    }
  }
}

/**
 * Makes the months ahead of every log, and drops those whose time is over.
 * @param keptFrom the month that it lies in goes whole, with all before it
 */
export async function keepMonths(db: Db, keptFrom: Date): Promise<Kept> {
  let [made, dropped] = [0, 0]
  for (const log of logs) {
    const kept = await keep(db, log, keptFrom)
    made += kept.made
    dropped += kept.dropped
    await sql`select weigh_log(${log})`.execute(db)
  }
  return { made, dropped }
}

/** Removes what is older and lies in no month that has gone, piece by piece. @returns how many rows */
export async function removeOlder(db: Db, log: (typeof logs)[number], before: Date): Promise<number> {
  for (let removed = 0; ; ) {
    const { numAffectedRows } = await sql`delete from ${sql.table(log)} where id = any(array(
      select id from ${sql.table(log)} where created_at < ${before} limit ${sql.lit(PIECE)}))`.execute(db)
    removed += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < PIECE) return removed
  }
}
