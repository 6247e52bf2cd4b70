import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { claimDataFolder } from './data-folder.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { openCluster, ownerName } from './postgres-cluster.ts'
import {
  answers,
  connectionTo,
  launchPostgres,
  letClientsLeave,
  type PostgresPlan,
  postgresArguments,
  runningPostgres,
  runsAsPlanned,
  stopPostgres,
} from './postgres-process.ts'
import { postgresAddress, removeAddress, removeSocket } from './postgres-socket.ts'
import { lifeOf } from './processes.ts'

/** The built-in database server of one data folder. */
export interface EmbeddedPostgres {
  /** The owner's, for migrations. Fits `pg.Pool` and `pg.Client`. */
  readonly connection: { host: string; port: number; user: string; password: string; database: string }
  /** The application's: a role that owns nothing and gets its rights from the owner. */
  readonly application: EmbeddedPostgres['connection']
  /** The owner's as one address, for programs that take nothing else. */
  readonly connectionString: string
  /** Whether a server was found running that a killed owner had left behind. */
  readonly adopted: boolean
  /** Stops the server and gives the data folder free; may be called more than once. */
  stop(): Promise<void>
}

const database = 'poljin'
const applicationName = 'poljin'
const APPLICATION_PASSWORD = 'postgres-application-password'
const watchMs = 500

/**
 * Starts PostgreSQL on `dataDir` and answers when it answers queries. It outlives a killed owner, and the next start
 * takes it over. While it is held, a server that dies is started again.
 * @param options.fsync false only for tests: a crash of the database may then lose what it had acknowledged.
 * @throws StartupError when the folder is in use, unwritable or of another version, or PostgreSQL cannot run.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  fsync?: boolean
  log?: (message: string) => void
}): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir)
  const log = options.log ?? (() => undefined)
  const claim = claimDataFolder(dataDir)
  try {
    const plan = await planPostgres(dataDir, options.fsync ?? true)
    const { pid, adopted } = await adoptOrLaunch(plan, log)
    await createDatabase(plan)
    const application = await createApplicationRole(plan, dataDir)
    const watch = keepRunning(plan, pid, log)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      await watch.stop()
      removeAddress(plan.address)
      claim.release()
    }
    const connection = connectionTo(plan, database)
    return {
      connection,
      application,
      connectionString: addressOf(connection),
      adopted,
      stop() {
        stopping ??= stop()
        return stopping
      },
    }
  } catch (error) {
    claim.release()
    throw error
  }
}

/** Stops a server that a killed owner has left on the folder; does nothing when there is none. */
export async function stopOrphanedPostgres(dataDir: string): Promise<void> {
  const folder = path.join(path.resolve(dataDir), 'postgres')
  const pid = runningPostgres(folder)
  if (pid !== null) await stopPostgres(pid, folder, null)
}

/** How a server that another process runs on the folder is reached; null when there is none. */
export function connectionToRunning(dataDir: string): Pick<EmbeddedPostgres, 'connection' | 'application'> | null {
  const folder = path.resolve(dataDir)
  const cluster = path.join(folder, 'postgres')
  if (runningPostgres(cluster) === null) return null
  const [, , , port, socket, listens] = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  const server = { host: socket || listens!, port: Number(port), database }
  const passwordOf = (file: string) => readFileSync(path.join(folder, file), 'utf8').trim()
  return {
    connection: { ...server, user: ownerName, password: passwordOf('postgres-password') },
    application: { ...server, user: applicationName, password: passwordOf(APPLICATION_PASSWORD) },
  }
}

async function planPostgres(dataDir: string, fsync: boolean): Promise<PostgresPlan> {
  const binaries = await findPostgresBinaries(dataDir)
  const cluster = openCluster(dataDir, binaries, fsync)
  const address = await postgresAddress(dataDir, binaries.owner)
  const logFile = path.join(dataDir, 'postgres.log')
  return { binaries, cluster, address, logFile, arguments: postgresArguments(cluster, address, fsync) }
}

async function adoptOrLaunch(plan: PostgresPlan, log: (message: string) => void) {
  const orphan = runningPostgres(plan.cluster.folder)
  if (orphan !== null) {
    if (runsAsPlanned(plan) && (await answers(plan, orphan))) {
      log('Took over the PostgreSQL that an earlier server had left running.')
      return { pid: orphan, adopted: true }
    }
    log('Restarting the PostgreSQL that an earlier server had left running.')
    await stopPostgres(orphan, plan.cluster.folder, plan.binaries.pgCtl)
  }
  // No server runs on these files, so a lock beside the socket is what a crash has left. PostgreSQL would mistake any
  // program that has got the process number in it for a server, and refuse.
  removeSocket(plan.address)
  return { pid: await launchPostgres(plan), adopted: false }
}

async function createDatabase(plan: PostgresPlan): Promise<void> {
  const client = new pg.Client(connectionTo(plan, 'postgres'))
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

/** The role that the application connects as; its password lies beside the owner's. */
async function createApplicationRole(plan: PostgresPlan, dataDir: string): Promise<EmbeddedPostgres['connection']> {
  const user = applicationName
  const password = keptPassword(path.join(dataDir, APPLICATION_PASSWORD))
  const client = new pg.Client(connectionTo(plan, 'postgres'))
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [user])
    const verb = rowCount === 0 ? 'create' : 'alter'
    await client.query(
      `${verb} role ${user} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
    )
  } finally {
    await client.end()
  }
  return { ...connectionTo(plan, database), user, password }
}

function keptPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** Looks after the server: one that has died without being asked is started again with nothing lost. */
function keepRunning(plan: PostgresPlan, firstPid: number, log: (message: string) => void) {
  let pid = firstPid
  let restarting: Promise<void> | undefined
  const restart = async () => {
    log('PostgreSQL has ended unexpectedly; starting it again.')
    try {
      pid = (await adoptOrLaunch(plan, log)).pid
    } catch (error) {
      log(`PostgreSQL did not come back: ${(error as Error).message}`)
    }
    restarting = undefined
  }
  const timer = setInterval(() => {
    if (restarting === undefined && lifeOf(pid) === null) restarting = restart()
  }, watchMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await restarting
      if (lifeOf(pid) === null) return
      await letClientsLeave(plan)
      await stopPostgres(pid, plan.cluster.folder, plan.binaries.pgCtl)
    },
  }
}

/** A folder as the host has its slashes escaped; PostgreSQL clients read that as a Unix socket. */
function addressOf(connection: EmbeddedPostgres['connection']): string {
  const { user, password, host, port } = connection
  return `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${connection.database}`
}
