// The thread of the management port: it answers while the main thread is busy, by a connection of its own.
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { reached } from '#platform/server/database/servers/hosts.ts'
import { createFileStore } from '#platform/server/documents/stores/file-store.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { createBeat } from './beat.ts'
import { createManagementServer, type Facts } from './management-server.ts'
import { createServiceMetrics, queryOf } from './service-metrics.ts'

/** What the main thread hands over when this one starts. */
export interface ThreadData {
  readonly shared: SharedArrayBuffer
  readonly host: string
  readonly port: number
  readonly files: Pick<Config, 'dataDir' | 'filesS3' | 'filesStore'>
}

/** What the main thread tells later. */
export type FromMain =
  | { readonly kind: 'database'; readonly connection: pg.PoolConfig; readonly migration: string }
  | { readonly kind: 'started' }
  | { readonly kind: 'metrics'; readonly text: string }
  | { readonly kind: 'logLevel'; readonly level: string }

/** What this thread tells the main one. */
export type ToMain =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'logLevel'; readonly level: string }

const { shared, host, port, files: place } = workerData as ThreadData
const files = createFileStore(place)
const tell = (message: ToMain) => parentPort!.postMessage(message)

let pool: pg.Pool | null = null
let migration = ''
const facts: Facts = { isStarted: false, snapshot: '', snapshotAt: 0, logLevel: 'info' }

const client: Pick<pg.Pool, 'query'> = {
  query: ((text: string, values?: unknown[]) => {
    if (!pool) throw new Error('the database is not known yet')
    return pool.query(text, values)
  }) as pg.Pool['query'],
}
const metrics = createServiceMetrics(queryOf(client), files)

parentPort!.on('message', (message: FromMain) => {
  if (message.kind === 'database') {
    migration = message.migration
    const config = {
      ...message.connection,
      max: 1,
      connectionTimeoutMillis: 900,
      query_timeout: 5_000,
      application_name: 'poljin-management',
    }
    pool = new pg.Pool(reached(config))
    // A connection that ends while it rests is opened anew by the next question.
    pool.on('error', () => undefined)
  }
  if (message.kind === 'started') facts.isStarted = true
  if (message.kind === 'logLevel') facts.logLevel = message.level
  if (message.kind === 'metrics') Object.assign(facts, { snapshot: message.text, snapshotAt: Date.now() })
})

const server = createManagementServer({
  facts,
  beat: createBeat(shared),
  metrics,
  async asks() {
    const { rows } = await client.query<{ at: Date; applied: boolean }>(
      'select clock_timestamp() as at, exists (select 1 from schema_migrations where name = $1) as applied',
      [migration],
    )
    await files.check()
    return rows[0]!
  },
  changeLogLevel(level) {
    facts.logLevel = level
    tell({ kind: 'logLevel', level })
  },
})
server.on('error', (error: NodeJS.ErrnoException) => tell({ kind: 'failed', code: error.code ?? error.name }))
server.listen(port, host, () => tell({ kind: 'listening', port: (server.address() as { port: number }).port }))
