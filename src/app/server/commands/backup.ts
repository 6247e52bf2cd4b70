import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles } from '#features/operations/event-log/server/changed-files.ts'
import { verifyRecord } from '#features/operations/event-log/server/verify.ts'
import type { Closing, Opening } from '#platform/server/backup/archive.ts'
import { takeBackup } from '#platform/server/backup/backup.ts'
import { restoreBackup } from '#platform/server/backup/restore.ts'
import type { Db } from '#platform/server/database/db.ts'
import { createFileStore, storesOf } from '#platform/server/documents/stores/file-store.ts'
import { moveFiles as move } from '#platform/server/documents/stores/move-files.ts'
import { strayFiles } from '#platform/server/documents/stray-files.ts'
import { readEventLog } from '#platform/server/events/event-keys.ts'
import { makeDataFolder } from '#platform/server/postgres/data-folder.ts'
import { findPostgresBinaries } from '#platform/server/postgres/postgres-binaries.ts'
import type { StampedRoots } from '#platform/server/record/time-stamps.ts'
import { type Config, readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { moveIntoServer } from './into-server.ts'
import { WHOLE_LOG_MS, withDatabase } from './with-database.ts'

const secretIn = (file: string) => {
  if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`)
  return readFileSync(file, 'utf8').trim()
}

/** The passphrase of a backup: from a file, or from BACKUP_PASSPHRASE; on the command line others would read it. */
function passphraseOf(file: string | undefined): string | null {
  const passphrase = file === undefined ? (process.env.BACKUP_PASSPHRASE ?? '') : secretIn(file)
  if (passphrase !== '' && passphrase.length < 12)
    throw new StartupError('The passphrase of a backup needs at least 12 characters.')
  return passphrase || null
}

const noSecret = (way: string) =>
  new StartupError(
    `A backup is encrypted: give --passphrase-file FILE, BACKUP_PASSPHRASE in the environment, or ${way}.`,
  )

function closingOf(given: { 'passphrase-file'?: string | undefined; recipient?: string | undefined }): Closing {
  if (given.recipient !== undefined) return { recipient: given.recipient }
  const passphrase = passphraseOf(given['passphrase-file'])
  if (!passphrase) throw noSecret('--recipient age1… of whoever may open it')
  return { passphrase }
}

function openingOf(given: { 'passphrase-file'?: string | undefined; 'identity-file'?: string | undefined }): Opening {
  const file = given['identity-file']
  if (file !== undefined) {
    const identity = secretIn(file)
      .split('\n')
      .find((line) => line.startsWith('AGE-SECRET-KEY-'))
    if (!identity) throw new StartupError(`The file ${file} holds no line AGE-SECRET-KEY-….`)
    return { identity }
  }
  const passphrase = passphraseOf(given['passphrase-file'])
  if (!passphrase) throw noSecret('--identity-file FILE with the private key')
  return { passphrase }
}

/** A folder is given a name by the instant. */
function archivePlace(given: string, at: Date): string {
  const isFolder = existsSync(given) && statSync(given).isDirectory()
  const place = isFolder ? path.join(given, `poljin-${at.toISOString().replace(/[:.]/g, '-')}.tar.zst.age`) : given
  if (existsSync(place)) throw new StartupError(`${place} exists already; a backup replaces none.`)
  return place
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** `backup --to PLACE`: one encrypted archive of database, files and notes, while the service works. */
export async function backup(args: string[]): Promise<number> {
  const options = {
    to: { type: 'string' },
    'passphrase-file': { type: 'string' },
    recipient: { type: 'string' },
  } as const
  const { to, ...secret } = parseArgs({ args, options }).values
  if (to === undefined) throw new StartupError('Say where the backup goes: --to FOLDER or --to FILE.')
  const closing = closingOf(secret)
  const config = readConfig(process.env)
  const at = systemEnv.now()
  const place = archivePlace(to, at)
  const done = await withDatabase(config, async (database, running) => {
    const { majorVersion } = running ? await findPostgresBinaries(config.dataDir) : { majorVersion: 0 }
    const builtIn = running && { connection: running.connection, majorVersion }
    return takeBackup(database.primary, config, { files: createFileStore(config), place, closing, builtIn, at })
  })
  const what = done.hasDatabase ? `the database and ${done.files} files` : `${done.files} files`
  console.log(`${place}: ${what}, ${megabytes(done.bytes)}.`)
  if (!done.hasDatabase)
    console.log('The database has a server of its own: take its own backup (base and log) before this one.')
  console.log('SECRET_KEY is not in it. Keep it apart: without it nobody restores this backup.')
  return 0
}

/** The configuration of the restored folder; its key comes from SECRET_KEY or lies in the folder, and is never made. */
function configOf(folder: string): Config {
  if (!process.env.SECRET_KEY && !existsSync(path.join(folder, 'secret-key')))
    throw new StartupError(
      `Give the key of the service as SECRET_KEY, or put the file secret-key into ${folder}: without it nothing in the backup can be read.`,
    )
  return readConfig({ ...process.env, DATA_DIR: folder })
}

/** `restore ARCHIVE --to FOLDER`: into an empty folder, or its rows into a server, and looks at what has come. */
export async function restore(args: string[]): Promise<number> {
  const options = {
    to: { type: 'string' },
    'passphrase-file': { type: 'string' },
    'identity-file': { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [place] = positionals
  if (!place || !values.to) throw new StartupError('Say what goes where: restore ARCHIVE --to FOLDER.')
  const opening = openingOf(values)
  const folder = path.resolve(values.to)
  const keys = configOf(folder)
  makeDataFolder(folder)
  const { majorVersion } = await findPostgresBinaries(folder)
  const restored = await restoreBackup(place, opening, { folder, keys, majorVersion })
  console.log(`Restored into ${folder}: the backup of ${restored.takenAt}, ${restored.files} files.`)
  if (restored.postgres === null) {
    console.log(
      'It holds no database: restore that of its server, then run "verify" with DATABASE_URL and this DATA_DIR.',
    )
    return 0
  }
  if (!keys.databaseUrl) return report(keys)
  const rows = await moveIntoServer(folder, keys)
  console.log(`${rows} rows went into the database of DATABASE_URL; the folder holds files and notes alone.`)
  return report(keys)
}

/** What third parties say of the roots, in one sentence. */
function stampedIn({ newest, uncovered, longestWaitMs }: StampedRoots): string {
  if (!newest) return `No root bears a time stamp of a third party: ${uncovered} roots are dated by this service alone.`
  const covered = `Roots up to ${newest.root} are covered by time stamps of ${newest.authority}, the last of ${newest.at.toISOString()}`
  const wait = `the longest wait for one was ${Math.ceil(longestWaitMs / 60_000)} minutes`
  return `${covered}; ${wait}, and ${uncovered} newer roots wait.`
}

/** Proves log, rows and files of the service, and prints what does not fit. */
async function report(config: Config): Promise<number> {
  return withDatabase(config, ({ primary }) => reportOn(primary, config), { statementMs: WHOLE_LOG_MS })
}

async function reportOn(primary: Db, config: Config): Promise<number> {
  await readEventLog(primary, config)
  const files = createFileStore(config)
  const record = await verifyRecord(primary, { config, env: systemEnv, files })
  for (const { fault, subjectType, subjectId, position } of record.faults)
    console.error(`${fault} ${subjectType} ${subjectId} at ${position}`)
  for (const { fault, subjectType, subjectId, position, at, acceptedBy, reason } of record.accepted)
    console.log(
      `KNOWN ${fault} ${subjectType} ${subjectId} at ${position}, accepted ${at.toISOString()} by ${acceptedBy}: ${reason}`,
    )
  const found = record.faults.length === 0 ? 'intact' : `broken in ${record.faults.length} places`
  console.log(
    `The event log is ${found}${record.accepted.length > 0 ? ` but for ${record.accepted.length} known breaks` : ''}: ${record.events} events in ${record.chains} chains, ${record.files} files.`,
  )
  if (record.blank > 0) console.log(`The facts of ${record.blank} events were taken out by law.`)
  console.log(stampedIn(record.stamped))
  return record.faults.length === 0 ? 0 : 1
}

/** `verify`: log, rows, files and keys, also beside a service that works. */
export const verify = (): Promise<number> => report(readConfig(process.env))

/** `check-files [--sweep]`: rows without their file, and files without a row. */
export async function checkFiles(args: string[]): Promise<number> {
  const { sweep = false } = parseArgs({ args, options: { sweep: { type: 'boolean' } } }).values
  const config = readConfig(process.env)
  const store = createFileStore(config)
  return withDatabase(config, async ({ primary }) => {
    const { files, faults } = await changedFiles(primary, store)
    for (const { subjectId } of faults) console.error(`MISSING OR CHANGED file ${subjectId}`)
    const stray = await strayFiles(primary, store, { now: systemEnv.now(), sweep })
    for (const { place } of stray) console.log(`${sweep ? 'REMOVED' : 'NO ROW'} ${place}`)
    const bytes = stray.reduce((sum, file) => sum + file.bytes, 0)
    console.log(
      `${files} files, ${faults.length} of them missing or changed; ${stray.length} older than a day without a row (${megabytes(bytes)}).`,
    )
    return faults.length === 0 ? 0 : 1
  })
}

/** `move-files`: every file to where FILES_STORE wants it, while the service works; may be run again where it was cut. */
export async function moveFiles(): Promise<number> {
  const config = readConfig(process.env)
  const { to, from } = storesOf(config)
  if (!from)
    throw new StartupError('Set FILES_S3_ENDPOINT and what belongs to it, and FILES_STORE=s3 or FILES_STORE=folder.')
  return withDatabase(config, async ({ primary }) => {
    await to.check()
    const { moved, there, faults } = await move(primary, { to, from })
    for (const id of faults) console.error(`MISSING OR CHANGED file ${id}`)
    const where = config.filesStore === 's3' ? `the bucket ${config.filesS3?.bucket}` : 'the data folder'
    console.log(`${moved} files moved to ${where}, ${there} were there already, ${faults.length} missing or changed.`)
    return faults.length === 0 ? 0 : 1
  })
}
