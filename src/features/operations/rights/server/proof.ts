import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { ColumnClass } from '../rules.ts'
import { personalColumns } from './plan.ts'
import { wholeValue } from './whole-value.ts'

/** Where a search still found a person: table, column, how many rows, and by the class of which column they are kept. */
interface Found {
  readonly table: string
  readonly column: string
  readonly rows: number
  /** Null for a column that no class is kept for: it should not be there. */
  readonly class: ColumnClass | null
}

/**
 * Searches every column of text, lists and JSON of the whole database for a person's values, the outbox among them.
 * @param kept the classes that are kept; whatever else is found has no reason to be there
 */
export async function searchAll(db: Db, values: readonly string[], kept: ReadonlySet<ColumnClass>): Promise<Found[]> {
  if (values.length === 0) return []
  const patterns = values.map(wholeValue)
  const classes = new Map((await personalColumns(db)).map((one) => [`${one.table}.${one.column}`, one.class]))
  const columns = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", array_agg(column_name::text order by column_name) as columns from information_schema.columns
     where table_schema = 'public' and (data_type in ('text', 'json', 'jsonb', 'ARRAY', 'character varying', 'inet'))
       and table_name in (select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace)
     group by table_name order by 1`.execute(db)
  const found: Found[] = []
  for (const { table, columns: names } of columns.rows) {
    const counts = names.map(
      (name) => sql`count(*) filter (where ${sql.ref(name)}::text ~* any(${patterns}::text[]))::int`,
    )
    const { rows } = await sql<{ counts: number[] }>`
      select array[${sql.join(counts)}] as counts from ${sql.table(table)}`.execute(db)
    names.forEach((column, place) => {
      const n = rows[0]!.counts[place]!
      if (n === 0) return
      const own = classes.get(`${table}.${column}`)
      found.push({ table, column, rows: n, class: own && kept.has(own) ? own : null })
    })
  }
  return found
}
