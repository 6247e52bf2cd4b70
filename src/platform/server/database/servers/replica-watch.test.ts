import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pair, startPair } from '#testing/standby.ts'
import { type Database, openDatabase } from '../db.ts'
import { type Asked, lagMs, lsnOf, maySend, type ReplicaState, watchReplica } from './replica-watch.ts'

describe('a place in the log', () => {
  it('is read as the number that it stands for', () => {
    expect(lsnOf('0/0')).toBe(0n)
    expect(lsnOf('16/B374D848')).toBe(0x16b374d848n)
    expect(lsnOf('1/0') > lsnOf('0/FFFFFFFF')).toBe(true)
    for (const text of ['', '16', '16/', '1/2/3', 'x/1', '123456789/0']) expect(() => lsnOf(text)).toThrow()
  })
})

describe('whether a read goes to the replica', () => {
  const now = 100_000
  const state = (given: Partial<ReplicaState>): ReplicaState => ({ replayed: 50n, at: now - 100, marks: [], ...given })

  it('is decided by what it has replayed, and not by how quiet the primary is', () => {
    const quiet = state({ marks: [{ lsn: 50n, at: now - 90_000 }] })
    expect(lagMs(quiet, now)).toBe(0)
    expect(maySend(quiet, null, now)).toBe(true)
    expect(maySend(quiet, 50n, now)).toBe(true)
    expect(maySend(quiet, 51n, now)).toBe(false)
  })

  it.each([
    ['has not replayed what is a second old', { marks: [{ lsn: 60n, at: now - 1_001 }] }, false],
    ['lacks only what is younger', { marks: [{ lsn: 60n, at: now - 999 }] }, true],
    ['has not answered', { replayed: null }, false],
    ['has not answered lately', { at: now - 1_151 }, false],
  ])('where it %j: %s', (_, given, expected) => {
    expect(maySend(state(given), null, now)).toBe(expected)
  })
})

describe('a watch', () => {
  it('leaves a replica that falls silent for the other, and comes back by its own asking', async () => {
    let isSilent = false
    const silence = new Promise<never>(() => undefined)
    const asked: Asked = { primary: async () => 5n, replica: async () => (isSilent ? silence : 5n) }
    const watch = watchReplica(asked)
    try {
      await watch.known
      expect(watch.maySend(5n)).toBe(true)
      expect(
        await watch.orElse(
          Promise.resolve('replica'),
          async () => 'primary',
          () => true,
        ),
      ).toBe('replica')
      isSilent = true
      // A read that hangs on the replica is answered by the primary once the watch has lost it.
      expect(
        await watch.orElse(
          silence,
          async () => 'primary',
          () => true,
        ),
      ).toBe('primary')
      expect(watch.maySend(null)).toBe(false)
      isSilent = false
      await expect.poll(() => watch.maySend(5n), { timeout: 5_000 }).toBe(true)
    } finally {
      watch.stop()
    }
  })

  it('hands on a fault of the statement, and takes one of the line for the loss of the replica', async () => {
    const watch = watchReplica({ primary: async () => 5n, replica: async () => 5n })
    try {
      await watch.known
      const fails = (message: string) => Promise.reject(new Error(message))
      const isBroken = (error: unknown) => (error as Error).message === 'line'
      await expect(watch.orElse(fails('statement'), async () => 'primary', isBroken)).rejects.toThrow('statement')
      expect(watch.maySend(null)).toBe(true)
      expect(await watch.orElse(fails('line'), async () => 'primary', isBroken)).toBe('primary')
      expect(watch.maySend(null)).toBe(false)
    } finally {
      watch.stop()
    }
  })
})

describe('lists beside a standby', () => {
  let pair: Pair
  let database: Database
  beforeAll(async () => {
    pair = await startPair()
    database = openDatabase({
      write: { connectionString: pair.addressOf([pair.primary]) },
      replica: { connectionString: pair.addressOf([pair.standby]) },
      poolSize: 3,
    })
    await database.replicaKnown
    await sql`create table notes (id int)`.execute(database.primary)
  }, 60_000)
  afterAll(async () => {
    await database.close()
    await pair.close()
  })

  const onStandby = async (db: Database['lists']) =>
    (await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db)).rows[0]!.standby
  const inControl = (text: string) => sql.raw(text).execute(database.primary)

  it('come from it, and hold what their reader has written whether it has caught up or not', async () => {
    await expect.poll(() => onStandby(database.lists), { timeout: 10_000 }).toBe(true)
    for (let id = 1; id <= 20; id += 1) {
      await sql`insert into notes values (${id})`.execute(database.primary)
      const past = (await database.written())!
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from notes`.execute(database.listsPast(past))
      expect(rows[0]!.n).toBe(id)
    }
    const past = (await database.written())!
    await expect.poll(() => onStandby(database.listsPast(past)), { timeout: 10_000 }).toBe(true)
  }, 30_000)

  it('come from the primary while it does not replay, for those who have written at once, for all after a second', async () => {
    await pair.pauseReplay(true)
    await inControl('insert into notes values (100)')
    const past = (await database.written())!
    expect(await onStandby(database.listsPast(past))).toBe(false)
    await expect.poll(() => onStandby(database.lists), { timeout: 10_000 }).toBe(false)
    await pair.pauseReplay(false)
    await expect.poll(() => onStandby(database.listsPast(past)), { timeout: 10_000 }).toBe(true)
  }, 30_000)

  it('come from the primary once it is dead, and no caller sees a fault', async () => {
    await pair.standby.kill()
    for (let tries = 0; tries < 10; tries += 1) expect(await onStandby(database.lists)).toBe(false)
  }, 30_000)
})
