import pg, { type Pool, type PoolClient } from 'pg'
import { StartupError } from '../runtime/startup-error.ts'

/** Rows travel as many at a time. */
const PAGE = 1_000
/** What migrations keep of themselves, which both have. */
const ownOfMigrations = ['schema_migrations', 'schema_lock']

interface Column {
  readonly name: string
  readonly type: string
}

interface Table {
  /** As it stands in a statement. */
  readonly name: string
  /** What is written; a generated column writes itself. */
  readonly columns: readonly Column[]
}

async function tablesOf(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: Column[] }>(
    `select c.oid::regclass::text as name,
            json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
              order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relname = any($1)
      group by c.oid order by 1`,
    [ownOfMigrations],
  )
  return rows
}

/** @throws StartupError where somebody's rows are there already */
async function requireNoRows(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select 1 from users) or exists (select 1 from events) as found',
  )
  if (rows[0]?.found)
    throw new StartupError('The database of DATABASE_URL holds people already: a backup is restored into an empty one.')
}

/**
 * Sets aside what would judge or follow each row: it was true when the rows were written, and is judged once at the end.
 * @returns the statements that bring it back
 */
async function setAside(client: PoolClient, tables: readonly Table[]): Promise<string[]> {
  const names = tables.map(({ name }) => name)
  const { rows: keys } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
       from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [names],
  )
  const { rows: triggers } = await client.query<{ back: string }>(
    `select format('alter table %s enable %s trigger %I', tgrelid::regclass,
              case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as back
       from pg_trigger where not tgisinternal and tgenabled <> 'D' and tgrelid = any($1::regclass[])`,
    [names],
  )
  for (const { drop } of keys) await client.query(drop)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  return [...triggers.map(({ back }) => back), ...keys.map(({ add }) => add)]
}

/** Every value as its text, which the type of its column reads back exactly. */
async function copyTable(from: PoolClient, to: PoolClient, { name, columns }: Table): Promise<number> {
  const texts = columns.map((column) => `${column.name}::text`).join(', ')
  const values = columns.map(({ type }, place) => `(r ->> ${place})::${type}`).join(', ')
  const into = `insert into ${name} (${columns.map((column) => column.name).join(', ')}) overriding system value
    select ${values} from jsonb_array_elements($1::jsonb) with ordinality as rows (r, place) order by place`
  await from.query(
    `declare page_of_rows no scroll cursor for select jsonb_build_array(${texts})::text as row from ${name}`,
  )
  let copied = 0
  for (;;) {
    const { rows } = await from.query<{ row: string }>(`fetch ${PAGE} from page_of_rows`)
    if (rows.length === 0) break
    await to.query(into, [`[${rows.map(({ row }) => row).join(',')}]`])
    copied += rows.length
  }
  await from.query('close page_of_rows')
  return copied
}

async function copySequences(from: PoolClient, to: PoolClient): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  )
  for (const { name, last } of rows) await to.query('select setval($1::regclass, $2::bigint)', [name, last])
}

/** Reads and writes values as text in one way on both sides. */
const exact = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
  set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/**
 * Copies every row of a service's database into another one of the same schema that holds nobody yet, as the owner of both
 * and in one transaction: all of it is there afterwards, or none.
 * @returns how many rows came
 * @throws StartupError where the other one is not empty
 */
export async function copyRows(source: Pool, target: Pool): Promise<number> {
  const [from, to] = [await source.connect(), await target.connect()]
  try {
    await from.query(`begin isolation level repeatable read read only; ${exact}`)
    await to.query(`begin; ${exact}`)
    await requireNoRows(to)
    const tables = await tablesOf(to)
    const back = await setAside(to, tables)
    await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    let copied = 0
    for (const table of tables) copied += await copyTable(from, to, table)
    await copySequences(from, to)
    for (const statement of back) await to.query(statement)
    await to.query('commit')
    await from.query('commit')
    return copied
  } catch (error) {
    await to.query('rollback').catch(() => undefined)
    throw error
  } finally {
    from.release(true)
    to.release(true)
  }
}

/** A pool for one connection of an owner. */
export const ownerPool = (connection: pg.PoolConfig): Pool => {
  const pool = new pg.Pool({ ...connection, max: 1 })
  pool.on('error', () => undefined)
  return pool
}
