import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Env } from '../runtime/env.ts'

/** Raises the alarm of a record that has shrunk; one is open at a time. */
export async function raiseAlarm(db: Db, env: Env, faults: number): Promise<void> {
  await db
    .insertInto('record_alarms')
    .values({ id: env.id(), faults, found_at: env.now(), updated_at: env.now() })
    .onConflict((conflict) =>
      conflict
        .expression(sql`(closed_at is null)`)
        .where('closed_at', 'is', null)
        .doUpdateSet((e) => ({ faults, updated_at: env.now(), version: e('record_alarms.version', '+', 1) })),
    )
    .execute()
}

/** The record is whole again. */
export async function closeAlarm(db: Db, env: Env): Promise<void> {
  await db
    .updateTable('record_alarms')
    .set((e) => ({ closed_at: env.now(), updated_at: env.now(), version: e('version', '+', 1) }))
    .where('closed_at', 'is', null)
    .execute()
}
