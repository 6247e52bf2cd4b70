import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoBrand } from '#platform/values/brand.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type Database, openDatabase } from '../database/db.ts'
import { sealedColumns } from '../database/sealed-values.ts'
import { createSeal } from '../documents/operator-seal.ts'
import { keepEventHeads, keptRecord } from '../events/event-heads.ts'
import { isTextSealed, openEventLog, readEventLog, sealText } from '../events/event-keys.ts'
import { logEvent, systemActor } from '../events/events.ts'
import { verifyChains } from '../events/verify-chains.ts'
import type { Services } from '../http/context.ts'
import { createLinkToken } from '../http/link-tokens.ts'
import type { Config } from '../runtime/config.ts'
import { systemEnv } from '../runtime/env.ts'
import { createVault } from '../runtime/secrets.ts'
import { makeRecordRoots, verifyRoots } from './record-roots.ts'
import { retireKey } from './retire-key.ts'

const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name}-key-for-tests-0123456789abcdef`) as [
  string,
  string,
  string,
]

let own: TestDatabase
let database: Database
let dataDir: string
beforeEach(async () => {
  own = await createTestDatabase()
  database = openDatabase({ write: own.connection, poolSize: 3 })
  dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-retire-'))
})
afterEach(async () => {
  await database.close()
  await own.drop()
  rmSync(dataDir, { recursive: true })
})

const keysOf = (secretKey: string, previousSecretKey: string | null = null) => ({
  dataDir,
  secretKey,
  previousSecretKey,
})
const start = (...keys: [string, string?]) => openEventLog(database.primary, keysOf(keys[0], keys[1] ?? null))
const subject = systemEnv.id()
const write = (id = subject) =>
  database.transaction((db) =>
    logEvent(db, systemEnv, systemActor, 'REGISTER_CHANGED', { subject: { type: 'register', id }, data: { step: 1 } }),
  )

/** What a node with these keys does each hour. */
async function hour(secretKey: string, previousSecretKey: string | null = null): Promise<void> {
  const config = { ...keysOf(secretKey, previousSecretKey), sealP12File: null } as Config
  const services = { config, database, env: systemEnv, ...createSeal(config, systemEnv, demoBrand) } as Services
  await makeRecordRoots.run(services)
  await keepEventHeads.run(services)
}

const sealLink = async (secretKey: string) => {
  const link = { purpose: 'join' as const, days: 1, seal: createVault(secretKey).seal }
  return (await createLinkToken(database.primary, systemEnv, link)).token
}
const links = async () =>
  (await database.primary.selectFrom('link_tokens').select('sealed').orderBy('id').execute()).map(
    ({ sealed }) => sealed!,
  )

/** All that a process with one key finds wrong. */
async function faultsWith(secretKey: string): Promise<string[]> {
  const keys = keysOf(secretKey)
  await readEventLog(database.primary, keys)
  const record = await keptRecord(database.primary, keys)
  const chains = await verifyChains(database.primary, record.heads)
  const roots = await verifyRoots(database.primary, keys)
  return [...record.faults, ...chains.faults, ...roots].map(({ fault, position }) => `${fault} ${position}`)
}

/** A service of some hours under the first key, then started with a second one beside it. */
async function changed(): Promise<string[]> {
  await start(first)
  for (let i = 0; i < 3; i += 1) await write()
  await write(systemEnv.id())
  const tokens = [await sealLink(first)]
  await hour(first)
  await write()
  await hour(first)
  await start(second, first)
  await write()
  tokens.push(await sealLink(second))
  return tokens
}

describe('a key that is retired', () => {
  it('opens and proves nothing any more: what it had sealed and linked holds under the key after it, alone', async () => {
    const tokens = await changed()
    const done = await retireKey(database, keysOf(second, first), systemEnv)
    expect(done).toEqual({ chains: 2, values: 1, lost: 0 })
    expect((await links()).map(createVault(second).open)).toEqual(tokens)
    expect(await faultsWith(second)).toEqual([])
    await expect(readEventLog(database.primary, keysOf(first))).rejects.toThrow('written with another key')
    await start(second)
    await write()
    await hour(second)
    expect(await faultsWith(second)).toEqual([])
  })

  it('makes room for the next: any number of keys can follow each other', async () => {
    const tokens = await changed()
    await retireKey(database, keysOf(second, first), systemEnv)
    await start(third, second)
    await write()
    await hour(third, second)
    await retireKey(database, keysOf(third, second), systemEnv)
    expect(await faultsWith(third)).toEqual([])
    expect((await links()).map(createVault(third).open)).toEqual(tokens)
  })

  it('is named in the log, with how much it had written', async () => {
    await changed()
    await retireKey(database, keysOf(second, first), systemEnv)
    const event = await database.primary
      .selectFrom('events')
      .select('data')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(event?.data).toEqual({ register: 'secret-key', change: 'retired', chains: 2, values: 1 })
  })

  it('may be retired again where that was cut short', async () => {
    await changed()
    await retireKey(database, keysOf(second, first), systemEnv)
    await sql`delete from event_closings where subject_id = ${subject}`.execute(database.primary)
    expect(await faultsWith(second)).toContain('CHANGED 1')
    await retireKey(database, keysOf(second, first), systemEnv)
    expect(await faultsWith(second)).toEqual([])
  })
})

describe('once a key is retired, the log still finds', () => {
  const forge = async (forgery: ReturnType<typeof sql>) => {
    await changed()
    await retireKey(database, keysOf(second, first), systemEnv)
    for (const table of ['events', 'event_chains', 'record_roots', 'record_leaves'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(database.primary)
    await forgery.execute(database.primary)
    return faultsWith(second)
  }

  it.each([
    [
      'an event whose facts were changed',
      sql`update events set data = '{"step":9}' where subject_id = ${subject} and position = 1`,
      'CHANGED 1',
    ],
    [
      'an event whose type was changed',
      sql`update events set type = 'USER_CREATED' where subject_id = ${subject} and position = 2`,
      'CHANGED 5',
    ],
    [
      'an event that was taken out',
      sql`delete from events where subject_id = ${subject} and position = 2`,
      'MISSING 2',
    ],
    [
      'a closing that was made to fit',
      sql`update event_closings set length = 2 where subject_id = ${subject}`,
      'CHANGED 2',
    ],
    [
      'a root that says something else',
      sql`update record_roots set statement = replace(statement, '"size":', '"size": ') where number = 1`,
      'ROOT 1',
    ],
  ])('%s', async (_, forgery, fault) => {
    expect(await forge(forgery)).toContain(fault)
  })
})

describe('a sealed folder', () => {
  it('goes over file by file, and leaves what was forged as it is', async () => {
    await changed()
    const folder = path.join(dataDir, 'erasures')
    mkdirSync(folder)
    const body = JSON.stringify({ requestId: 'one' })
    writeFileSync(path.join(folder, 'one.json'), `${sealText(keysOf(first), body)}\n${body}`)
    writeFileSync(path.join(folder, 'two.json'), `${sealText(keysOf(third), body)}\n${body}`)
    await retireKey(database, keysOf(second, first), systemEnv)
    const isSealed = (name: string) => {
      const [seal = '', text = ''] = readFileSync(path.join(folder, name), 'utf8').split('\n')
      return text === body && isTextSealed(keysOf(second), text, seal)
    }
    expect([isSealed('one.json'), isSealed('two.json')]).toEqual([true, false])
  })
})

describe('a key is not retired where', () => {
  it('there is none before it', async () => {
    await start(first)
    await expect(retireKey(database, keysOf(first), systemEnv)).rejects.toThrow('There is no key to retire')
  })

  it('the log is broken: nothing is closed over a break', async () => {
    await changed()
    await sql`alter table events disable trigger user`.execute(database.primary)
    await sql`update events set data = '{"step":9}' where subject_id = ${subject} and position = 1`.execute(
      database.primary,
    )
    await expect(retireKey(database, keysOf(second, first), systemEnv)).rejects.toThrow(/LEAF|CHANGED/)
    await expect(readEventLog(database.primary, keysOf(second))).rejects.toThrow('written with another key')
  })

  it('a kept head was changed', async () => {
    await changed()
    const folder = path.join(dataDir, 'event-heads')
    const [name] = readdirSync(folder)
    const place = path.join(folder, name!)
    const text = readFileSync(place, 'utf8')
    rmSync(place)
    writeFileSync(place, text.replace('"number":1', '"number":7'))
    await expect(retireKey(database, keysOf(second, first), systemEnv)).rejects.toThrow('kept heads')
  })
})

it('every column of sealed texts is found by its name, with the key of its table', async () => {
  const columns = await sealedColumns(database.primary)
  expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual([
    'link_tokens.sealed',
    'orders.security_code_sealed',
    'outbox.sealed',
    'session_tokens.successor_sealed',
    'users.totp_pending_sealed',
    'users.totp_secret_sealed',
  ])
  expect(columns.map(({ key }) => key)).toEqual(['id', 'id', 'id', 'hash', 'id', 'id'])
})
