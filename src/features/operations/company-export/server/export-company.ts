import { mkdtemp, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type ArchiveWriter, writeOpenArchive } from '#platform/server/backup/archive.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { leftOutReasons, leftOutTables, neverExported } from '../rules.ts'
import { exportedTables } from './exported-tables.ts'

export interface ExportedCompany {
  readonly id: string
  readonly name: string
  readonly language: 'fi' | 'en' | 'sv'
}

/** A company by its id or business id. */
export async function companyNamed(db: Db, given: string): Promise<ExportedCompany | undefined> {
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'language'])
    .where((eb) => eb.or([eb('business_id', '=', given), eb(sql<string>`id::text`, '=', given.toLowerCase())]))
    .executeTakeFirst()
}

interface Column {
  readonly name: string
  readonly type: string
}

/** The columns that go along, as the database has them now, so that one that is added later goes along or is a secret by its name. */
async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { only, without = [] } = exportedTables[table] ?? {}
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(db)
  return rows.filter(
    ({ name }) => !neverExported.test(name) && !without.includes(name) && (only === undefined || only.includes(name)),
  )
}

/** Rows at a time: what memory holds of a table. */
const page = 1_000

/** The rows of a statement, a page at a time, as they were when the transaction began. */
async function* rowsOf(client: pg.ClientBase, { sql: text, parameters }: CompiledQuery): AsyncGenerator<string> {
  await client.query(`declare exported no scroll cursor for ${text}`, [...parameters])
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${page} from exported`)
      if (rows.length === 0) return
      yield rows.map(({ line }) => `${line}\n`).join('')
    }
  } finally {
    await client.query('close exported')
  }
}

interface Snapshot {
  readonly db: Db
  readonly client: pg.ClientBase
  readonly company: ExportedCompany
  /** Where rows wait until it is known how long they are. */
  readonly aside: string
}

async function writeTable(archive: ArchiveWriter, { db, client, company, aside }: Snapshot, table: string) {
  const { whose } = exportedTables[table]!
  const columns = await columnsOf(db, table)
  const pairs: RawBuilder<unknown>[] = columns.map(({ name }) => sql`${sql.lit(name)}, t.${sql.ref(name)}`)
  // A function takes a hundred arguments.
  const parts = Array.from({ length: Math.ceil(pairs.length / 40) }, (_, index) =>
    pairs.slice(index * 40, index * 40 + 40),
  )
  const row = sql.join(
    parts.map((part) => sql`jsonb_build_object(${sql.join(part)})`),
    sql` || `,
  )
  const statement = sql`select (${row})::text as line from ${sql.table(table)} t where ${whose(company.id)} order by 1`
  const place = path.join(aside, `${table}.jsonl`)
  const file = await open(place, 'w', 0o600)
  let count = 0
  try {
    for await (const lines of rowsOf(client, statement.compile(db))) {
      count += lines.split('\n').length - 1
      await file.write(lines)
    }
  } finally {
    await file.close()
  }
  if (count > 0) await archive.file(`tables/${table}.jsonl`, place)
  await rm(place)
  return { count, columns }
}

interface Paper {
  readonly id: string
  readonly label: string
  readonly key: string
  readonly sha256: Buffer
  readonly bytes: number
}

/** A name that any system unpacks. */
const safeName = (label: string) => label.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').replace(/^\.+/, '')

async function writePapers(archive: ArchiveWriter, { client, db, company }: Snapshot, { files }: Services) {
  const statement = sql`
    select jsonb_build_object('id', t.id, 'label', t.label, 'key', t.storage_key, 'sha256', encode(t.sha256, 'hex'), 'bytes', t.bytes)::text as line
      from files t where ${exportedTables.files!.whose(company.id)} and t.storage_key is not null order by t.id`
  const told: { id: string; name: string | null; label: string }[] = []
  for await (const lines of rowsOf(client, statement.compile(db)))
    for (const line of lines.trimEnd().split('\n')) {
      const { id, label, key, bytes, sha256 } = JSON.parse(line) as Omit<Paper, 'sha256'> & { sha256: string }
      const hash = Buffer.from(sha256, 'hex')
      const name = `papers/${String(told.length + 1).padStart(6, '0')}-${safeName(label)}`
      // A file whose bytes are gone, or are not those that were kept, is said to be missing.
      const isWhole = await files.isWhole(key, hash)
      if (isWhole) await archive.content(name, { content: await files.open(key, hash), bytes })
      told.push({ id, name: isWhole ? name : null, label })
    }
  await archive.text('papers.json', JSON.stringify(told, null, 1))
  return told
}

function readmeOf({ texts, brand, env }: Services, company: ExportedCompany, counts: Record<string, number>): string {
  const t = (key: string, values: Record<string, string> = {}) =>
    texts.t(company.language, `company-export:${key}`, values)
  const tables = Object.entries(counts).map(([table, count]) => `  ${table}: ${count}`)
  const missing = leftOutReasons.map((reason) => {
    const names = Object.entries(leftOutTables).filter(([, why]) => why === reason)
    return `  ${t(`leftOut.${reason}`)}\n    ${names.map(([table]) => table).join(', ')}`
  })
  return [
    t('title', { company: company.name }),
    t('madeBy', { service: brand.legalName, at: env.now().toISOString() }),
    '',
    t('rows'),
    ...tables,
    '',
    t('papers'),
    '',
    t('messages'),
    '',
    t('missing'),
    ...missing,
    '',
    t('columns'),
    '',
  ].join('\n')
}

async function fill(archive: ArchiveWriter, snapshot: Snapshot, services: Services) {
  const counts: Record<string, number> = {}
  const schema: Record<string, Record<string, string>> = {}
  for (const table of Object.keys(exportedTables)) {
    const { count, columns } = await writeTable(archive, snapshot, table)
    counts[table] = count
    schema[table] = Object.fromEntries(columns.map(({ name, type }) => [name, type]))
  }
  const papers = await writePapers(archive, snapshot, services)
  await archive.text('schema.json', JSON.stringify({ format: 'poljin-company-1', tables: schema }, null, 1))
  await archive.text('README.txt', readmeOf(services, snapshot.company, counts))
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { rows, papers: papers.length, missing: papers.filter(({ name }) => name === null).map(({ id }) => id) }
}

/**
 * One archive (tar, gzip) of what the service holds about a company: rows as JSON lines, papers, messages. Rows are of one
 * instant, and no more than a page of them is in memory. The event log has that it was made.
 */
export async function exportCompany(services: Services, company: ExportedCompany, place: string) {
  const { database, env } = services
  const client = await database.pool.connect()
  const aside = await mkdtemp(path.join(path.dirname(place), '.poljin-export-'))
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
    let found = { rows: 0, papers: 0, missing: [] as string[] }
    const { bytes } = await writeOpenArchive(place, async (archive) => {
      found = await fill(archive, { db: database.primary, client, company, aside }, services)
    })
    await database.transaction((db) =>
      logEvent(db, env, systemActor, 'REGISTER_CHANGED', {
        subject: { type: 'company', id: company.id },
        companyId: company.id,
        shared: false,
        data: { register: 'company', act: 'export' },
      }),
    )
    return { ...found, bytes }
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
    await rm(aside, { recursive: true, force: true })
  }
}
