import { sql } from 'kysely'
import type pg from 'pg'
import { type Connections, startupOptions } from '#platform/server/database/connections.ts'
import type { Database, Db } from '#platform/server/database/db.ts'
import { createClient } from '#platform/server/database/servers/hosts.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { present } from '#platform/values/present.ts'

interface Settings {
  readonly statement: string
  readonly lock: string
  readonly idle: string
  readonly readOnly: string
}

const settings = sql<Settings>`
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle, current_setting('transaction_read_only') as "readOnly"`

const hold = ({ statement, lock, idle }: Settings) => statement === '30s' && lock === '5s' && idle === '10s'

/**
 * Where the limits of time and of reading have to be set: a server keeps them for a connection, while a pooler refuses
 * or drops start-up options, so that each transaction sets them itself.
 */
export async function limitsKeptBy(config: pg.PoolConfig): Promise<Connections['limitsOf']> {
  const client = createClient({ ...config, options: startupOptions(true), connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ statement: string; readOnly: string }>(
      `select current_setting('statement_timeout') as statement, current_setting('default_transaction_read_only') as "readOnly"`,
    )
    return rows[0]?.statement === '30s' && rows[0].readOnly === 'on' ? 'connection' : 'transaction'
  } catch (error) {
    if (/startup parameter/.test((error as Error).message)) return 'transaction'
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** @throws StartupError when a statement could run or wait without end, or a reading call could write */
export async function assertLimitsHold(database: Database): Promise<void> {
  const read = async (db: Db) => present((await settings.execute(db)).rows[0])
  const reads = [await read(database.read), await read(database.lists)]
  const writes = [await read(database.primary), await database.transaction(read)]
  if ([...reads, ...writes].every(hold) && reads.every(({ readOnly }) => readOnly === 'on')) return
  throw new StartupError(
    'The database does not keep the limits that are set in each transaction (statement_timeout, lock_timeout, read only). Check what stands between, at DATABASE_URL and READ_DATABASE_URL.',
  )
}
