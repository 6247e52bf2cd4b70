import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { noRoom, StartupError } from '#platform/server/runtime/startup-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** The database's files inside the data folder. */
export interface Cluster {
  readonly folder: string
  readonly user: string
  readonly password: string
}

/** The database role that owns everything. */
export const ownerName = 'app'
/** The type of characters decides what counts as a letter in text search; the sort order is Finnish by ICU. */
const characterTypes: Record<string, string> = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8', win32: 'C' }

/**
 * Opens the database files of the data folder and makes them on the first start.
 * @throws StartupError when they belong to another account or to another version of PostgreSQL.
 */
export function openCluster(dataDir: string, binaries: PostgresBinaries, fsync: boolean): Cluster {
  const folder = path.join(dataDir, 'postgres')
  const passwordFile = path.join(dataDir, 'postgres-password')
  if (!existsSync(path.join(folder, 'PG_VERSION'))) initialise(dataDir, folder, passwordFile, binaries, fsync)
  settleOwner(folder, binaries.owner)
  const version = Number.parseInt(readFileSync(path.join(folder, 'PG_VERSION'), 'utf8'), 10)
  if (version !== binaries.majorVersion)
    throw new StartupError(
      `The data folder ${dataDir} was made by PostgreSQL ${version}, but this release carries PostgreSQL ${binaries.majorVersion}; move the data over with pg_dump, or set DATA_DIR to another folder.`,
    )
  return { folder, user: ownerName, password: readFileSync(passwordFile, 'utf8') }
}

/** Files copied from a backup may belong to root and be open to others, with which PostgreSQL does not start. */
function settleOwner(folder: string, owner: number | null): void {
  const { uid, mode } = statSync(folder)
  if (owner !== null && uid !== owner) execFileSync('chown', ['-R', `${owner}:${owner}`, folder])
  if (owner === null && process.getuid && uid !== process.getuid())
    throw new StartupError(`The database files in ${folder} belong to another account; start as that account.`)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(folder, 0o700)
}

/** Everything is made beside its place and moved there at the end, so that a start cut short leaves nothing half. */
function initialise(dataDir: string, folder: string, passwordFile: string, binaries: PostgresBinaries, fsync: boolean) {
  const unfinished = path.join(dataDir, 'postgres.new')
  const handedPassword = path.join(dataDir, 'postgres-password.new')
  const password = randomBytes(24).toString('base64url')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(handedPassword, password, { mode: 0o600 })
  if (binaries.owner !== null)
    for (const made of [unfinished, handedPassword]) chownSync(made, binaries.owner, binaries.owner)
  runInitdb(unfinished, handedPassword, binaries, fsync)
  rmSync(handedPassword)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chmodSync(passwordFile, 0o600)
  renameSync(unfinished, folder)
}

function runInitdb(folder: string, passwordFile: string, binaries: PostgresBinaries, fsync: boolean): void {
  const locale = ['--locale=C', `--lc-ctype=${characterTypes[process.platform] ?? 'C'}`]
  const sorting = ['--locale-provider=icu', '--icu-locale=fi', '--encoding=UTF8']
  const access = [`--username=${ownerName}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const all = ['-D', folder, ...access, ...locale, ...sorting, '--no-instructions', ...(fsync ? [] : ['--no-sync'])]
  const { command, args, uid, gid } = binaries.as(binaries.initdb, all)
  try {
    execFileSync(command, args, { uid, gid, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const output = String((error as { stderr?: Buffer }).stderr ?? error).trim()
    if (output.includes('No space left on device')) throw new StartupError(noRoom(folder), { cause: error })
    throw new StartupError(`The database could not be made in ${folder}: ${output}`, { cause: error })
  }
}
