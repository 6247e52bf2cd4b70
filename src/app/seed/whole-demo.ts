import type { Pool, PoolClient } from 'pg'
import type { Db } from '#platform/server/database/db.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

const begunKey = 'demo-begun'
const doneKey = 'demo-seeded'
/** Names the lock that one filling process holds; any number that nothing else in the database takes. */
const lockName = 7_400_700_074

/** Whether the demo has still to be made: it was begun and never finished, or nobody is in the database yet. */
export async function isDemoWanted(db: Db): Promise<boolean> {
  return (await stateOf(db)) !== 'FULL'
}

/** EMPTY: nobody is there yet. HALF: a filling was cut short. FULL: a whole demo, or data of somebody's own. */
async function stateOf(db: Db): Promise<'EMPTY' | 'HALF' | 'FULL'> {
  const rows = await db.selectFrom('settings').select('key').where('key', 'in', [begunKey, doneKey]).execute()
  const keys = rows.map(({ key }) => key)
  if (keys.includes(doneKey)) return 'FULL'
  if (keys.includes(begunKey)) return 'HALF'
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) ? 'FULL' : 'EMPTY'
}

const mark = (db: Db, key: string) =>
  db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(new Date().toISOString()) })
    .execute()

export interface Filling {
  readonly pool: Pool
  readonly db: Db
  /** Brings the schema and its reference data to the newest state, also after they have been taken away. */
  readonly prepare: () => Promise<void>
  readonly fill: () => Promise<void>
}

/**
 * Leaves the database with a whole demo or with none that anybody is served: one process at a time fills, the others
 * wait for it, and what a filling that was cut short has left is removed before the next one begins.
 */
export async function fillWhole({ pool, db, prepare, fill }: Filling): Promise<void> {
  const turn = await takeTurn(pool)
  try {
    // Not before one's turn: the process before this one may take the schema away.
    await prepare()
    const state = await stateOf(db)
    if (state === 'FULL') return
    if (state === 'HALF') {
      await removeEverything(pool)
      await prepare()
    }
    await mark(db, begunKey)
    await fill()
    await mark(db, doneKey)
  } finally {
    await turn.query('rollback').catch(() => undefined)
    turn.release()
  }
}

/** A transaction that holds the lock until it ends or its process dies; it works behind a pooler as well. */
async function takeTurn(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  )
  await client.query('select pg_advisory_xact_lock($1)', [lockName])
  return client
}

async function removeEverything(pool: Pool): Promise<void> {
  try {
    await pool.query('drop schema if exists months cascade; drop schema public cascade; create schema public')
  } catch (error) {
    const { message } = error as Error
    throw new StartupError(`A demo that was cut short could not be removed (${message}); give an empty database.`, {
      cause: error,
    })
  }
}
