import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertLimitsHold, limitsKeptBy } from '#platform/server/http/kept-limits.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openDoor } from '#testing/faults/door.ts'
import { hasPgBouncer, startPooler } from '#testing/faults/pooler.ts'
import { type Database, openDatabase } from './db.ts'

let own: TestDatabase
let folder: string
beforeAll(async () => {
  own = await createTestDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'pooler-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await own.drop()
})

/** A pooler before the test database, or before a way to it. */
const startBefore = (settings: string, server: { readonly host: string; readonly port: number } = own.connection) =>
  startPooler({ ...own.connection, folder, server, settings })

const limitsIn = async (database: Database) => {
  const shown = sql<{ limit: string; readOnly: string }>`
    select current_setting('statement_timeout') as "limit", current_setting('transaction_read_only') as "readOnly"`
  const of = async (db: Database['read']) => (await shown.execute(db)).rows[0]
  return [await of(database.read), await of(database.primary), await database.transaction(of)]
}
const kept = [
  { limit: '30s', readOnly: 'on' },
  { limit: '30s', readOnly: 'off' },
  { limit: '30s', readOnly: 'off' },
]

describe('the limits of time and of reading', () => {
  it('are kept by the connections of a server that is reached straight', async () => {
    expect(await limitsKeptBy(own.connection)).toBe('connection')
    const database = openDatabase({ write: own.connection, poolSize: 2 })
    await assertLimitsHold(database)
    expect(await limitsIn(database)).toEqual(kept)
    await database.close()
  })

  it('are missed at start where nothing keeps them', async () => {
    const forgetful = openDatabase({ write: own.connection, poolSize: 2 })
    await sql`select set_config('statement_timeout', '0', false)`.execute(forgetful.read)
    await expect(assertLimitsHold(forgetful)).rejects.toThrow('does not keep the limits')
    await forgetful.close()
  })

  it.runIf(hasPgBouncer).each([
    ['refuses start-up options', ''],
    ['drops start-up options', 'ignore_startup_parameters = options'],
  ])('are set in each transaction behind a pooler that %s', async (_title, settings) => {
    const pooler = await startBefore(settings)
    try {
      expect(await limitsKeptBy(pooler.connection)).toBe('transaction')
      const database = openDatabase({
        write: pooler.connection,
        poolSize: 2,
        limitsOf: 'transaction',
        prepared: false,
      })
      await assertLimitsHold(database)
      expect(await limitsIn(database)).toEqual(kept)
      await expect(database.read.deleteFrom('settings').execute()).rejects.toMatchObject({ code: '25006' })
      await database.close()
    } finally {
      pooler.process.kill()
    }
  })
})

it.runIf(hasPgBouncer)('a pooler that has lost its server says so in the class of lost connections', async () => {
  const door = await openDoor(own.connection)
  const pooler = await startBefore('server_login_retry = 1\nquery_wait_timeout = 2', door)
  const database = openDatabase({ write: pooler.connection, poolSize: 2, limitsOf: 'transaction', prepared: false })
  try {
    const ask = () => database.transaction((db) => sql`select 1`.execute(db))
    await ask()
    door.set('SHUT')
    await expect(ask()).rejects.toMatchObject({ code: '08P01' })
  } finally {
    await database.close()
    pooler.process.kill()
    await door.close()
  }
})

describe('a kept plan', () => {
  it('whose table a migration changes meanwhile is made anew, alone and in a transaction', async () => {
    const database = openDatabase({ write: own.connection, poolSize: 1 })
    const all = (db: Database['primary']) => sql<{ key: string }>`select * from settings`.execute(db)
    for (let i = 0; i < 6; i += 1) await all(database.primary)
    await sql`alter table settings add column later_alone text`.execute(database.primary)
    expect((await all(database.primary)).rows).toEqual([])
    for (let i = 0; i < 6; i += 1) await database.transaction(all)
    await sql`alter table settings add column later_together text`.execute(database.primary)
    expect((await database.transaction(all)).rows).toEqual([])
    await database.close()
  })

  it('is one for each text from its third use on, never for a list whose filter decides', async () => {
    const database = openDatabase({ write: own.connection, poolSize: 1 })
    const names = (db: Database['read']) =>
      sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
    for (let i = 0; i < 4; i += 1)
      await sql`select value from settings where key = ${`probe ${i}`}`.execute(database.lists)
    const before = await names(database.lists)
    for (let i = 0; i < 4; i += 1)
      await sql`select value from settings where key = ${`probe ${i}`}`.execute(database.read)
    const after = await sql<{ statement: string }>`select statement, 1 as again from pg_prepared_statements`.execute(
      database.lists,
    )
    expect([before.rows.length, after.rows.length]).toEqual([0, 1])
    await database.close()
  })
})
