import type { Pool } from 'pg'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly hasDefault: boolean
  readonly computed: boolean
}

const typeNames: Record<string, string> = {
  xid8: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  citext: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  inet: 'string',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
  timestamptz: 'Timestamp',
}

/** The migrator's own tables; no feature reads them. */
const ownTables = ['schema_lock', 'schema_migrations']

const header = '// Written by "npm run db:types" from the migrated database; change the migrations instead.'

/** Column types that differ between reading and writing; the driver would send a bare array as a PostgreSQL array. */
const columnTypes = {
  Json: 'ColumnType<unknown, string, string>',
  GeneratedJson: 'ColumnType<unknown, string | undefined, string>',
  Timestamp: 'ColumnType<Date, Date | string, Date | string>',
  GeneratedTimestamp: 'ColumnType<Date, Date | string | undefined, Date | string>',
}

/**
 * The TypeScript of every table of the public schema, as Kysely wants it. CHECK constraints that list the values of
 * one column become unions; columns with a default may be left out of an insert.
 */
export async function renderTables(pool: Pool): Promise<string> {
  const columns = await readColumns(pool)
  const unions = await readUnions(pool)
  const tables = Map.groupBy(columns, (column) => column.table)
  const names = [...tables.keys()].sort()
  const index = names.map((name) => `  ${name}: ${interfaceName(name)}`)
  const interfaces = names.map((name) => renderTable(name, tables.get(name)!, unions))
  const tablesType = `export interface Tables {\n${index.join('\n')}\n}`
  return `${[renderHead(interfaces.join()), tablesType, ...interfaces].join('\n\n')}\n`
}

/** Imports and column types, only those that occur. */
function renderHead(interfaces: string): string {
  const occurs = (name: string, text: string) => new RegExp(String.raw`\b${name}\b`).test(text)
  const types = Object.entries(columnTypes).filter(([name]) => occurs(name, interfaces))
  const lines = types.map(([name, type]) => `type ${name} = ${type}`)
  const imports = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) =>
    occurs(name, lines.join() + interfaces),
  )
  const importLine = `import type { ${imports.join(', ')} } from 'kysely'`
  return [header, ...(imports.length > 0 ? [importLine] : []), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

function renderTable(name: string, columns: Column[], unions: Map<string, string[]>): string {
  const lines = columns.map((column) => `  ${column.name}: ${renderType(column, unions.get(`${name}.${column.name}`))}`)
  return `export interface ${interfaceName(name)} {\n${lines.join('\n')}\n}`
}

function renderType(column: Column, union: string[] | undefined): string {
  const array = column.type.startsWith('_')
  const plain = array ? column.type.slice(1) : column.type
  const element = union ? union.map((value) => `'${value}'`).join(' | ') : typeNames[plain]
  if (!element) throw new Error(`There is no TypeScript type for ${column.table}.${column.name} (${column.type}).`)
  const base = array ? `${element.includes('|') ? `(${element})` : element}[]` : element
  return withDefault(column, base)
}

function withDefault(column: Column, base: string): string {
  const type = column.nullable ? `${base} | null` : base
  if (column.computed) return `GeneratedAlways<${base === 'Timestamp' ? 'Date' : base === 'Json' ? 'unknown' : type}>`
  if (!column.hasDefault) return type
  // Generated<…> cannot wrap a type that itself differs between reading and writing.
  if (base in columnTypes) return column.nullable ? `Generated${base} | null` : `Generated${base}`
  return `Generated<${type}>`
}

/** 'company_groups' → 'CompanyGroupsTable' */
function interfaceName(table: string): string {
  return `${table.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Table`
}

async function readColumns(pool: Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select c.table_name as "table", c.column_name as name, c.udt_name as type,
            c.is_nullable = 'YES' as nullable,
            c.column_default is not null or c.is_identity = 'YES' as "hasDefault",
            c.is_generated = 'ALWAYS' or c.identity_generation = 'ALWAYS' as computed
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and not c.table_name = any($1)
      order by c.table_name, c.ordinal_position`,
    [ownTables],
  )
  return rows
}

/** The listed values by 'table.column', from CHECK constraints and domains over exactly one column. */
async function readUnions(pool: Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ table: string; column: string; definition: string }>(
    `select t.relname as "table", a.attname as "column", pg_get_constraintdef(k.oid) as definition
       from pg_constraint k
       join pg_class t on t.oid = k.conrelid
       join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
       join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
      where k.contype = 'c' and cardinality(k.conkey) = 1`,
  )
  const unions = new Map<string, string[]>()
  for (const { table, column, definition } of rows) {
    const values = listedValues(definition)
    if (values) unions.set(`${table}.${column}`, values)
  }
  return unions
}

/**
 * The values that a CHECK allows, from PostgreSQL's own spelling of it: `= ANY (ARRAY['a'::text, …])`, for one value
 * `= 'a'::text`, and for arrays `<@ ARRAY['a'::text, …]`. Null for every other kind of CHECK.
 */
export function listedValues(definition: string): string[] | null {
  const values = `'[^']*'::(?:text|character varying|bpchar)`
  const column = String.raw`\(?"?\w+"?\)?(?:::text)?`
  const list = new RegExp(String.raw`^CHECK \(\(${column} (?:= ANY|<@) \(?\(?ARRAY\[((?:${values},? ?)+)\]`)
  const one = new RegExp(String.raw`^CHECK \(\(${column} = (${values})\)\)$`)
  const found = list.exec(definition)?.[1] ?? one.exec(definition)?.[1]
  if (!found || / (OR|AND) /.test(definition.replace(/'[^']*'/g, ''))) return null
  return [...found.matchAll(/'([^']*)'::/g)].map((match) => match[1]!)
}
