import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

/** One numbered SQL file. */
export interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
  /**
   * The newest migration of the oldest release that works on a database that has this one; null where that is this
   * release alone.
   */
  readonly readableBy: string | null
}

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../migrations')

const lockAttempts = 5
/** PostgreSQL's codes for a lock that was not given in time, and for two sessions making the same thing at once. */
const lockNotAvailable = '55P03'
const madeMeanwhile = ['23505', '42P07', '42710']

/**
 * The migrations in their order. Line ends do not count in the hash, since Git may rewrite them.
 * @throws StartupError when a name does not follow NNNN_name.sql or two files bear the same number.
 */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const numbers = new Set<string>()
  return names.sort().map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (!number || numbers.has(number))
      throw new StartupError(`The migration ${name} has to be named NNNN_name.sql with a number of its own.`)
    numbers.add(number)
    const sql = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    const readableBy = /^-- readable by (\d{4})$/m.exec(sql)?.[1] ?? null
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex'), readableBy }
  })
}

/** The oldest PostgreSQL that the migrations are written for. */
const OLDEST_POSTGRES = 17

/**
 * Asks for a PostgreSQL that can run all migrations.
 * @param version the server's `server_version_num`, such as 150014
 * @throws StartupError when it is older
 */
export function requireServerVersion(version: number): void {
  const [major, minor] = [Math.trunc(version / 10_000), version % 10_000]
  if (major < OLDEST_POSTGRES)
    throw new StartupError(
      `The database server is PostgreSQL ${major}.${minor}; Poljin needs ${OLDEST_POSTGRES} or newer. Nothing has been changed in the database.`,
    )
}

/**
 * Brings the database to the newest schema: every migration in its own transaction, which gives up after two seconds
 * without its locks and is tried again. Any number of servers may call it at once; a locked row puts them in a queue,
 * which works behind a connection pooler too.
 * @returns the names of the migrations applied by this call.
 * @throws StartupError when the server is too old, an applied file has changed, one is of a newer release that this one
 * cannot read, one was added before it, or one fails.
 */
export async function migrate(pool: Pool, folder = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    requireServerVersion(rows[0]!.version)
    await prepare(client)
    const applied: string[] = []
    for (const migration of await pending(client, migrations)) {
      if (await applyPatiently(client, migration)) applied.push(migration.name)
    }
    return applied
  } finally {
    client.release()
  }
}

async function prepare(client: PoolClient): Promise<void> {
  const { rows } = await client.query(
    `select exists (select 1 from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'readable_by') as ready`,
  )
  if (rows[0].ready) return
  try {
    await client.query(`
      create table if not exists schema_migrations (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now()
      );
      alter table schema_migrations add column if not exists readable_by text;
      create table if not exists schema_lock (id smallint primary key check (id = 1));
      insert into schema_lock values (1) on conflict do nothing`)
  } catch (error) {
    if (!madeMeanwhile.includes((error as { code?: string }).code ?? '')) throw error
    await prepare(client)
  }
}

async function pending(client: PoolClient, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string; readableBy: string | null }>(
    'select name, sha256, readable_by as "readableBy" from schema_migrations order by name',
  )
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  const known = new Set(migrations.map(({ name }) => name))
  const own = migrations.at(-1)?.name ?? ''
  const newer = rows.filter(({ name }) => !known.has(name))
  const unreadable = newer.filter(({ readableBy }) => readableBy === null || own.slice(0, 4) < readableBy)
  if (unreadable.length > 0) throw newerSchema(unreadable)
  for (const migration of migrations) assertUnchanged(migration, applied.get(migration.name))
  const left = migrations.filter(({ name }) => !applied.has(name))
  const newest = [...applied.keys()].sort().at(-1)
  const late = left.find(({ name }) => newest !== undefined && name < newest)
  if (late && newer.length > 0) throw newerSchema(newer)
  if (late) throw new StartupError(`The migration ${late.name} comes before ${newest}, which has been applied already.`)
  return left
}

const newerSchema = (newer: readonly { name: string }[]) =>
  new StartupError(
    `The database is of a newer release: it has the migration ${newer.at(-1)?.name}, which this one cannot read. Start the newer release again, or restore the backup that was taken before it. Nothing has been changed in the database.`,
  )

function assertUnchanged(migration: Migration, appliedSha256: string | undefined): void {
  if (appliedSha256 === undefined || appliedSha256 === migration.sha256) return
  throw new StartupError(
    `The migration ${migration.name} has changed since it was applied; write the change as a new migration.`,
  )
}

async function applyPatiently(client: PoolClient, migration: Migration): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(client, migration)
    } catch (error) {
      await client.query('rollback')
      if (error instanceof StartupError) throw error
      const { code, message } = error as { code?: string; message: string }
      if (code !== lockNotAvailable || attempt === lockAttempts)
        throw new StartupError(`The migration ${migration.name} failed${lineOf(error, migration)}: ${message}`, {
          cause: error,
        })
      await sleep(200 * attempt)
    }
  }
}

/** False when another server has applied the migration while this one waited for its turn. */
async function apply(client: PoolClient, migration: Migration): Promise<boolean> {
  await client.query('begin')
  // Waiting for another server's turn may last as long as its migration; the pool's own limit would cut it short.
  await client.query(`set local lock_timeout = '10min'; set local statement_timeout = 0`)
  await client.query('select id from schema_lock where id = 1 for update')
  const known = await client.query<{ sha256: string }>('select sha256 from schema_migrations where name = $1', [
    migration.name,
  ])
  assertUnchanged(migration, known.rows[0]?.sha256)
  if (known.rows.length === 0) {
    await client.query(`set local lock_timeout = '2s'`)
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (name, sha256, readable_by) values ($1, $2, $3)', [
      migration.name,
      migration.sha256,
      migration.readableBy,
    ])
  }
  await client.query('commit')
  return known.rows.length === 0
}

function lineOf(error: unknown, migration: Migration): string {
  const position = Number((error as { position?: string }).position)
  return position > 0 ? ` at line ${migration.sql.slice(0, position).split('\n').length}` : ''
}
