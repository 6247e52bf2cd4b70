import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { employeesWithOrders } from '#features/people/employees/server/people-with-orders.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { keyEventChains } from '#platform/server/events/event-chain.ts'
import { logEvent, logEvents, systemActor } from '#platform/server/events/events.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { createTestDatabase } from '#testing/database.ts'

it('plans rows by ids and an event once, however many ids there are', async () => {
  keyEventChains({ keys: [Buffer.alloc(32)], unkeyedUntil: new Date(0) })
  const own = await createTestDatabase()
  const database = openDatabase({ write: own.connection, poolSize: 1 })
  try {
    await sql`insert into event_chains (subject_type, subject_id, length, head)
      select 'order', gen_random_uuid(), 1, '\\x00' from generate_series(1, 5000)`.execute(database.primary)
    await sql`analyze event_chains`.execute(database.primary)
    for (let i = 0; i < 12; i += 1) {
      const ids = Array.from({ length: 1 + (i % 3) }, () => randomUUID())
      const subject = { type: 'order', id: randomUUID() } as const
      await database.transaction((db) => logEvent(db, systemEnv, systemActor, 'ORDER_CONFIRMED', { subject }))
      await employeesWithOrders(database.primary, ids)
    }
    const { rows } = await sql<{ statement: string; kept: number }>`
      select statement, generic_plans::int as kept from pg_prepared_statements`.execute(database.primary)
    expect(rows.filter(({ kept }) => kept === 0)).toEqual([])
    expect(rows.filter(({ statement }) => /event_chains|unnest/.test(statement))).toHaveLength(3)
  } finally {
    await database.close()
    await own.drop()
  }
})

it('writes the events of more subjects at once than a statement could have values', async () => {
  keyEventChains({ keys: [Buffer.alloc(32)], unkeyedUntil: new Date(0) })
  const own = await createTestDatabase()
  const database = openDatabase({ write: own.connection, poolSize: 1 })
  try {
    const events = Array.from({ length: 17_000 }, () => ({ subject: { type: 'order', id: randomUUID() } as const }))
    await database.transaction((db) => logEvents(db, systemEnv, systemActor, 'ORDER_CONFIRMED', events))
    const { rows } = await sql<{ sealed: number }>`
      select count(*)::int as sealed from event_chains where seal is not null`.execute(database.primary)
    expect(rows[0]!.sealed).toBe(events.length)
  } finally {
    await database.close()
    await own.drop()
  }
})
