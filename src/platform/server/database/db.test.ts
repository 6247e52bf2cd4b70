import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { partOf } from '#testing/part-of.ts'
import { type Database, type Db, openDatabase } from './db.ts'
import { lazyTransaction } from './transaction.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase({ write: own.connection, poolSize: 2, waitMs: 300 })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})
beforeEach(async () => {
  await database.primary.deleteFrom('settings').where('key', 'like', 'probe%').execute()
})

const write = (db: Database['primary'], key: string) =>
  db
    .insertInto('settings')
    .values({ key: `probe ${key}`, value: JSON.stringify(true) })
    .execute()
const written = async () =>
  (await database.primary.selectFrom('settings').select('key').where('key', 'like', 'probe%').execute()).length
/** Ends a statement as PostgreSQL ends one of two transactions that met head-on. */
const collide = (db: Database['primary'], code: string) =>
  sql.raw(`do $$ begin raise exception 'collision' using errcode = '${code}'; end $$`).execute(db)

describe('a statement that fails', () => {
  it('says in its stack who asked for it', async () => {
    async function whoAsks() {
      await sql`select 1 / 0`.execute(database.read)
    }
    const error = await whoAsks().catch((found: Error) => found)
    expect(error).toMatchObject({ code: '22012' })
    expect(String(error?.stack)).toMatch(/at (async )?whoAsks/)
  })
})

describe('a command that reads all there is', () => {
  it('has the time that it asks for, and nobody else has', async () => {
    const patient = openDatabase({ write: own.connection, poolSize: 1, statementMs: 3_600_000 })
    const limitOf = (db: Db) =>
      sql<{ limit: string }>`select current_setting('statement_timeout') as "limit"`.execute(db)
    try {
      expect((await limitOf(patient.primary)).rows).toEqual([{ limit: '1h' }])
      expect((await limitOf(database.primary)).rows).toEqual([{ limit: '30s' }])
    } finally {
      await patient.close()
    }
  })
})

describe('a single row that is not answered', () => {
  it('is given up soon and its connection with it, while lists, writes and the next row go on', async () => {
    const hasty = openDatabase({ write: own.connection, poolSize: 1, rowWithinMs: 100 })
    const slow = sql`select pg_sleep(0.4)`
    for (const db of [hasty.read, hasty.primaryRow])
      await expect(slow.execute(db)).rejects.toThrow('Query read timeout')
    for (const db of [hasty.freshLists, hasty.primary]) expect((await slow.execute(db)).rows).toHaveLength(1)
    for (const db of [hasty.read, hasty.primaryRow]) expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
    await hasty.close()
  })
})

describe('a transaction', () => {
  it.each(['40001', '40P01'])('that ends with %s runs again from its beginning and takes effect once', async (code) => {
    let runs = 0
    await database.transaction(async (db) => {
      runs += 1
      await write(db, 'once')
      if (runs < 3) await collide(db, code)
    })
    expect(runs).toBe(3)
    expect(await written()).toBe(1)
  })

  it('is given up after the third collision, and other errors are not repeated', async () => {
    let runs = 0
    const endingWith = (code: string) =>
      database.transaction(async (db) => {
        runs += 1
        await collide(db, code)
      })
    await expect(endingWith('40001')).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(3)
    await expect(endingWith('23505')).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(4)
  })

  it('runs again when the collision shows only at the commit', async () => {
    await sql`create function collide_unless_calm() returns trigger language plpgsql as $$ begin
      if current_setting('probe.calm', true) is distinct from 'on' then
        raise exception 'collision' using errcode = '40001'; end if; return null; end $$`.execute(database.primary)
    await sql`create constraint trigger collide_late after insert on settings deferrable initially deferred
      for each row execute function collide_unless_calm()`.execute(database.primary)
    try {
      let runs = 0
      await database.transaction(async (db) => {
        runs += 1
        if (runs === 2) await sql`set local probe.calm = 'on'`.execute(db)
        await write(db, 'late')
      })
      expect(runs).toBe(2)
      expect(await written()).toBe(1)
    } finally {
      await sql`drop trigger collide_late on settings`.execute(database.primary)
      await sql`drop function collide_unless_calm()`.execute(database.primary)
    }
  })

  it('does not pass for committed when a failed statement was passed over', async () => {
    const careless = database.transaction(async (db) => {
      await write(db, 'lost')
      await collide(db, '23505').catch(() => undefined)
    })
    await expect(careless).rejects.toThrow('nothing was committed')
    expect(await written()).toBe(0)
  })

  it('takes no connection before its first query and none after its end', async () => {
    const transaction = database.begin()
    const before = database.pool.totalCount - database.pool.idleCount
    await transaction.rollback()
    await transaction.rollback()
    expect(before).toBe(0)
    await expect(write(transaction.db, 'late')).rejects.toThrow('has ended')
    await expect(transaction.commit()).rejects.toThrow('has ended')
  })
})

describe('the pool', () => {
  it('refuses a query that finds no free connection, and works again when one is given back', async () => {
    const holders = [database.begin(), database.begin()]
    await Promise.all(holders.map((holder) => sql`select 1`.execute(holder.db)))
    await expect(sql`select 1`.execute(database.primary)).rejects.toThrow('timeout exceeded when trying to connect')
    const late = database.begin()
    await expect(write(late.db, 'never')).rejects.toThrow('timeout exceeded when trying to connect')
    await late.rollback()
    await Promise.all(holders.map((holder) => holder.rollback()))
    await write(database.primary, 'again')
    expect(await written()).toBe(1)
  })

  it('loses connections at work, in the middle of transactions, without losing the process or a place', async () => {
    const cut = async () => {
      const transaction = database.begin()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction.db)
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(database.primary)
      const failed = await write(transaction.db, 'lost').then(
        () => null,
        (error: unknown) => error,
      )
      expect(failed).not.toBeNull()
      await transaction.rollback()
    }
    for (let i = 0; i < 3; i += 1) await cut()
    await Promise.all([write(database.primary, 'a'), write(database.primary, 'b')])
    expect(await written()).toBe(2)
    expect(database.pool.totalCount).toBe(database.pool.idleCount)
  })

  it('gives the place back when a transaction cannot even begin', async () => {
    const given: unknown[] = []
    const client = partOf<pg.PoolClient>({
      query: () => Promise.reject(new Error('Connection terminated unexpectedly')),
      release: (destroy) => given.push(destroy),
    })
    const broken = partOf<pg.Pool>({ connect: async () => client })
    const transaction = lazyTransaction({ pool: broken, names: () => undefined })
    await expect(write(transaction.db, 'never')).rejects.toThrow('Connection terminated')
    await transaction.rollback()
    expect(given).toEqual([true])
  })
})
