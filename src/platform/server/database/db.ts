import { Kysely } from 'kysely'
import pg from 'pg'
import {
  type Connections,
  endsConnection,
  ROW_WITHIN_MS,
  runAlone,
  type Sending,
  startupOptions,
} from './connections.ts'
import { dialectOf } from './dialect.ts'
import { instantOf } from './instants.ts'
import { reached } from './servers/hosts.ts'
import { type Lsn, lsnOf, type ReplicaWatch, watchReplica } from './servers/replica-watch.ts'
import { createStatementNames, type Planning } from './statements.ts'
import type { Tables } from './tables.generated.ts'
import { type EndWork, type LastWork, lazyTransaction, type Transaction, withRetries, writesTo } from './transaction.ts'

/** A query runner: a pool, or the transaction of an unsafe call. */
export type Db = Kysely<Tables>

// Cents travel as numbers (they stay far below 2^53), business dates as 'YYYY-MM-DD', instants as `Date`.
pg.types.setTypeParser(20, (text) => Number(text))
pg.types.setTypeParser(1700, (text) => Number(text))
pg.types.setTypeParser(1082, (text) => text)
pg.types.setTypeParser(1184, instantOf)

export interface Database {
  /** For single rows: the primary, read only. An answer is waited for five seconds. */
  readonly read: Db
  /** For lists, exports and statistics: read only, perhaps a replica that lags, planned for the values of their filters. */
  readonly lists: Db
  /** As `lists`, on the primary: for what has to be as it is now. */
  readonly freshLists: Db
  /** As `lists`, for whoever has written: the replica only once it has all up to a place in the log. */
  listsPast(lsn: Lsn): Db
  /** Where the log of the primary ends, past all that has been committed; null where there is no replica to compare with. */
  written(): Promise<Lsn | null>
  /** Done once it is known whether the replica may be asked. */
  readonly replicaKnown: Promise<void>
  /** Single statements on the primary: for limits and sessions, which hold whatever becomes of the request. */
  readonly primary: Db
  /** As `primary`, for a row that is waited for no longer than one of `read`: whose call it is. */
  readonly primaryRow: Db
  readonly pool: pg.Pool
  /** All pools by what they are for. */
  readonly pools: Readonly<Record<string, pg.Pool>>
  /**
   * One transaction on the primary, begun by its first query.
   * @param first runs before that query, in the transaction
   */
  begin(first?: (db: Db) => Promise<void>): Transaction
  /**
   * Runs a function in one transaction; for jobs and scripts. Where it collides with another transaction it runs again
   * from its beginning, so it changes nothing outside the database.
   */
  transaction<R>(work: (db: Db) => Promise<R>): Promise<R>
  /** From now on each transaction that writes to one of some tables ends with this work, and does it before it reads of it. */
  endEachWith(work: LastWork): void
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly write: pg.PoolConfig
  /** A replica for lists. */
  readonly replica?: pg.PoolConfig
  readonly poolSize: number
  /** How long a query waits for a free connection before it is refused as "not now". */
  readonly waitMs?: number
  /** How long a single row is waited for. */
  readonly rowWithinMs?: number
  /** How long a statement of `primary` may run, for a command that reads all there is. */
  readonly statementMs?: number
  /** `transaction` behind a pooler that drops start-up options: each transaction then sets the limits itself. */
  readonly limitsOf?: Connections['limitsOf']
  /** Whether plans are kept under names; a pooler that shares connections between transactions may lose them. */
  readonly prepared?: boolean
}

/** A list after a minute's rest should not wait for a connection first. */
const keptConnections = 2
const idleMs = 60_000

/** Opens the pools. Time-outs of statements, locks and waiting keep one slow query from holding the rest. */
export function openDatabase(options: DatabaseOptions): Database {
  const names = createStatementNames(options.prepared ?? true)
  const limitsOf = options.limitsOf ?? 'connection'
  const open = (config: pg.PoolConfig, name: string, readOnly: boolean): Connections => ({
    pool: openPool({
      ...config,
      max: options.poolSize,
      min: Math.min(keptConnections, options.poolSize),
      idleTimeoutMillis: idleMs,
      keepAlive: true,
      connectionTimeoutMillis: options.waitMs ?? 10_000,
      application_name: name,
      ...(limitsOf === 'connection' ? { options: startupOptions(readOnly, options.statementMs) } : {}),
    }),
    readOnly,
    limitsOf,
    names,
  })
  const handle = (connections: Connections, planning: Planning, sending: Omit<Sending, 'planning'> = {}): Db =>
    new Kysely<Tables>({
      dialect: dialectOf((query) => runAlone<never>(connections, query, { planning, ...sending })),
    })
  const row = { withinMs: options.rowWithinMs ?? ROW_WITHIN_MS }
  const write = open(options.write, 'poljin', false)
  const read = open(options.write, 'poljin-read', true)
  const replica = options.replica ? open(options.replica, 'poljin-lists', true) : null
  const freshLists = handle(read, 'by-value')
  const watched = replica ? watchOf(write.pool, options.replica!) : null
  const listsPast = (past: Lsn | null) =>
    replica && watched ? withFallback(handle(replica, 'by-value'), freshLists, watched.watch, past) : freshLists
  let last: EndWork | undefined
  const database: Database = {
    read: handle(read, 'by-key', row),
    lists: listsPast(null),
    freshLists,
    listsPast,
    written: async () => (replica ? writtenOn(write.pool) : null),
    replicaKnown: watched?.watch.known ?? Promise.resolve(),
    primary: handle(write, 'by-key', options.statementMs === undefined ? {} : { withinMs: options.statementMs }),
    primaryRow: handle(write, 'by-key', row),
    pool: write.pool,
    pools: { write: write.pool, read: read.pool, ...(replica ? { lists: replica.pool } : {}) },
    begin: (first) => lazyTransaction(write, { first, last }),
    transaction: (work) => withRetries(() => inTransaction(database.begin(), work)),
    endEachWith({ tables, makes, run }) {
      last = { makes, run, isWrite: writesTo(tables) }
    },
    async close() {
      watched?.watch.stop()
      await Promise.all([write.pool.end(), read.pool.end(), replica?.pool.end(), watched?.pool.end()])
    },
  }
  return database
}

/** Past the commit of whoever asks. */
async function writtenOn(pool: pg.Pool): Promise<Lsn> {
  const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  return lsnOf(rows[0]!.lsn)
}

/** A connection of its own to the replica, which no caller's work holds up. */
function watchOf(primary: pg.Pool, replica: pg.PoolConfig): { watch: ReplicaWatch; pool: pg.Pool } {
  const pool = openPool({
    ...replica,
    max: 1,
    connectionTimeoutMillis: 900,
    query_timeout: 900,
    application_name: 'poljin-replica',
  })
  const watch = watchReplica({
    primary: () => writtenOn(primary),
    async replica() {
      const { rows } = await pool.query<{ lsn: string | null }>(
        'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as lsn',
      )
      return rows[0]!.lsn === null ? null : lsnOf(rows[0]!.lsn)
    },
  })
  return { watch, pool }
}

/** Lists come from the primary while the replica does not answer, is behind or lacks what the reader has written. */
function withFallback(replica: Db, primary: Db, watch: ReplicaWatch, past: Lsn | null): Db {
  return new Kysely<Tables>({
    dialect: dialectOf(async (query) => {
      const other = () => primary.executeQuery<never>(query)
      if (!watch.maySend(past)) return other()
      return watch.orElse(replica.executeQuery<never>(query), other, endsConnection)
    }),
  })
}

/**
 * A connection that is lost, idle or at work, must not end the process: the pool replaces it, and the query that it was
 * lost under reports its own error.
 */
function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(reached(config))
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
