import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { requireChecks } from '../database/key-check.ts'
import { readMigrations } from '../database/migrate.ts'
import { makeDataFolder } from '../postgres/data-folder.ts'
import type { Config } from '../runtime/config.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { type ArchiveEntry, type Opening, readArchive, textOf } from './archive.ts'
import { END, FILES_FOLDER, MANIFEST, type Manifest, NOTED_FOLDERS, notes } from './backup.ts'
import { DATABASE_FOLDER } from './base-backup.ts'

type Keys = Pick<Config, 'secretKey' | 'previousSecretKey'>

/** Until the archive has been read to its end, the database lies under a name that no start takes for one. */
const UNFINISHED = 'postgres.restoring'

const known: ReadonlySet<string> = new Set([DATABASE_FOLDER, FILES_FOLDER, ...NOTED_FOLDERS, ...notes])

/** Where an entry goes. @throws StartupError where a name leads out of the folder or to something else in it */
function placeOf(folder: string, name: string): string {
  const [top = '', ...inside] = name.replace(/\/$/, '').split('/')
  const isPlain = inside.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))
  if (!known.has(top) || !isPlain) throw new StartupError(`The archive names ${name}, which is no part of a backup.`)
  return path.join(folder, top === DATABASE_FOLDER ? UNFINISHED : top, ...inside)
}

async function writeEntry(folder: string, entry: ArchiveEntry): Promise<void> {
  const place = placeOf(folder, entry.name)
  if (entry.isFolder) {
    mkdirSync(place, { recursive: true, mode: 0o700 })
    return
  }
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
  await pipeline(entry.content, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }))
}

/** Reads what an archive says of itself, and nothing more. @throws StartupError where it does not open */
export async function readManifest(place: string, opening: Opening): Promise<Manifest> {
  let manifest: Manifest | undefined
  await readArchive(place, opening, async (entry) => {
    if (entry.name === MANIFEST) manifest = JSON.parse(await textOf(entry)) as Manifest
    return false
  })
  if (manifest?.format !== 1)
    throw new StartupError(`${place} is no backup of this product, or one of a newer release.`)
  return manifest
}

/**
 * Asks whether this release can start on what an archive holds.
 * @param majorVersion of the built-in PostgreSQL here
 * @throws StartupError where it cannot
 */
function requireRestorable(manifest: Manifest, keys: Keys, majorVersion: number): void {
  if (manifest.postgres !== null && manifest.postgres !== majorVersion)
    throw new StartupError(
      `The backup is of PostgreSQL ${manifest.postgres}, and this release carries PostgreSQL ${majorVersion}: restore it with the release that it was taken by.`,
    )
  if (!readMigrations().some(({ name }) => name === manifest.schema))
    throw new StartupError(
      `The backup is of a newer release: this one does not know its migration ${manifest.schema}. Restore it with the release that it was taken by.`,
    )
  requireChecks(manifest.keyChecks, keys)
}

/** The key, and programs that only the database's account has a copy of. */
const mayLie = (name: string) => name === 'secret-key' || name.startsWith('postgres-programs-')

function requireEmpty(folder: string): void {
  makeDataFolder(folder)
  const found = readdirSync(folder).filter((name) => !mayLie(name))
  if (found.length > 0)
    throw new StartupError(
      `The folder ${folder} is not empty (${found.slice(0, 3).join(', ')}): a backup is restored into an empty folder.`,
    )
}

/**
 * Restores an archive into a folder that holds nothing but, at most, the secret key. A start on it repairs the database to
 * the state at the end of the backup.
 * @returns what the archive says of itself, and how many files came
 * @throws StartupError where the folder is not empty, the archive does not open or was cut, or a key is missing; the folder
 * then has no database
 */
export async function restoreBackup(
  place: string,
  opening: Opening,
  { folder, keys, majorVersion }: { readonly folder: string; readonly keys: Keys; readonly majorVersion: number },
): Promise<Manifest & { readonly files: number }> {
  const manifest = await readManifest(place, opening)
  requireRestorable(manifest, keys, majorVersion)
  requireEmpty(folder)
  let files: number | null = null
  try {
    await readArchive(place, opening, async (entry) => {
      if (entry.name === END) files = (JSON.parse(await textOf(entry)) as { files: number }).files
      else if (entry.name !== MANIFEST) await writeEntry(folder, entry)
      return true
    })
    if (files === null) throw new StartupError(`The archive ${place} has no end: it was cut.`)
  } catch (error) {
    for (const name of [UNFINISHED, FILES_FOLDER, ...NOTED_FOLDERS, ...notes])
      rmSync(path.join(folder, name), { recursive: true, force: true })
    throw error
  }
  const unfinished = path.join(folder, UNFINISHED)
  if (existsSync(unfinished)) renameSync(unfinished, path.join(folder, DATABASE_FOLDER))
  return { ...manifest, files }
}
