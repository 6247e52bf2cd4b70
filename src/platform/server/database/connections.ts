import type { CompiledQuery, QueryResult } from 'kysely'
import type pg from 'pg'
import { statementName } from '../tracing/statement-name.ts'
import { tracedStatement } from '../tracing/traced.ts'
import { NamedQuery } from './named-query.ts'
import type { Planning, StatementNames } from './statements.ts'

/** One statement may run this long, wait this long for a lock, and leave a transaction idle this long. */
const limits = { statement_timeout: 30_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 10_000 } as const
/** Past the server's own limit, for a server or a line that answers nothing at all. */
const answerWithinMs = 35_000

/** A single row is found by its key at once: whoever asks for one is told "not now" long before a page gives up. */
export const ROW_WITHIN_MS = 5_000

/** Compiling a plan costs more than any page of a list. */
const settings = { jit: 'off', ...limits }

/** The limits as a connection's start-up options. A pooler may refuse or drop them. */
export const startupOptions = (readOnly: boolean, statementMs: number = limits.statement_timeout) =>
  Object.entries({
    ...settings,
    statement_timeout: statementMs,
    ...(readOnly ? { default_transaction_read_only: 'on' } : {}),
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Begins a transaction that keeps the limits whatever stands between this process and the server. */
export const beginText = (readOnly: boolean) =>
  [
    readOnly ? 'begin read only' : 'begin',
    ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`),
  ].join('; ')

/** What a statement is run on and how. */
export interface Connections {
  readonly pool: pg.Pool
  readonly readOnly: boolean
  /** Whether the limits hold for each connection, or have to be set in each transaction. */
  readonly limitsOf: 'connection' | 'transaction'
  readonly names: StatementNames
}

/** How a statement that stands alone is sent. */
export interface Sending {
  readonly planning: Planning
  /** An answer that takes longer is not waited for, and its connection is of no more use. */
  readonly withinMs?: number
}

/** Sends one statement on a connection that somebody holds. */
export async function send<R>(
  client: pg.ClientBase,
  query: CompiledQuery,
  names: StatementNames,
  { planning, withinMs = answerWithinMs }: Sending,
): Promise<QueryResult<R>> {
  const name = names(query.sql, query.parameters.length, planning)
  const facts = () => ({
    name: statementName(query.sql),
    ...(name === undefined ? {} : { 'poljin.statement': name }),
  })
  return tracedStatement(facts, () => sendNamed<R>(client, query, { name, query_timeout: withinMs }))
}

async function sendNamed<R>(
  client: pg.ClientBase,
  query: CompiledQuery,
  how: { readonly name: string | undefined; readonly query_timeout: number },
): Promise<QueryResult<R>> {
  const result = await new Promise<pg.QueryResult>((resolve, reject) => {
    const statement = new NamedQuery(query.sql, [...query.parameters], (error, found) =>
      error ? reject(error) : resolve(found),
    )
    // Given to the finished query: of a configuration the driver copies each property with all that describes it.
    client.query(Object.assign(statement, how))
  }).catch((error: Error) => {
    // The driver's stack begins at its socket; this one leads back to whoever asked.
    Error.captureStackTrace(error)
    throw error
  })
  const affected = result.rowCount === null ? undefined : BigInt(result.rowCount)
  return { rows: result.rows as R[], ...(affected === undefined ? {} : { numAffectedRows: affected }) }
}

/** The kept plan of a statement whose tables a migration has changed meanwhile; a new connection plans it anew. */
export const isStalePlan = (error: unknown) =>
  (error as { code?: string }).code === '0A000' && /cached plan/.test((error as Error).message)

/** Whether a connection is of no more use after an error: PostgreSQL has not answered, or a plan that it keeps is stale. */
export function endsConnection(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? ''
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P)/.test(code) || isStalePlan(error)
}

/** Runs work on a connection of the pool and gives it back, or throws it away when it is of no more use. */
async function withConnection<R>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<R>): Promise<R> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(endsConnection(error))
    throw error
  }
}

/** Runs one statement by itself: the limits of its connection hold, or a transaction around it carries them. */
export async function runAlone<R>(
  connections: Connections,
  query: CompiledQuery,
  sending: Sending,
): Promise<QueryResult<R>> {
  const { pool, names, limitsOf, readOnly } = connections
  const attempt = () =>
    withConnection(pool, async (client) => {
      if (limitsOf === 'connection') return send<R>(client, query, names, sending)
      await client.query(beginText(readOnly))
      try {
        const result = await send<R>(client, query, names, sending)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    })
  return attempt().catch((error: unknown) => (isStalePlan(error) ? attempt() : Promise.reject(error)))
}
