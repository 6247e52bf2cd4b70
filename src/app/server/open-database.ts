import type { PoolConfig } from 'pg'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { openEventLog } from '#platform/server/events/event-keys.ts'
import type { Services } from '#platform/server/http/context.ts'
import { failureForLog } from '#platform/server/http/http.ts'
import { assertLimitsHold, limitsKeptBy } from '#platform/server/http/kept-limits.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { logStream } from '#platform/server/runtime/people-lines.ts'
import { repeatedErrors } from '#platform/server/runtime/repeated-errors.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { syncCatalogue } from './catalogue.ts'
import { tellEarlierRows } from './earlier-rows.ts'
import { syncReference } from './reference.ts'

/** The database with its limits, whether it is reached straight or through a pooler. */
export async function openCheckedDatabase(config: Config, write: PoolConfig): Promise<Database> {
  const limitsOf = await limitsKeptBy(write).catch((error: Error) => {
    throw new StartupError(`The database cannot be reached: ${error.message || 'no answer'}. Check DATABASE_URL.`)
  })
  const database = openDatabase({
    write,
    ...(config.readDatabaseUrl ? { replica: { connectionString: config.readDatabaseUrl } } : {}),
    poolSize: config.poolSize,
    limitsOf,
    // What drops start-up options shares connections, and may lose what one of them has been told to keep.
    prepared: config.preparedStatements ?? limitsOf === 'connection',
  })
  await database.replicaKnown
  await assertLimitsHold(database)
  return database
}

/** Brings the schema and the rows that every installation needs to the newest state; for a role that owns both. */
export async function prepareDatabase(services: Services): Promise<void> {
  await migrate(services.database.pool)
  await prepareRows(services)
}

/** Opens the event log for writing and brings the rows that every installation needs to the newest state. */
export async function prepareRows(services: Services): Promise<void> {
  const { database, config } = services
  await openEventLog(database.primary, config)
  await database.transaction(async (db) => {
    await syncCatalogue(db)
    await syncReference(db, services)
    await tellEarlierRows(db, services)
  })
}

export async function createLog(config: Config) {
  const { pino } = await import('pino')
  return pino({ level: config.logLevel, serializers: { err: failureForLog }, hooks: repeatedErrors() }, logStream())
}
