import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { readiness } from '#features/ground/health/server/handlers.ts'
import { firstAdminLink } from '#features/ground/sessions/server/first-admin.ts'
import { startDemoPaytrail } from '#features/money/payments/server/demo-peer.ts'
import { demoUsers } from '#features/operations/demo/rules.ts'
import { createClock } from '#features/operations/demo/server/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { createDocumentWorker } from '#platform/server/documents/later-documents.ts'
import { type JobRunner, startJobs } from '#platform/server/jobs/jobs.ts'
import { createOutboxWorker } from '#platform/server/messages/outbox.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { requirePlainRole } from '#platform/server/roles/roles.ts'
import { type Config, processFacts, readConfig } from '#platform/server/runtime/config.ts'
import { createGateways } from '#platform/server/runtime/gateways.ts'
import { closeParts, type Part, stopWithStarter } from '#platform/server/runtime/lifecycle.ts'
import { leaveRoot, postureOf, postureTable, requirePosture } from '#platform/server/runtime/posture.ts'
import { StartupError, startupSentence } from '#platform/server/runtime/startup-error.ts'
import { traceWith } from '#platform/server/tracing/traced.ts'
import { fillDemo } from '../seed/fill-demo.ts'
import { documentMakers } from './documents.ts'
import { jobs } from './jobs.ts'
import { type Management, startManagement } from './management/management.ts'
import { createLog, openCheckedDatabase, prepareRows } from './open-database.ts'
import { servePages } from './pages.ts'
import { prepareSchema } from './prepare-schema.ts'
import { createApp } from './server.ts'
import { createServices } from './services.ts'

/** Starts everything in order and notes each part, so that all can be stopped again in the reverse order. */
async function start(given: Config, parts: Part[]): Promise<void> {
  // A port that is taken is told before a demo is filled.
  await requirePort(given)
  management = await startManagement(given)
  if (management) parts.push({ name: 'management port', graceMs: 1_000, close: management.close })
  const config = await withPaytrail(given, parts)
  const { connection, database } = await openPrepared(config, parts)
  const env = await createClock(config, database)
  const log = await createLog(config)
  await startTracing(config, log, parts)
  const workers: { outbox?: { wake(): void }; documents?: { wake(): void } } = {}
  const wakeOutbox = () => workers.outbox?.wake()
  const services = createServices({
    config,
    env,
    database,
    log,
    wakeOutbox,
    wakeDocuments: () => workers.documents?.wake(),
  })
  await prepareRows(services)
  const app = await createApp(services)
  const metrics = management ? await metricsOf(app, database) : null
  await servePages(app, services)
  const outbox = createOutboxWorker({
    database,
    env,
    gateways: createGateways(config),
    log,
    open: services.vault.open,
    openFile: (key, sha256) => services.files.open(key, sha256),
  })
  workers.outbox = outbox
  outbox.wake()
  parts.push({ name: 'outbox', graceMs: 3_000, close: () => outbox.stop() })
  const documents = createDocumentWorker(services, documentMakers)
  workers.documents = documents
  documents.wake()
  parts.push({ name: 'documents', graceMs: 3_000, close: () => documents.stop() })
  let runner: Promise<JobRunner> | null = null
  parts.push({ name: 'jobs', graceMs: 6_000, close: async () => (await runner)?.stop() })
  await app.listen({ port: config.port, host: config.host }).catch((error) => refusePort(config, error))
  parts.push({ name: 'calls', graceMs: 10_000, close: () => app.close() })
  readiness.isAccepting = () => !stopping && !management?.isDraining()
  if (metrics) management?.hasStarted(metrics, log)
  drainMs = config.drainSeconds * 1000
  const port = (app.server.address() as AddressInfo).port
  // Calls are taken already: a queue for each job is some hundred statements.
  runner = startJobs(services, connection, jobs)
  await runner
  const link = config.demo ? null : await firstAdminLink(services)
  print(config, port, keepLink(config, link))
}

function refusePort({ host, port }: Config, error: NodeJS.ErrnoException): never {
  if (error.code === 'EADDRINUSE')
    throw new StartupError(`Port ${port} is taken. Stop what listens there or set PORT to another.`)
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
    throw new StartupError(`The server cannot listen on ${host}:${port}.`)
  throw error
}

/** Takes the service's port and gives it back. */
async function requirePort(config: Config): Promise<void> {
  const server = createServer()
  server.listen(config.port, config.host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => refusePort(config, error))
  server.close()
  await once(server, 'close')
}

/** The database as the application has it, brought to the newest schema by its owner and filled where it is a demo. */
async function openPrepared(config: Config, parts: Part[]) {
  const { connection, owner, ownerAddress } = await connectionOf(config, parts)
  management?.knowsDatabase(connection)
  const database = await openCheckedDatabase(config, connection)
  parts.push({ name: 'database connections', graceMs: 3_000, close: () => database.close() })
  await prepareSchema(owner, connection)
  // A demo that was cut short is made anew from its schema on.
  if (config.demo && (await fillDemo(database, ownerAddress, parts))) await prepareSchema(owner, connection)
  if (config.production) await requirePlainRole(database.pool)
  return { connection, database }
}

/** The demo pays at a peer of its own, which is closed with the server. */
async function withPaytrail(config: Config, parts: Part[]): Promise<Config> {
  if (!config.demo || config.paytrail) return config
  const peer = await startDemoPaytrail()
  parts.push({ name: 'demo payment service', graceMs: 1_000, close: () => peer.close() })
  return { ...config, paytrail: peer.config }
}

/** The libraries of tracing are loaded where a receiver is named. */
async function startTracing({ tracing }: Config, log: FastifyBaseLogger, parts: Part[]): Promise<void> {
  if (!tracing) return
  const { openTracing } = await import('#platform/server/tracing/open-telemetry.ts')
  const opened = await openTracing(tracing, (err) => log.warn({ err }, 'traces were not taken'))
  traceWith(opened)
  parts.push({ name: 'traces', graceMs: 3_000, close: () => opened.close() })
}

/** The library of metrics is loaded where they are asked for. */
async function metricsOf(app: FastifyInstance, { pools }: Database) {
  const { createProcessMetrics } = await import('./management/process-metrics.ts')
  return createProcessMetrics(app, pools)
}

async function connectionOf(config: Config, parts: Part[]) {
  const { databaseUrl } = config
  if (databaseUrl) {
    const ownerAddress = config.databaseOwnerUrl ?? databaseUrl
    return { connection: { connectionString: databaseUrl }, owner: { connectionString: ownerAddress }, ownerAddress }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
  parts.push({ name: 'embedded PostgreSQL', graceMs: 15_000, close: () => postgres.stop() })
  return { connection: postgres.application, owner: postgres.connection, ownerAddress: postgres.connectionString }
}

/** The first admin's link opens everything, so it goes to a file of its owner's and not into the service's log. */
function keepLink({ dataDir }: Config, link: string | null): string | null {
  const file = path.join(dataDir, 'first-admin-link')
  rmSync(file, { force: true })
  if (!link) return null
  writeFileSync(file, `${link}\n`, { mode: 0o600 })
  return file
}

function print(config: Config, port: number, linkFile: string | null) {
  const address = config.production ? config.origin : `http://localhost:${port}`
  const lines: string[] = []
  if (linkFile) lines.push('', `The one-time link that creates the first super admin (24 h) is in ${linkFile}`)
  if (config.demo) {
    lines.push('', `Demo users (password ${demoUsers[0]!.password}), codes and the outbox: ${address}/demo`)
    for (const user of demoUsers) lines.push(`  ${user.email.padEnd(28)}${user.note}`)
  }
  // The address last, where the eye is.
  console.log(`${lines.join('\n')}\n\nPoljin is running: ${address}\n`)
}

const parts: Part[] = []
let stopping = false
let management: Management | null = null
/** Until it takes calls, there is nothing to empty. */
let drainMs = 0

/** Probes hear that this node takes no more calls, and it serves those that come until they are sent elsewhere. */
async function stop(code: number) {
  if (stopping) return
  stopping = true
  management?.drain()
  if (code === 0) await pause(drainMs)
  await closeParts(parts, (message, error) => console.error(message, error))
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
stopWithStarter(() => void stop(0))

try {
  const facts = processFacts(process.env)
  leaveRoot(facts)
  const config = readConfig(process.env)
  const posture = postureOf(config, facts)
  requirePosture(posture, config.production)
  if (config.production) console.log(postureTable(posture))
  await start(config, parts)
} catch (error) {
  console.error(startupSentence(error) ?? error)
  await stop(1)
}
