import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** Parties in the order of their groups; ours first, then those whom we meet every day. */
const groupOrder = ['STAFF', 'EMPLOYER', 'EMPLOYEE', 'STORE', 'LESSOR']

interface GroupedPage {
  /** Rows `id` and `awaited`: whom a row of the list waits for first. Nothing else of the turns is read. */
  readonly turns: RawBuilder<unknown>
  /** Rows of the list that fit, by the alias `c`, with `id` and what `order` names. */
  readonly wanted: RawBuilder<unknown>
  /** The order of the list inside a group. */
  readonly order: RawBuilder<unknown>
}

/** Whom each subject of a process waits for first. */
export const firstTurnsOf = (process: string) => sql`
  select distinct on (t.subject_id) t.subject_id as id, t.awaited from open_turns t
   where t.process = ${sql.lit(process)} order by t.subject_id, t.position, t.awaited`

/**
 * The ids of a page of a list in groups by whom its rows wait for, those that wait for nobody last. What waits is read from
 * the turns and sorted whole; the rest keeps the order of the list's own index, and only its page is read.
 */
export async function idsInGroups(
  db: QueryExecutorProvider,
  { turns, wanted, order }: GroupedPage,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const place = sql`coalesce(array_position(${groupOrder}::text[], c.awaited), ${sql.lit(groupOrder.length + 1)}), c.awaited`
  const waiting = await sql<{ ids: string[]; total: number }>`
    with g as materialized (${turns}),
         found as materialized (select c.*, g.awaited from g join (${wanted}) c on c.id = g.id)
    select array(select c.id from found c order by ${place}, ${order} limit ${limit} offset ${offset}) as ids,
           (select count(*)::int from found) as total`.execute(db)
  const { ids, total } = waiting.rows[0]!
  if (ids.length >= limit) return ids
  const rest = await sql<{ id: string }>`
    with g as materialized (${turns})
    select c.id from (${wanted}) c where c.id not in (select g.id from g where g.id is not null)
     order by ${order} limit ${limit - ids.length} offset ${Math.max(0, offset - total)}`.execute(db)
  return [...ids, ...rest.rows.map(({ id }) => id)]
}
