import { createClock } from '#features/operations/demo/server/clock.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#platform/server/database/db.ts'
import { openEventLog } from '#platform/server/events/event-keys.ts'
import type { Services } from '#platform/server/http/context.ts'
import { connectionToRunning, startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { createLog } from '../open-database.ts'
import { createServices } from '../services.ts'

/** How the built-in database is reached as its owner and as the application; null where the database has a server. */
type BuiltIn = NonNullable<ReturnType<typeof connectionToRunning>>

/** What compares the whole log with all rows takes minutes where there are many. */
export const WHOLE_LOG_MS = 6 * 3_600_000

/** Works with the service's database: the one that runs, or the built-in one, started for as long as that takes. */
export async function withDatabase<T>(
  config: Config,
  work: (database: Database, builtIn: BuiltIn | null) => Promise<T>,
  options: Pick<DatabaseOptions, 'statementMs'> = {},
): Promise<T> {
  const { databaseUrl, dataDir } = config
  const running = databaseUrl ? null : connectionToRunning(dataDir)
  const started = databaseUrl || running ? null : await startEmbeddedPostgres({ dataDir })
  const builtIn = running ?? started
  const write = builtIn?.application ?? { connectionString: databaseUrl! }
  const database = openDatabase({ write, poolSize: 2, ...options })
  try {
    return await work(database, builtIn)
  } finally {
    await database.close()
    await started?.stop()
  }
}

/** Works as a node of the service does, beside those that run. */
export const withServices = <T>(config: Config, work: (services: Services) => Promise<T>): Promise<T> =>
  withDatabase(config, async (database) => {
    const env = await createClock(config, database)
    await openEventLog(database.primary, config)
    return work(createServices({ config, env, database, log: await createLog(config) }))
  })
