import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.generated.ts'

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
  /** Runs a function in one transaction; for jobs and scripts. */
  transaction<R>(work: (db: Db) => Promise<R>): Promise<R>
  close(): Promise<void>
}

export interface Transaction {
  readonly db: Db
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Opens the pools. Statement and lock time-outs keep one slow query from holding the rest. */
export function openDatabase(options: { write: pg.PoolConfig; read?: pg.PoolConfig; poolSize: number }): Database {
  const limits = '-c statement_timeout=30000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000'
  const pool = new pg.Pool({ ...options.write, max: options.poolSize, options: limits, application_name: 'poljin' })
  const readPool = new pg.Pool({
    ...(options.read ?? options.write),
    max: options.poolSize,
    options: `${limits} -c default_transaction_read_only=on`,
    application_name: 'poljin-read',
  })
  // A connection lost while idle is replaced by the pool at the next query, which reports its own error.
  pool.on('error', () => undefined)
  readPool.on('error', () => undefined)
  const read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: readPool }) })
  const primary = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const begin = () => lazyTransaction(pool)
  return {
    read,
    primary,
    pool,
    begin,
    async transaction(work) {
      const transaction = begin()
      try {
        const result = await work(transaction.db)
        await transaction.commit()
        return result
      } catch (error) {
        await transaction.rollback()
        throw error
      }
    },
    async close() {
      await Promise.all([pool.end(), readPool.end()])
    },
  }
}

/** A transaction that takes its connection at the first query, so that a refused request costs none. */
function lazyTransaction(pool: pg.Pool): Transaction {
  let client: Promise<pg.PoolClient> | undefined
  let ended = false
  const take = () => {
    if (ended) throw new Error('the transaction has ended')
    client ??= pool.connect().then(async (taken) => {
      await taken.query('begin')
      return taken
    })
    return client
  }
  const end = async (how: 'commit' | 'rollback') => {
    ended = true
    if (!client) return
    const taken = await client
    let broken = false
    try {
      await taken.query(how)
    } catch (error) {
      broken = true
      if (how === 'commit') throw error
    } finally {
      taken.release(broken)
    }
  }
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await (await take()).query(query.sql, [...query.parameters])
      const affected = result.rowCount === null ? undefined : BigInt(result.rowCount)
      return { rows: result.rows as R[], ...(affected === undefined ? {} : { numAffectedRows: affected }) }
    },
    // biome-ignore lint/correctness/useYield: streams run on the read pool; the driver interface wants the method.
    async *streamQuery() {
      throw new Error('streams run on the read pool')
    },
  }
  const refuse = async () => {
    throw new Error('a request has one transaction')
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return { db: new Kysely<Tables>({ dialect }), commit: () => end('commit'), rollback: () => end('rollback') }
}
