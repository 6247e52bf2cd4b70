import { Kysely } from 'kysely'
import type pg from 'pg'
import { beginText, type Connections, endsConnection, isStalePlan, send } from './connections.ts'
import type { Db } from './db.ts'
import { dialectOf } from './dialect.ts'
import type { Tables } from './tables.generated.ts'

export interface Transaction {
  readonly db: Db
  /** Whether it holds a connection, or has asked for one. */
  readonly isOpen: boolean
  readonly hasEnded: boolean
  /** @throws when a failed statement was passed over: PostgreSQL then answers a commit by rolling back */
  commit(): Promise<void>
  /** Never throws, and does nothing once the transaction has ended, so that it cannot hide why it was called. */
  rollback(): Promise<void>
}

const mostTries = 3
/** Serialisation failure and deadlock: two transactions met head-on and PostgreSQL ended one of them whole. */
const retryableStates = new Set(['40001', '40P01'])

const isRetryable = (error: unknown) =>
  retryableStates.has((error as { code?: string }).code ?? '') || isStalePlan(error)

/** Runs a whole transaction again, up to three times in all, when it has collided with another. */
export async function withRetries<R>(attempt: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= mostTries || !isRetryable(error)) throw error
    }
  }
}

/** Queries that take their connection when the first of them runs. */
function dbOn(names: Connections['names'], take: () => Promise<pg.PoolClient>, onBroken: () => void): Db {
  return new Kysely<Tables>({
    dialect: dialectOf(async (query) => {
      const taken = await take()
      return send<never>(taken, query, names, 'by-key').catch((error: unknown) => {
        if (endsConnection(error)) onBroken()
        throw error
      })
    }),
  })
}

/**
 * A transaction that takes its connection at the first query, so that a refused request costs none.
 * @param first runs before that query, in the transaction
 */
export function lazyTransaction(
  { pool, names }: Pick<Connections, 'pool' | 'names'>,
  first?: (db: Db) => Promise<void>,
): Transaction {
  let client: Promise<pg.PoolClient> | undefined
  let ended = false
  let broken = false
  const on = (take: () => Promise<pg.PoolClient>) =>
    dbOn(names, take, () => {
      broken = true
    })
  const begin = async () => {
    const taken = await beginOn(pool)
    // Taken before the first work fails, so that the rollback gives it back.
    client = Promise.resolve(taken)
    await first?.(on(async () => taken))
    return taken
  }
  let begun: Promise<pg.PoolClient> | undefined
  const take = () => {
    if (ended) throw new Error('the transaction has ended')
    begun ??= begin()
    return begun
  }
  const end = async (statement: 'commit' | 'rollback') => {
    ended = true
    // Whatever began has to come to its end before its connection can be given back.
    await begun?.catch(() => undefined)
    const taken = await client
    return taken ? endWith(taken, statement, broken) : statement.toUpperCase()
  }
  return {
    db: on(take),
    get isOpen() {
      return begun !== undefined && !ended
    },
    get hasEnded() {
      return ended
    },
    async commit() {
      if (ended) throw new Error('the transaction has ended')
      if ((await end('commit')) !== 'COMMIT')
        throw new Error('a failed statement was passed over, so nothing was committed')
    },
    async rollback() {
      if (!ended) await end('rollback').catch(() => undefined)
    },
  }
}

async function beginOn(pool: pg.Pool): Promise<pg.PoolClient> {
  const taken = await pool.connect()
  try {
    await taken.query(beginText(false))
    return taken
  } catch (error) {
    taken.release(true)
    throw error
  }
}

/** Gives the connection back, or throws it away when it cannot even end its transaction. */
async function endWith(taken: pg.PoolClient, statement: 'commit' | 'rollback', broken: boolean): Promise<string> {
  try {
    const { command } = await taken.query(statement)
    taken.release(broken)
    return command
  } catch (error) {
    taken.release(true)
    throw error
  }
}
