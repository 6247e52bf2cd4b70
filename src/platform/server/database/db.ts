import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.generated.ts'
import { lazyTransaction, type Transaction, withRetries } from './transaction.ts'

/** A query runner: the read pool, or the transaction of an unsafe call. */
export type Db = Kysely<Tables>

// Cents travel as numbers (they stay far below 2^53), business dates as 'YYYY-MM-DD'.
pg.types.setTypeParser(20, (text) => Number(text))
pg.types.setTypeParser(1700, (text) => Number(text))
pg.types.setTypeParser(1082, (text) => text)

export interface Database {
  /** For GETs: every transaction is read only, and the server may be a replica. */
  readonly read: Db
  /** Autocommit on the primary: for limits and sessions, which hold whatever becomes of the request. */
  readonly primary: Db
  readonly pool: pg.Pool
  /** One transaction on the primary, begun by its first query. */
  begin(): Transaction
  /**
   * Runs a function in one transaction; for jobs and scripts. Where it collides with another transaction it runs again
   * from its beginning, so it changes nothing outside the database.
   */
  transaction<R>(work: (db: Db) => Promise<R>): Promise<R>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly write: pg.PoolConfig
  readonly read?: pg.PoolConfig
  readonly poolSize: number
  /** How long a query waits for a free connection before it is refused as "not now". */
  readonly waitMs?: number
}

/** Opens the pools. Time-outs of statements, locks and waiting keep one slow query from holding the rest. */
export function openDatabase(options: DatabaseOptions): Database {
  // Compiling a plan costs more than any page of a list.
  const limits =
    '-c jit=off -c statement_timeout=30000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000'
  const open = (config: pg.PoolConfig, name: string, settings: string) =>
    openPool({
      ...config,
      max: options.poolSize,
      connectionTimeoutMillis: options.waitMs ?? 10_000,
      options: settings,
      application_name: name,
    })
  const pool = open(options.write, 'poljin', limits)
  const readPool = open(options.read ?? options.write, 'poljin-read', `${limits} -c default_transaction_read_only=on`)
  const database: Database = {
    read: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: readPool }) }),
    primary: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    begin: () => lazyTransaction(pool),
    transaction: (work) => withRetries(() => inTransaction(database.begin(), work)),
    async close() {
      await Promise.all([pool.end(), readPool.end()])
    },
  }
  return database
}

/**
 * A connection that is lost, idle or at work, must not end the process: the pool replaces it, and the query that it was
 * lost under reports its own error.
 */
function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function inTransaction<R>(transaction: Transaction, work: (db: Db) => Promise<R>): Promise<R> {
  try {
    const result = await work(transaction.db)
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}
