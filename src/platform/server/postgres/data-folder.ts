import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { lifeOf } from './processes.ts'

/** The right to be the only server on a data folder, held until it is released or the process ends. */
export interface DataFolderClaim {
  release(): void
}

interface Holder {
  readonly pid: number
  readonly life: string
}

/**
 * Makes the data folder when it is missing and claims it for this process by a lock file. The file of a process that
 * has ended counts for nothing, so a killed server never has to be cleaned up after by hand.
 * @throws StartupError when the folder cannot be written or another living process holds it.
 */
export function claimDataFolder(dataDir: string): DataFolderClaim {
  makeDataFolder(dataDir)
  const file = path.join(dataDir, 'server.lock')
  const own = path.join(dataDir, `server.lock.${randomUUID()}`)
  const content = JSON.stringify({ pid: process.pid, life: lifeOf(process.pid) ?? 'unknown' } satisfies Holder)
  writeFileSync(own, content, { mode: 0o644 })
  try {
    takeLock(dataDir, file, own)
  } finally {
    unlinkSync(own)
  }
  return {
    release() {
      if (readText(file) === content) removeQuietly(file)
    },
  }
}

/** The process number of the living server on the folder, if there is one. */
export function holderOf(dataDir: string): number | null {
  return livingHolder(readText(path.join(dataDir, 'server.lock')))
}

/**
 * Makes the data folder when it is missing.
 * @throws StartupError when it cannot be written.
 */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    const probe = path.join(dataDir, `.probe-${randomUUID()}`)
    writeFileSync(probe, '')
    unlinkSync(probe)
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}); set DATA_DIR to a folder that you may write to.`,
      { cause: error },
    )
  }
}

/** Node's own recursive mkdir never returns where a folder exists but takes no children, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  mkdirSync(folder, { mode: 0o755 })
}

/** Linking a finished file into place is atomic, so nobody ever reads half a lock. */
function takeLock(dataDir: string, file: string, own: string): void {
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      linkSync(own, file)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const found = readText(file)
    const pid = livingHolder(found)
    if (pid !== null) throw alreadyRunning(dataDir, pid)
    if (found !== null) removeStale(file, found)
  }
  throw new StartupError(`The lock file ${file} cannot be taken; remove it if no server runs on this folder.`)
}

/** Two starters may find the same stale file: what was moved aside is looked at again, and put back when it was fresh. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (readText(aside) !== stale) linkSync(aside, file)
  unlinkSync(aside)
}

function livingHolder(content: string | null): number | null {
  if (content === null) return null
  try {
    const holder = JSON.parse(content) as Holder
    return lifeOf(holder.pid) === holder.life ? holder.pid : null
  } catch {
    return null
  }
}

function alreadyRunning(dataDir: string, pid: number): StartupError {
  return new StartupError(
    `A server (process ${pid}) already runs on the data folder ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
  )
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // Somebody has cleared the folder away; the claim is gone with it.
  }
}
