import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startS3Peer } from '#testing/s3-peer.ts'
import { type Database, openDatabase } from '../database/db.ts'
import { keepKeyCheck } from '../database/key-check.ts'
import { migrate } from '../database/migrate.ts'
import { createDiskStore, type FileStore } from '../documents/files.ts'
import { createBoth } from '../documents/stores/file-store.ts'
import { createS3Store } from '../documents/stores/s3-store.ts'
import { strayFiles } from '../documents/stray-files.ts'
import { connectionToRunning, type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { findPostgresBinaries } from '../postgres/postgres-binaries.ts'
import { systemEnv } from '../runtime/env.ts'
import { type Closing, writeArchive } from './archive.ts'
import { type Manifest, takeBackup } from './backup.ts'
import { readManifest, restoreBackup } from './restore.ts'

/** Most archives here are for a key: what a passphrase costs is meant to be slow. */
const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
const keys = { secretKey: 'a-key-of-the-drill-0123456789-zyxwv', previousSecretKey: null }

let root: string
let dataDir: string
let postgres: EmbeddedPostgres
let database: Database
let store: FileStore
let majorVersion: number
let archive: string
let count = 0
const next = () => {
  count += 1
  return count
}

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'poljin-backup-'))
  dataDir = path.join(root, 'data')
  postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
  majorVersion = (await findPostgresBinaries(dataDir)).majorVersion
  const pool = new pg.Pool({ ...postgres.connection, max: 1 })
  await migrate(pool)
  await pool.query('create table purses (id int primary key, cents int not null)')
  await pool.query('insert into purses values (1, 500), (2, 500)')
  await pool.end()
  database = openDatabase({ write: postgres.connection, poolSize: 5 })
  store = createDiskStore(path.join(dataDir, 'files'))
  await keepKeyCheck(database.primary, keys)
  archive = await take({ recipient })
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  rmSync(root, { recursive: true, force: true })
})

let folder: string
beforeEach(() => {
  folder = path.join(root, `restored-${next()}`)
})

/** Takes a backup of what runs. */
async function take(closing: Closing): Promise<string> {
  const place = path.join(root, `backup-${next()}`)
  const builtIn = { connection: connectionToRunning(dataDir)!.connection, majorVersion }
  await takeBackup(database.primary, { dataDir }, { files: store, place, closing, builtIn, at: new Date() })
  return place
}

const restore = (place: string, opening: Parameters<typeof restoreBackup>[1] = { identity }, given = keys) =>
  restoreBackup(place, opening, { folder, keys: given, majorVersion })

/** A file with its row, as calls of the service leave them: the bytes first. */
async function keepFile(): Promise<string> {
  const { key, sha256, bytes } = await store.put(Buffer.from(`paper ${next()}`))
  const id = systemEnv.id()
  await database.primary
    .insertInto('files')
    .values({
      id,
      storage_key: key,
      sha256,
      bytes,
      content_type: 'text/plain',
      label: 'paper.txt',
      parent_type: 'drill',
      parent_id: id,
      created_at: new Date(),
    })
    .execute()
  return id
}

/** Moves a cent from one purse to the other: the sum is 1,000 at every instant. */
const moveCent = () =>
  database.transaction(async (db) => {
    await sql`update purses set cents = cents - 1 where id = 1`.execute(db)
    await sql`update purses set cents = cents + 1 where id = 2`.execute(db)
  })

/** An archive of our own making, of what a backup would never write. */
async function made(
  given: Partial<Manifest>,
  { name = 'postgres/PG_VERSION', end = true, closing = { recipient } as Closing } = {},
): Promise<string> {
  const place = path.join(root, `made-${next()}`)
  const manifest: Manifest = {
    format: 1,
    takenAt: '2026-01-01T00:00:00.000Z',
    schema: '0001_foundation.sql',
    postgres: majorVersion,
    keyChecks: [],
    ...given,
  }
  await writeArchive(place, closing, async (writer) => {
    await writer.text('manifest.json', JSON.stringify(manifest))
    await writer.text(name, '18')
    if (end) await writer.text('end.json', JSON.stringify({ files: 0 }))
  })
  return place
}

const hasDatabase = () => existsSync(path.join(folder, 'postgres'))

describe('a backup of a service that works', () => {
  it('is restored whole: every row acknowledged before its end, each with its file, and sums as they were', async () => {
    const acknowledged: string[] = []
    let goesOn = true
    const writer = async () => {
      while (goesOn) {
        acknowledged.push(await keepFile())
        await moveCent()
      }
    }
    const writers = [writer(), writer()]
    while (acknowledged.length < 20) await moveCent()
    const before = [...acknowledged]
    const place = await take({ recipient })
    goesOn = false
    await Promise.all(writers)
    await restore(place)
    const restored = await startEmbeddedPostgres({ dataDir: folder, fsync: false })
    const owner = new pg.Client(restored.connection)
    await owner.connect()
    try {
      const rows = await owner.query('select id, storage_key, sha256 from files')
      const ids = new Set(rows.rows.map(({ id }) => id as string))
      expect(before.filter((id) => !ids.has(id))).toEqual([])
      const copied = createDiskStore(path.join(folder, 'files'))
      for (const { storage_key, sha256 } of rows.rows) expect(await copied.isWhole(storage_key, sha256)).toBe(true)
      const sum = await owner.query('select sum(cents)::int as cents from purses')
      expect(sum.rows[0].cents).toBe(1_000)
      await owner.query('create extension amcheck')
      const checked = await owner.query(
        `select count(bt_index_check(c.oid, true)) as n from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'`,
      )
      expect(Number(checked.rows[0].n)).toBeGreaterThan(100)
    } finally {
      await owner.end()
      await restored.stop()
    }
  })

  it('holds the files of an object store as those of a folder', async () => {
    const peer = await startS3Peer()
    try {
      const bucket = createS3Store(peer.config)
      const { key, sha256 } = await bucket.put(Buffer.from('far away'))
      const place = path.join(root, `backup-${next()}`)
      await takeBackup(
        database.primary,
        { dataDir },
        { files: createBoth(bucket, store), place, closing: { recipient }, builtIn: null, at: new Date() },
      )
      await restore(place)
      expect(await createDiskStore(path.join(folder, 'files')).isWhole(key, sha256)).toBe(true)
    } finally {
      await peer.close()
    }
  })

  it('opens by the passphrase that closed it, and by no other', async () => {
    const place = await made({}, { closing: { passphrase: 'kolme pyörää seinällä' } })
    expect((await readManifest(place, { passphrase: 'kolme pyörää seinällä' })).format).toBe(1)
    await expect(readManifest(place, { passphrase: 'neljä pyörää seinällä' })).rejects.toThrow('does not open')
  })

  it('holds neither the secret key nor a word in the clear', async () => {
    writeFileSync(path.join(dataDir, 'secret-key'), keys.secretKey)
    const place = await take({ recipient })
    await restore(place)
    expect(readdirSync(folder)).not.toContain('secret-key')
    expect(readFileSync(place).includes('schema_migrations')).toBe(false)
    expect(statSync(place).mode & 0o077).toBe(0)
  })

  it('leaves nothing under its name when it is cut short', async () => {
    const place = path.join(root, 'cut-short')
    await expect(
      writeArchive(place, { recipient }, async (writer) => {
        await writer.text('manifest.json', '{}')
        throw new Error('the disk is full')
      }),
    ).rejects.toThrow('the disk is full')
    expect(readdirSync(root).filter((name) => name.startsWith('cut-short'))).toEqual([])
  })
})

describe('a restore is refused, and leaves no database, where', () => {
  it('the private key is another one', async () => {
    await expect(restore(archive, { identity: await generateX25519Identity() })).rejects.toThrow('does not open')
    expect(existsSync(folder)).toBe(false)
  })

  it('the key of the service is another one', async () => {
    const other = { secretKey: 'another-key-0123456789-abcdefghijkl', previousSecretKey: null }
    await expect(restore(archive, { identity }, other)).rejects.toThrow('written with another key')
    expect(existsSync(folder)).toBe(false)
  })

  it.each([
    [
      'one byte was changed',
      (bytes: Buffer) => bytes.fill(bytes[bytes.length >> 1]! ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1),
    ],
    ['the end is missing', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100_000)],
  ])('%s', async (_, harm) => {
    const harmed = path.join(root, `harmed-${count}`)
    writeFileSync(harmed, harm(readFileSync(archive)))
    await expect(restore(harmed)).rejects.toThrow('was cut or changed')
    expect(readdirSync(folder)).toEqual([])
  })

  it('the folder holds something', async () => {
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'letters.txt'), 'mine')
    await expect(restore(archive)).rejects.toThrow('is not empty (letters.txt)')
    expect(readFileSync(path.join(folder, 'letters.txt'), 'utf8')).toBe('mine')
  })

  it.each([
    ['it is of another PostgreSQL', { postgres: 12 }, 'is of PostgreSQL 12'],
    ['it is of a newer release', { schema: '9999_later.sql' }, 'does not know its migration 9999_later.sql'],
    ['it is of another format', { format: 2 as 1 }, 'one of a newer release'],
  ])('%s', async (_, given, sentence) => {
    await expect(restore(await made(given))).rejects.toThrow(sentence)
    expect(hasDatabase()).toBe(false)
  })

  it.each(['../outside', 'postgres/../../outside', '/etc/outside', 'secret-key', 'files/../secret-key'])(
    'it names %s',
    async (name) => {
      await expect(restore(await made({}, { name }))).rejects.toThrow('which is no part of a backup')
      expect(readdirSync(folder)).toEqual([])
      expect(existsSync(path.join(root, 'outside'))).toBe(false)
    },
  )

  it('it has no last entry', async () => {
    await expect(restore(await made({}, { end: false }))).rejects.toThrow('has no end')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('files without a row', () => {
  it('are found once they are a day old, and removed only when told to', async () => {
    await keepFile()
    const { key } = await store.put(Buffer.from('nobody names me'))
    const place = path.join(dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key)
    const strays = async (sweep: boolean) =>
      (await strayFiles(database.primary, store, { now: new Date(), sweep })).map((one) => one.place)
    expect(await strays(true)).toEqual([])
    const old = new Date(Date.now() - 2 * 86_400_000)
    for (const one of readdirSync(path.join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }))
      utimesSync(path.join(dataDir, 'files', one), old, old)
    const part = `${place}.part`
    writeFileSync(part, 'half')
    utimesSync(part, old, old)
    expect((await strays(false)).toSorted()).toEqual([place, part])
    await strays(true)
    expect([existsSync(place), existsSync(part)]).toEqual([false, false])
    const rows = await database.primary.selectFrom('files').select(['storage_key', 'sha256']).execute()
    for (const row of rows) expect(await store.isWhole(row.storage_key!, row.sha256!)).toBe(true)
  })
})
