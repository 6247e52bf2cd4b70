import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'
import type { Tables } from './tables.generated.ts'

export interface Transaction {
  readonly db: Db
  /** @throws when a failed statement was passed over: PostgreSQL then answers a commit by rolling back */
  commit(): Promise<void>
  /** Never throws, and does nothing once the transaction has ended, so that it cannot hide why it was called. */
  rollback(): Promise<void>
}

const mostTries = 3
/** Serialisation failure and deadlock: two transactions met head-on and PostgreSQL ended one of them whole. */
const retryableStates = new Set(['40001', '40P01'])

/** Runs a whole transaction again, up to three times in all, when it has collided with another. */
export async function withRetries<R>(attempt: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= mostTries || !retryableStates.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

/** A transaction that takes its connection at the first query, so that a refused request costs none. */
export function lazyTransaction(pool: pg.Pool): Transaction {
  let client: Promise<pg.PoolClient> | undefined
  let ended = false
  const take = () => {
    if (ended) throw new Error('the transaction has ended')
    client ??= beginOn(pool)
    return client
  }
  return {
    db: new Kysely<Tables>({ dialect: dialectOn(take) }),
    async commit() {
      if (ended) throw new Error('the transaction has ended')
      ended = true
      const taken = await client
      if (taken && (await endWith(taken, 'commit')) !== 'COMMIT')
        throw new Error('a failed statement was passed over, so nothing was committed')
    },
    async rollback() {
      if (ended) return
      ended = true
      const taken = await client?.catch(() => undefined)
      if (taken) await endWith(taken, 'rollback').catch(() => undefined)
    },
  }
}

async function beginOn(pool: pg.Pool): Promise<pg.PoolClient> {
  const taken = await pool.connect()
  try {
    await taken.query('begin')
    return taken
  } catch (error) {
    taken.release(true)
    throw error
  }
}

/** Gives the connection back, or throws it away when it cannot even end its transaction. */
async function endWith(taken: pg.PoolClient, statement: 'commit' | 'rollback'): Promise<string> {
  try {
    const { command } = await taken.query(statement)
    taken.release()
    return command
  } catch (error) {
    taken.release(true)
    throw error
  }
}

function dialectOn(take: () => Promise<pg.PoolClient>): Dialect {
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
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
