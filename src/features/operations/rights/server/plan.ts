import { sql } from 'kysely'
import { copiedTables } from '#features/operations/personal-data/server/copied-tables.ts'
import type { Subject } from '#features/operations/personal-data/server/subject.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { type ColumnClass, columnClasses, type Keeping, keepingOf, type PersonFacts } from '../rules.ts'
import { factsOf } from './standing.ts'

export interface PersonalColumn {
  readonly table: string
  readonly column: string
  readonly class: ColumnClass
  readonly type: string
  readonly isNullable: boolean
  readonly isGenerated: boolean
}

/** Every column that holds a person's data, with its class as the schema says it. */
export async function personalColumns(db: Db): Promise<PersonalColumn[]> {
  const { rows } = await sql<PersonalColumn>`
    select c.relname as "table", a.attname as "column", split_part(col_description(c.oid, a.attnum), 'kept: ', 2) as class,
           format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable", a.attgenerated <> '' as "isGenerated"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
       and col_description(c.oid, a.attnum) like 'personal:%' order by 1, 2`.execute(db)
  return rows
}

/** One class of a person's data: what keeps it, and where how many rows of it stand. */
interface PlannedClass {
  readonly class: ColumnClass
  readonly kept: Keeping | null
  readonly tables: readonly { readonly table: string; readonly rows: number }[]
}

export interface Plan {
  readonly facts: PersonFacts
  readonly classes: readonly PlannedClass[]
}

/** What an erasure would do to a person's data today: by class, table by table. */
export async function planOf(db: Db, of: Subject, today: Day): Promise<Plan> {
  const facts = await factsOf(db, of)
  const columns = await personalColumns(db)
  const counts = new Map<string, number>()
  for (const [name, { table = name, whose }] of Object.entries(copiedTables)) {
    if (table !== name || !columns.some((one) => one.table === table)) continue
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} t where ${whose(of)}`.execute(db)
    if (rows[0]!.n > 0) counts.set(table, rows[0]!.n)
  }
  const classes = columnClasses.map((name) => {
    const tables = [...new Set(columns.filter((one) => one.class === name).map((one) => one.table))]
    const found = tables.flatMap((table) => (counts.has(table) ? [{ table, rows: counts.get(table)! }] : []))
    return { class: name, kept: keepingOf(name, facts, today), tables: found }
  })
  return { facts, classes: classes.filter(({ tables }) => tables.length > 0) }
}
