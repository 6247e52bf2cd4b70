import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.generated.ts'

/** Values by column name; a jsonb column takes the value itself, not its text. */
export type RowOf<T extends keyof Tables> = Partial<Record<keyof Tables[T] & string, unknown>>

const jsonOf = (value: unknown) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : (value ?? null)

/**
 * An insert of many rows that travel as one value: its text does not depend on their number, so the server keeps one
 * plan, and neither side handles a parameter for each field. The rows have the columns of the first one. What follows
 * (`on conflict …`, `returning …`) is put behind it.
 */
export function insertRows<T extends keyof Tables & string>(table: T, rows: readonly RowOf<T>[]): RawBuilder<unknown> {
  const names = Object.keys(rows[0] ?? {}) as (keyof RowOf<T> & string)[]
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const values = rows.map((row) => Object.fromEntries(names.map((name) => [name, jsonOf(row[name])])))
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::json)`
}
