import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type Database, openDatabase } from '../database/db.ts'
import { unkeyedHash } from './event-chain.ts'
import { openEventLog, readEventLog } from './event-keys.ts'
import { logEvent, systemActor } from './events.ts'
import { verifyChains } from './verify-chains.ts'

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
  database = openDatabase({ write: own.connection, poolSize: 2 })
  dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-keys-'))
})
afterEach(async () => {
  await database.close()
  await own.drop()
  rmSync(dataDir, { recursive: true })
})

const note = () => path.join(dataDir, 'events-keyed-since')
const start = (secretKey: string, previousSecretKey: string | null = null) =>
  openEventLog(database.primary, { dataDir, secretKey, previousSecretKey })
const write = () =>
  database.transaction((db) =>
    logEvent(db, systemEnv, systemActor, 'REGISTER_CHANGED', {
      subject: { type: 'register', id: systemEnv.id() },
      data: { step: 1 },
    }),
  )
const faults = async () => (await verifyChains(database.primary)).faults.map(({ fault }) => fault)

/** What somebody does without the key: the newest event is changed, and linked as a release without a key did. */
async function forgeWithoutKey(): Promise<void> {
  const db = database.primary
  await sql`alter table events disable trigger user`.execute(db)
  const event = await db.selectFrom('events').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const hash = unkeyedHash(event.previous_hash, { ...event, data: { step: 9 } })
  await sql`with one as (update events set data = '{"step":9}', hash = ${hash} where id = ${event.id})
    update event_chains set head = ${hash}, seal = null where subject_id = ${event.subject_id}`.execute(db)
}

describe('the note since when events are keyed', () => {
  it('stops a start once somebody has changed it', async () => {
    await start(first)
    const [, seal] = readFileSync(note(), 'utf8').split('\n')
    writeFileSync(note(), `2099-01-01T00:00:00.000Z\n${seal}`)
    await expect(start(first)).rejects.toThrow(/events-keyed-since does not bear a seal of this server/)
  })

  it.each([
    ['taken away', () => rmSync(note())],
    [
      'written in the manner of a release that did not seal it',
      () => writeFileSync(note(), '2099-01-01T00:00:00.000Z'),
    ],
  ])('is made anew from the log when it was %s, so that nothing keyed is excused', async (_, tamper) => {
    await start(first)
    await write()
    await write()
    tamper()
    await forgeWithoutKey()
    await start(first)
    expect(readFileSync(note(), 'utf8')).toMatch(/^1970-01-01T00:00:00.000Z\n/)
    expect(await faults()).toEqual(['CHANGED'])
  })
})

describe('a start with a key that the database was not written with', () => {
  it('is stopped with a sentence and leaves no value of its own', async () => {
    await start(first)
    await expect(start(second)).rejects.toThrow(/was written with another key/)
    await expect(
      readEventLog(database.primary, { dataDir, secretKey: second, previousSecretKey: null }),
    ).rejects.toThrow(/another key/)
    await start(first)
  })

  it('is stopped also where only the chains of an earlier release tell of the key', async () => {
    await start(first)
    await write()
    await database.primary.deleteFrom('settings').where('key', '=', 'secret-key-checks').execute()
    rmSync(note())
    await expect(start(second)).rejects.toThrow(/another key/)
    await start(first)
  })

  it('works beside the key before, which then may not be taken away nor pushed out by a third', async () => {
    await start(first)
    await write()
    await start(second, first)
    await write()
    expect(await faults()).toEqual([])
    await expect(start(second)).rejects.toThrow(/another key/)
    await expect(start(third, second)).rejects.toThrow(/another key/)
    await start(second, first)
  })
})
