import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../database/db.ts'
import { keyChecks } from '../database/key-check.ts'
import type { FileStore } from '../documents/files.ts'
import { EVENT_HEADS_LOCK } from '../events/event-heads.ts'
import { SEALED_FOLDERS } from '../events/event-keys.ts'
import type { Config } from '../runtime/config.ts'
import { type ArchiveWriter, type Closing, writeArchive } from './archive.ts'
import { copyDatabase } from './base-backup.ts'

/** What stands first in an archive, so that a restore knows what it has before it writes. */
export interface Manifest {
  readonly format: 1
  readonly takenAt: string
  /** The newest migration of the database. */
  readonly schema: string
  /** The major version of the built-in PostgreSQL; null where the database has a server of its own, with its own backup. */
  readonly postgres: number | null
  /** What the keys of the service leave in the database; whoever restores has to have them, for the archive does not. */
  readonly keyChecks: readonly string[]
}

export const MANIFEST = 'manifest.json'
/** The last entry, with how much came before it. */
export const END = 'end.json'
export const FILES_FOLDER = 'files'
/** What the service keeps beside database and files. The secret key is none of it: it is kept apart, or it protects nothing. */
export const notes = ['events-keyed-since', 'seal.p12', 'postgres-password', 'postgres-application-password'] as const
export const NOTED_FOLDERS: readonly string[] = ['event-heads', ...Object.values(SEALED_FOLDERS)]

export interface BackupDone {
  readonly bytes: number
  readonly files: number
  readonly hasDatabase: boolean
}

type BackedUpFiles = Pick<FileStore, 'list' | 'raw'>

/** Every stored file that the archive has not got yet. */
async function addFiles(archive: ArchiveWriter, store: BackedUpFiles, added: Set<string>): Promise<void> {
  for await (const page of store.list())
    for (const { key } of page) {
      if (key.endsWith('.part') || added.has(key)) continue
      const found = await store.raw(key)
      if (!found) continue
      await archive.content(path.posix.join(FILES_FOLDER, key.slice(0, 2), key.slice(2, 4), key), found)
      added.add(key)
    }
}

async function addNotes(archive: ArchiveWriter, dataDir: string): Promise<void> {
  for (const name of notes) await archive.file(name, path.join(dataDir, name))
  for (const folder of NOTED_FOLDERS.filter((name) => existsSync(path.join(dataDir, name))))
    for (const name of readdirSync(path.join(dataDir, folder)))
      if (/^[^.].*\.json$/.test(name))
        await archive.file(path.posix.join(folder, name), path.join(dataDir, folder, name))
}

async function manifestOf(db: Db, postgres: number | null, at: Date): Promise<Manifest> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migrations`.execute(db)
  return { format: 1, takenAt: at.toISOString(), schema: rows[0]!.name, postgres, keyChecks: await keyChecks(db) }
}

/**
 * Writes one encrypted archive while the service goes on working. A stored file is read before the database and what came
 * meanwhile after it, so that every row of the restored database has its file.
 * @param files the store; its files lie in the archive as in a folder, wherever they are kept
 * @param builtIn how its owner reaches the built-in database, and where its files lie; null where the database is a server's
 */
export async function takeBackup(
  db: Db,
  { dataDir }: Pick<Config, 'dataDir'>,
  {
    files: store,
    place,
    closing,
    builtIn,
    at,
  }: {
    readonly files: BackedUpFiles
    readonly place: string
    readonly closing: Closing
    readonly builtIn: { readonly connection: pg.ClientConfig; readonly majorVersion: number } | null
    readonly at: Date
  },
): Promise<BackupDone> {
  const added = new Set<string>()
  const { bytes } = await writeArchive(place, closing, async (archive) => {
    const manifest = await manifestOf(db, builtIn?.majorVersion ?? null, at)
    await archive.text(MANIFEST, JSON.stringify(manifest))
    await addFiles(archive, store, added)
    if (builtIn) await addDatabase(archive, dataDir, builtIn.connection)
    else await addNotes(archive, dataDir)
    await addFiles(archive, store, added)
    await archive.text(END, JSON.stringify({ files: added.size }))
  })
  return { bytes, files: added.size, hasDatabase: builtIn !== null }
}

/** No heads of the log are kept between the notes and the end: the database restored knows each that the archive has. */
async function addDatabase(archive: ArchiveWriter, dataDir: string, connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await copyDatabase(client, path.join(dataDir, 'postgres'), archive, async () => {
      await client.query('select pg_advisory_lock(hashtext($1))', [EVENT_HEADS_LOCK])
      await addNotes(archive, dataDir)
    })
  } finally {
    await client.end()
  }
}
