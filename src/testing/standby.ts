import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { findPostgresBinaries, type PlatformPackage } from '#platform/server/postgres/postgres-binaries.ts'
import { openCluster } from '#platform/server/postgres/postgres-cluster.ts'
import {
  connectionTo,
  launchPostgres,
  type PostgresPlan,
  postgresArguments,
  stopPostgres,
} from '#platform/server/postgres/postgres-process.ts'
import { postgresAddress, removeAddress } from '#platform/server/postgres/postgres-socket.ts'
import { lifeOf } from '#platform/server/postgres/processes.ts'

/** One of two servers of a test. */
export interface Server {
  readonly connection: ReturnType<typeof connectionTo>
  readonly pid: number
  /** The host as it stands in an address. */
  readonly host: string
  /** As a machine dies. */
  kill(): Promise<void>
  /** Stops all its processes where they are, or lets them go on. */
  hold(held: boolean): void
  isAlive(): boolean
  /** Starts it anew on its files. */
  start(): Promise<void>
}

export interface Pair {
  readonly primary: Server
  readonly standby: Server
  /** An address that names hosts in an order. */
  addressOf(servers: readonly Server[], wanted?: string): string
  /** Waits until the standby has what the primary has committed. */
  hasCaughtUp(): Promise<void>
  /** Holds the standby where it is, or lets it go on. */
  pauseReplay(paused: boolean): Promise<void>
  /** Makes the standby the one that takes writes. */
  promote(): Promise<void>
  close(): Promise<void>
}

async function ask<T>({ connection }: Server, text: string, values: unknown[] = []): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<{ found: T }>(text, values)).rows[0]!.found
  } finally {
    await client.end()
  }
}

async function planOf(dataDir: string, durable: boolean, programs?: PlatformPackage): Promise<PostgresPlan> {
  const binaries = await findPostgresBinaries(dataDir, programs)
  const cluster = openCluster(dataDir, binaries, false)
  const address = await postgresAddress(dataDir, binaries.owner)
  const args = postgresArguments(cluster, address, durable)
  return { binaries, cluster, address, logFile: path.join(dataDir, 'postgres.log'), arguments: args }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (lifeOf(pid) !== null) process.kill(pid, signal)
}

async function launch(plan: PostgresPlan): Promise<Server> {
  let pid = await launchPostgres(plan)
  const connection = connectionTo(plan, 'poljin')
  return {
    connection,
    get pid() {
      return pid
    },
    host: `${encodeURIComponent(connection.host)}:${connection.port}`,
    async kill() {
      const all = [pid, ...childrenOf(pid)]
      signalAll(all, 'SIGKILL')
      while (all.some((one) => lifeOf(one) !== null)) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    hold(held) {
      const all = [pid, ...childrenOf(pid)]
      signalAll(held ? all : all.toReversed(), held ? 'SIGSTOP' : 'SIGCONT')
    },
    isAlive: () => lifeOf(pid) !== null,
    async start() {
      pid = await launchPostgres(plan)
    },
  }
}

/**
 * A primary and a standby that follows it by streaming, both of the built-in PostgreSQL.
 * @param options.durable whether what it has acknowledged outlives its end
 */
export async function startPair(options: { durable?: boolean; within?: string } = {}): Promise<Pair> {
  const { durable = false, within = tmpdir() } = options
  const root = mkdtempSync(path.join(within, 'pair-'))
  const [first, second] = ['one', 'two'].map((name) => path.join(root, name)) as [string, string]
  const made = await startEmbeddedPostgres({ dataDir: first, fsync: false })
  await made.stop()
  execFileSync('cp', ['-a', first, second])
  const plans = [await planOf(first, durable), await planOf(second, durable)] as const
  const { host, port, user, password } = connectionTo(plans[0], 'poljin')
  writeFileSync(path.join(second, 'postgres', 'standby.signal'), '')
  appendFileSync(
    path.join(second, 'postgres', 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password} application_name=standby'\n`,
  )
  const primary = await launch(plans[0])
  const standby = await launch(plans[1])
  return {
    primary,
    standby,
    addressOf(servers, wanted) {
      const query = wanted ? `?target_session_attrs=${wanted}` : ''
      return `postgres://${user}:${encodeURIComponent(password)}@${servers.map((one) => one.host)}/poljin${query}`
    },
    async hasCaughtUp() {
      const written = await ask<string>(primary, 'select pg_current_wal_insert_lsn()::text as found')
      const has = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as found'
      while (!(await ask<boolean>(standby, has, [written]))) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async pauseReplay(paused) {
      await ask(standby, `select pg_wal_replay_${paused ? 'pause' : 'resume'}()::text as found`)
    },
    async promote() {
      await ask(standby, 'select pg_promote() as found')
    },
    async close() {
      for (const [index, server] of [primary, standby].entries()) {
        if (lifeOf(server.pid) !== null) await stopPostgres(server.pid, plans[index]!.cluster.folder, null)
        removeAddress(plans[index]!.address)
      }
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** One server of its own in a folder, by the programs of another version where they are named. */
export async function startServer(dataDir: string, programs?: PlatformPackage) {
  const plan = await planOf(dataDir, true, programs)
  const server = await launch(plan)
  const client = new pg.Client(connectionTo(plan, 'postgres'))
  await client.connect()
  await client.query('create database poljin')
  await client.end()
  return {
    connection: server.connection,
    async close() {
      await stopPostgres(server.pid, plan.cluster.folder, null)
      removeAddress(plan.address)
    },
  }
}
