import { sql } from 'kysely'
import type { Vault } from '../runtime/secrets.ts'
import type { Db } from './db.ts'

/** A column whose texts are sealed by the service's key. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The one column of the table's primary key. */
  readonly key: string
}

const AT_ONCE = 500

/** The columns whose texts are sealed: by their names, which the schema's rules keep to that. */
export async function sealedColumns(db: Db): Promise<SealedColumn[]> {
  const { rows } = await sql<SealedColumn>`
    select c.table_name as table, c.column_name as column, k.attname as key
      from information_schema.columns c
      join pg_index i on i.indrelid = format('public.%I', c.table_name)::regclass and i.indisprimary
      join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[0]
     where c.table_schema = 'public' and c.data_type = 'text' and c.column_name ~ '(^|_)sealed$' order by 1, 2`.execute(
    db,
  )
  return rows
}

/**
 * Seals every value anew that the present key does not open, while the service works: a value that somebody changes
 * meanwhile is left as they wrote it, which is by the present key.
 * @param both opens what either key has sealed, and seals by the present one
 * @param present opens what the present key alone has sealed
 * @returns how many were sealed anew, and how many open by neither, which are left
 */
export async function sealAnew(
  db: Db,
  { table, column, key }: SealedColumn,
  both: Vault,
  present: Pick<Vault, 'open'>,
): Promise<{ anew: number; lost: number }> {
  const [from, value, id] = [sql.table(table), sql.ref(column), sql.ref(key)]
  let [anew, lost] = [0, 0]
  let after: unknown
  for (;;) {
    const next = after === undefined ? sql`` : sql`and ${id} > ${after}`
    const { rows } = await sql<{ key: unknown; sealed: string }>`
      select ${id} as key, ${value} as sealed from ${from} where ${value} is not null ${next} order by ${id} limit ${AT_ONCE}`.execute(
      db,
    )
    for (const { key: row, sealed } of rows) {
      if (opens(present, sealed) !== null) continue
      const text = opens(both, sealed)
      if (text === null) lost += 1
      else {
        await sql`update ${from} set ${value} = ${both.seal(text)} where ${id} = ${row} and ${value} = ${sealed}`.execute(
          db,
        )
        anew += 1
      }
    }
    const last = rows.at(-1)
    if (!last) return { anew, lost }
    after = last.key
  }
}

function opens(vault: Pick<Vault, 'open'>, sealed: string): string | null {
  try {
    return vault.open(sealed)
  } catch {
    return null
  }
}
