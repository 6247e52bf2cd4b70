import { execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { noRoom, StartupError } from '#platform/server/runtime/startup-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import type { Cluster } from './postgres-cluster.ts'
import type { PostgresAddress } from './postgres-socket.ts'
import { commandLineOf, lifeOf } from './processes.ts'

/** A database server as it is to run: whose programs, which files, where it listens, with which settings. */
export interface PostgresPlan {
  readonly binaries: PostgresBinaries
  readonly cluster: Cluster
  readonly address: PostgresAddress
  readonly logFile: string
  readonly arguments: string[]
}

const largestLogBytes = 5_000_000
/** Replaying the log after a crash may take its time; nothing is gained by giving up earlier. */
const longestRecoveryMs = 180_000
const longestGoodbyeMs = 1000

/** A share of the machine's memory that leaves room for whatever else runs on it. */
function memorySettings(bytes: number): Record<string, string> {
  const megabytes = bytes / 1_048_576
  const shared = Math.round(Math.min(1024, Math.max(128, megabytes / 32)))
  return { shared_buffers: `${shared}MB`, effective_cache_size: `${Math.round(megabytes / 2)}MB` }
}

/** The arguments of the server. Its log bears no values of rows, since they are personal data. */
export function postgresArguments(cluster: Cluster, address: PostgresAddress, fsync: boolean): string[] {
  const windows = process.platform === 'win32'
  const settings: Record<string, string | number> = {
    port: address.port,
    listen_addresses: windows ? address.host : '',
    unix_socket_directories: windows ? '' : address.host,
    unix_socket_permissions: '0700',
    max_connections: 150,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Work that a vanished client has left behind is given up within a second.
    client_connection_check_interval: '1s',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // Its defaults are those of a spinning disk and of a machine of long ago; plans are measured with these.
    random_page_cost: 1.1,
    ...(fsync ? memorySettings(totalmem()) : {}),
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return ['-D', cluster.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Starts the server apart from this process's terminal and group, so that Ctrl-C reaches it only through `stop`. */
export async function launchPostgres(plan: PostgresPlan): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const log = openLog(plan.logFile)
    const logStart = statSync(plan.logFile).size
    const { command, args, uid, gid } = plan.binaries.as(plan.binaries.postgres, plan.arguments)
    const child = spawn(command, args, {
      uid,
      gid,
      cwd: plan.cluster.folder,
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.on('error', () => undefined)
    child.unref()
    closeSync(log)
    if (child.pid !== undefined && (await answers(plan, child.pid))) return child.pid
    const output = readFileSync(plan.logFile).subarray(logStart).toString().trim()
    // Sessions of a server that was killed hold its memory for a moment longer than it lived.
    if (output.includes('No space left on device')) throw new StartupError(noRoom(plan.cluster.folder))
    if (attempt === 10 || !output.includes('shared memory block'))
      throw new StartupError(`The built-in PostgreSQL did not start: ${causeIn(output)}`)
    await sleep(300)
  }
}

/** The line that says why a server has ended; what follows it only says that it has. */
export function causeIn(output: string): string {
  const lines = output.split('\n')
  return lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? (lines.at(-1) || 'it said nothing')
}

/** Waits until the server answers a query; false when the process ends first. */
export async function answers(plan: PostgresPlan, pid: number): Promise<boolean> {
  const until = Date.now() + longestRecoveryMs
  for (let pauseMs = 10; Date.now() < until; pauseMs = Math.min(pauseMs * 1.5, 200)) {
    if (lifeOf(pid) === null) return false
    const client = new pg.Client(connectionTo(plan, 'postgres'))
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      await sleep(pauseMs)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return false
}

/** How a client reaches a database of the server. */
export function connectionTo(plan: PostgresPlan, database: string) {
  const { user, password } = plan.cluster
  return { ...plan.address, user, password, database }
}

/** The process number of the server that runs on these files, living or orphaned. */
export function runningPostgres(clusterFolder: string): number | null {
  const lock = path.join(clusterFolder, 'postmaster.pid')
  const pid = Number.parseInt(readQuietly(lock), 10)
  if (!pid) return null
  if (lifeOf(pid) !== null && (process.platform === 'win32' || commandLineOf(pid).includes(clusterFolder))) return pid
  // Left by a crash. PostgreSQL would mistake any program that has got the same number for itself and refuse.
  rmSync(lock, { force: true })
  return null
}

/** Whether the running server was started with exactly the arguments of the plan. */
export function runsAsPlanned(plan: PostgresPlan): boolean {
  const used = readQuietly(path.join(plan.cluster.folder, 'postmaster.opts')).trim()
  return used === [plan.binaries.postgres, ...plan.arguments.map((argument) => `"${argument}"`)].join(' ')
}

/**
 * Gives clients that are just saying goodbye a moment to finish: a pool's end does not wait for its sockets, and a
 * client cut off in between would throw where nobody listens.
 */
export async function letClientsLeave(plan: PostgresPlan): Promise<void> {
  const client = new pg.Client(connectionTo(plan, 'postgres'))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const others = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
    const until = Date.now() + longestGoodbyeMs
    while ((await client.query(others)).rowCount !== 0 && Date.now() < until) await sleep(10)
  } catch {
    // A server that answers nobody has no clients to wait for.
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Stops the server, open transactions rolled back, and waits until it has ended. */
export async function stopPostgres(pid: number, clusterFolder: string, pgCtl: string | null): Promise<void> {
  if (process.platform === 'win32' && pgCtl) {
    execFileSync(pgCtl, ['stop', '-m', 'fast', '-w', '-D', clusterFolder], { stdio: 'ignore' })
    return
  }
  if (await endsBy(pid, 'SIGINT', 30_000)) return
  // Without its farewell the server repairs itself from its log at the next start; nothing committed is lost.
  await endsBy(pid, 'SIGQUIT', 10_000)
}

async function endsBy(pid: number, signal: NodeJS.Signals, patienceMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    return lifeOf(pid) === null
  }
  const until = Date.now() + patienceMs
  while (lifeOf(pid) !== null) {
    if (Date.now() > until) return false
    await sleep(10)
  }
  return true
}

function openLog(file: string): number {
  if (readQuietly(file).length > largestLogBytes) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
