import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import type { Registry } from 'prom-client'
import { readMigrations } from '#platform/server/database/migrate.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { type Beat, createBeat } from './beat.ts'
import type { FromMain, ThreadData, ToMain } from './management-thread.ts'

const BEAT_MS = 100
const SNAPSHOT_MS = 5_000

export interface Management {
  readonly port: number
  /** From now on the port can say whether the database is there. */
  knowsDatabase(connection: PoolConfig): void
  /** From now on calls are taken, and metrics of this process are shown. */
  hasStarted(registry: Registry, log: { level: string }): void
  /** Whether whoever runs the service wants no new calls here. */
  isDraining(): boolean
  drain(): void
  close(): Promise<unknown>
}

/**
 * The port for whoever runs the service, in a thread of its own with one connection of its own.
 * @returns null where MANAGEMENT_PORT is not set
 * @throws StartupError where the port is taken
 */
export async function startManagement(config: Config): Promise<Management | null> {
  if (config.managementPort === null) return null
  const beat = createBeat()
  const data: ThreadData = {
    shared: beat.shared,
    host: config.host,
    port: config.managementPort,
    files: { dataDir: config.dataDir, filesS3: config.filesS3, filesStore: config.filesStore },
  }
  const thread = new Worker(new URL('./management-thread.ts', import.meta.url), { workerData: data })
  const heart = setInterval(beat.beat, BEAT_MS)
  heart.unref()
  const port = await portOf(thread, config.managementPort)
  return managementOf(thread, beat, port)
}

function portOf(thread: Worker, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('message', (message: ToMain) => {
      if (message.kind === 'listening') resolve(message.port)
      else reject(new StartupError(`MANAGEMENT_PORT ${wanted} cannot be listened on (${JSON.stringify(message)}).`))
    })
  })
}

function managementOf(thread: Worker, beat: Beat, port: number): Management {
  const tell = (message: FromMain) => thread.postMessage(message)
  let snapshots: NodeJS.Timeout | undefined
  // A thread that has ended leaves the service without probes, not without its users.
  thread.on('error', () => undefined)
  thread.unref()
  return {
    port,
    knowsDatabase: (connection) =>
      tell({ kind: 'database', connection, migration: readMigrations().at(-1)?.name ?? '' }),
    hasStarted(registry, log) {
      const send = async () => tell({ kind: 'metrics', text: await registry.metrics() })
      snapshots = setInterval(() => void send(), SNAPSHOT_MS)
      snapshots.unref()
      thread.on('message', (message: ToMain) => {
        if (message.kind === 'logLevel') log.level = message.level
      })
      tell({ kind: 'logLevel', level: log.level })
      void send()
      tell({ kind: 'started' })
    },
    isDraining: beat.isDraining,
    drain: () => beat.drain(true),
    async close() {
      clearInterval(snapshots)
      await thread.terminate()
    },
  }
}
