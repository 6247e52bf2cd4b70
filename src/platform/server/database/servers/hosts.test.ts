import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pair, startPair } from '#testing/standby.ts'
import { openDatabase } from '../db.ts'
import { createClient, hostsOf, reached, userIn } from './hosts.ts'

describe('an address of a database', () => {
  it.each([
    ['postgres://u:p@one/db', ['postgres://u:p@one/db'], 'read-write'],
    [
      'postgresql://u:p%40@one,two:5433/db?sslmode=require&target_session_attrs=standby',
      ['postgresql://u:p%40@one/db?sslmode=require', 'postgresql://u:p%40@two:5433/db?sslmode=require'],
      'standby',
    ],
    [
      'postgres://u@[::1]:5432,%2Ftmp%2Fs:5433/db',
      ['postgres://u@[::1]:5432/db', 'postgres://u@%2Ftmp%2Fs:5433/db'],
      'read-write',
    ],
  ])('%s names each of its hosts', (text, urls, wanted) => {
    expect(hostsOf(text)).toEqual({ urls, wanted })
    expect(userIn(text)).toBe('u')
  })

  it.each([
    'mysql://one/db',
    'one,two',
    'postgres://one,/db',
    'postgres://one:x,two/db',
    'postgres://one,two/db?target_session_attrs=prefer',
    '',
  ])('%s is none', (text) => {
    expect(hostsOf(text)).toBeNull()
  })
})

describe('two servers behind one address', () => {
  let pair: Pair
  beforeAll(async () => {
    pair = await startPair()
  }, 60_000)
  afterAll(() => pair.close())

  const portOf = async (connectionString: string) => {
    const client = createClient({ connectionString })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      return rows[0]!.standby ? 'standby' : 'primary'
    } finally {
      await client.end()
    }
  }

  it('the one that is wanted is taken, in whatever order they stand', async () => {
    const { primary, standby } = pair
    for (const hosts of [
      [primary, standby],
      [standby, primary],
    ]) {
      expect(await portOf(pair.addressOf(hosts))).toBe('primary')
      expect(await portOf(pair.addressOf(hosts, 'primary'))).toBe('primary')
      expect(await portOf(pair.addressOf(hosts, 'standby'))).toBe('standby')
      expect(await portOf(pair.addressOf(hosts, 'read-only'))).toBe('standby')
    }
    expect(await portOf(pair.addressOf([standby, primary], 'any'))).toBe('standby')
  })

  it('where none is as wanted, it is said, by the word for "no server now"', async () => {
    await expect(portOf(pair.addressOf([pair.standby, pair.standby]))).rejects.toMatchObject({
      code: '08001',
      message: expect.stringContaining('is not read-write'),
    })
  })

  it('after the first has died and the second was promoted, new connections, the jobs too, go to the second', async () => {
    const { primary, standby } = pair
    const connectionString = pair.addressOf([primary, standby])
    const database = openDatabase({ write: { connectionString }, poolSize: 2 })
    const boss = new PgBoss(reached({ connectionString, schema: 'queue', max: 1 }))
    boss.on('error', () => undefined)
    try {
      await boss.start()
      await boss.createQueue('drill')
      await sql`create table kept (id int)`.execute(database.primary)
      await sql`insert into kept values (1)`.execute(database.primary)
      await pair.hasCaughtUp()
      await primary.kill()
      await expect(sql`insert into kept values (2)`.execute(database.primary)).rejects.toThrow()
      await pair.promote()
      // What was idle on the dead server is found out by its next user.
      const write = () => sql`insert into kept values (3)`.execute(database.primary)
      await write().catch(() => write())
      const { rows } = await sql<{ id: number }>`select id from kept order by id`.execute(database.read)
      expect(rows.map(({ id }) => id)).toEqual([1, 3])
      const send = () => boss.send('drill', { after: true })
      expect(await send().catch(() => send())).toMatch(/-/)
    } finally {
      await boss.stop({ graceful: false })
      await database.close()
    }
  }, 60_000)
})
