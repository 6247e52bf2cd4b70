import { Kysely } from 'kysely'
import type pg from 'pg'
import { tracedStatement } from '../tracing/traced.ts'
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

/** What a transaction that has written to one of some tables does last, and before it reads what the work makes. */
export interface LastWork {
  readonly tables: readonly string[]
  /** The table that the work writes. */
  readonly makes: string
  run(db: Db): Promise<void>
}

/** Whether a statement may write to one of some tables; a trigger beneath another table's statement is not seen. */
export function writesTo(tables: readonly string[]): (text: string) => boolean {
  const write = new RegExp(`\\b(?:insert into|update|delete from)\\s+"?(?:${tables.join('|')})\\b`, 'i')
  return (text) => write.test(text)
}

interface Watch {
  onBroken(): void
  /** Before a statement is sent. */
  onStatement(text: string): Promise<void>
}

/** Queries that take their connection when the first of them runs. */
function dbOn(names: Connections['names'], take: () => Promise<pg.PoolClient>, { onBroken, onStatement }: Watch): Db {
  return new Kysely<Tables>({
    dialect: dialectOf(async (query) => {
      const taken = await take()
      await onStatement(query.sql)
      return send<never>(taken, query, names, { planning: 'by-key' }).catch((error: unknown) => {
        if (endsConnection(error)) onBroken()
        throw error
      })
    }),
  })
}

/** What runs in a transaction besides its work. */
interface Around {
  /** Before the first query. */
  readonly first?: ((db: Db) => Promise<void>) | undefined
  /** Before the commit, where it has written to a table of these. */
  readonly last?: EndWork | undefined
}

/** The same, as statements are held against it. */
export interface EndWork extends Pick<LastWork, 'run' | 'makes'> {
  isWrite(text: string): boolean
}

/** PostgreSQL's code for a statement after one that failed. */
const HAS_FAILED = '25P02'

/** When a transaction does its last work: before its commit, and before it reads of what that makes. */
function endOf(last: EndWork | undefined, db: () => Db) {
  let hasWritten = false
  const finish = async () => {
    hasWritten = false
    await last?.run(db())
  }
  return {
    async beforeStatement(text: string) {
      if (hasWritten && text.includes(last!.makes)) await finish()
      hasWritten ||= last?.isWrite(text) === true
    },
    async beforeCommit() {
      if (!hasWritten) return
      // Of a transaction that has failed the commit itself tells.
      await finish().catch((error: { code?: string }) => {
        if (error.code !== HAS_FAILED) throw error
      })
    },
  }
}

/** A transaction that takes its connection at the first query, so that a refused request costs none. */
export function lazyTransaction(
  { pool, names }: Pick<Connections, 'pool' | 'names'>,
  { first, last }: Around = {},
): Transaction {
  let client: Promise<pg.PoolClient> | undefined
  let [ended, broken] = [false, false]
  const onBroken = () => {
    broken = true
  }
  const end = endOf(last, () => dbOn(names, take, { onBroken, onStatement: async () => undefined }))
  const on = (take: () => Promise<pg.PoolClient>) => dbOn(names, take, { onBroken, onStatement: end.beforeStatement })
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
  const close = async (statement: 'commit' | 'rollback') => {
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
      await end.beforeCommit()
      if ((await close('commit')) !== 'COMMIT')
        throw new Error('a failed statement was passed over, so nothing was committed')
    },
    async rollback() {
      if (!ended) await close('rollback').catch(() => undefined)
    },
  }
}

async function beginOn(pool: pg.Pool): Promise<pg.PoolClient> {
  const taken = await pool.connect()
  try {
    await tracedStatement(
      () => ({ name: 'begin' }),
      () => taken.query(beginText(false)),
    )
    return taken
  } catch (error) {
    taken.release(true)
    throw error
  }
}

/** Gives the connection back, or throws it away when it cannot even end its transaction. */
async function endWith(taken: pg.PoolClient, statement: 'commit' | 'rollback', broken: boolean): Promise<string> {
  try {
    const { command } = await tracedStatement(
      () => ({ name: statement }),
      () => taken.query(statement),
    )
    taken.release(broken)
    return command
  } catch (error) {
    taken.release(true)
    throw error
  }
}
