import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { verifyLog } from '#features/operations/event-log/server/verify.ts'
import { keptRecord } from '#platform/server/events/event-heads.ts'
import { openWorld, type World } from '#testing/world.ts'

export let world: World

export const db = () => world.services.database.primary

const guarded = [
  'events',
  'event_chains',
  'record_roots',
  'record_leaves',
  'record_stamps',
  'accepted_breaks',
  'payments',
  'ledger_rows',
]

/** What somebody does who owns the database and has no key: the trigger is no wall to them. */
export async function forge(statement: ReturnType<typeof sql>): Promise<void> {
  await world.services.database.transaction(async (tx) => {
    for (const table of guarded) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await statement.execute(tx)
    for (const table of guarded) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}

export const faultsAt = async (id: string) =>
  (await verifyLog(db(), world.services, (await keptRecord(db(), world.services.config)).heads)).faults
    .filter((fault) => fault.subjectId === id)
    .map(({ fault }) => fault)

/** A world for tests of forged rows. */
export function prepareForgery() {
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())
}
