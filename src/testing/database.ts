import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import type { EmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { templateDatabase } from './runs/template.ts'

const longestGoodbyeMs = 2000

/** A migrated database for one test file. */
export interface TestDatabase {
  /** Fits `pg.Pool` and `openDatabase`. */
  readonly connection: EmbeddedPostgres['connection']
  readonly connectionString: string
  /**
   * Removes it, cutting off whoever is still connected.
   * @throws where transactions have deadlocked: they pass when run again, a second late, and not always
   */
  drop(): Promise<void>
}

/** Copies the migrated template, or makes an empty database when the migrations themselves are under test. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const template = options.empty ? 'template0' : templateDatabase
  await run(server, `create database ${database} template ${template} strategy file_copy`)
  // A test's rows are nobody's, so the server may write which statements waited for each other.
  await run(server, `alter database ${database} set log_error_verbosity = 'default'`)
  const { user, password, host, port } = server
  return {
    connection: { ...server, database },
    connectionString: `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`,
    drop: () => drop(server, database),
  }
}

/** What the server wrote of the last transactions that waited for each other, statements included. */
function deadlocks(): string {
  const [, ...found] = readFileSync(inject('postgresLog'), 'utf8').split(/^.*ERROR: {2}deadlock detected$/m)
  return found
    .slice(-2)
    .map((text) => `\n${text.split('\n').slice(0, 30).join('\n')}`)
    .join('')
}

/** A pool's end does not wait for its sockets; a connection cut off in between would fail the run from nowhere. */
async function drop(server: EmbeddedPostgres['connection'], database: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    const until = Date.now() + longestGoodbyeMs
    while (Date.now() < until) {
      const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [database])
      if (rowCount === 0) break
      await sleep(10)
    }
    const { rows } = await client.query('select deadlocks::int from pg_stat_database where datname = $1', [database])
    await client.query(`drop database ${database} with (force)`)
    if (rows[0]?.deadlocks > 0)
      throw new Error(
        `Transactions of this file deadlocked: take the locks of all that they write in one order.${deadlocks()}`,
      )
  } finally {
    await client.end()
  }
}

async function run(server: EmbeddedPostgres['connection'], statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
