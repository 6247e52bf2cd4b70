import { type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import { firstTurnsOf, idsInGroups } from './pages-of-groups.ts'
import type { Scope } from './scope.ts'

/** Counts stop here; past it a list says "over 10,000". */
export const COUNT_MAX = 10_000

export interface PageEnvelope<R> {
  items: R[]
  page: number
  limit: number
  total: number
  totalPages: number
  hasNext: boolean
  hasPrevious: boolean
  totalIsEstimate?: boolean
}

/** The envelope of a paged list (domain.md: lists), which was counted up to one past `countMax`. */
export function pageOf<R>(
  items: R[],
  { page, limit, total, countMax = COUNT_MAX }: { page: number; limit: number; total: number; countMax?: number },
): PageEnvelope<R> {
  const isEstimate = total > countMax
  const shown = Math.min(total, countMax)
  const totalPages = Math.max(1, Math.ceil(shown / limit))
  const hasNext = isEstimate ? items.length === limit : page < totalPages
  return {
    items,
    page,
    limit,
    total: shown,
    totalPages,
    hasNext,
    hasPrevious: page > 1,
    ...(isEstimate ? { totalIsEstimate: true } : {}),
  }
}

/** The envelope of a whole list, which holds at most 500 rows: ask the database for one more and pass them all. */
export function wholeListOf<R>(rows: R[], total: number): { items: R[]; total: number; truncated: boolean } {
  return {
    items: rows.slice(0, WHOLE_LIST_MAX),
    total,
    truncated: rows.length > WHOLE_LIST_MAX || total > WHOLE_LIST_MAX,
  }
}

/** The number of rows of a statement, at most one past COUNT_MAX, so that a count never costs more than a glance. */
const boundedCountOf = (rows: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (${rows} limit ${sql.lit(COUNT_MAX + 1)}) counted)`

/** The same of a table's rows that are few by nature, such as a company's people: where nothing stops it, a count is a third cheaper. */
export const countOfFew = (table: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select least(count(*), ${sql.lit(COUNT_MAX + 1)})::int from ${table})`

/** The bounded number of a query's rows. */
export const boundedCount = <D, T extends keyof D, O>(query: SelectQueryBuilder<D, T, O>): RawBuilder<number> =>
  boundedCountOf(sql`${query.clearSelect().clearOrderBy().select(sql<number>`1`.as('one'))}`)

/** The bounded number of a table's rows, not counted again where PostgreSQL knows that it holds far more than a list says. */
export function boundedCountOfAll(table: string): RawBuilder<number> {
  const known = sql`(select reltuples from pg_class where oid = ${sql.lit(table)}::regclass)`
  return sql<number>`case when ${known} > ${sql.lit(COUNT_MAX * 2)} then ${sql.lit(COUNT_MAX + 1)} else ${boundedCountOf(sql`select 1 from ${sql.table(table)}`)} end`
}

/** Counts the rows of a query, at most one past COUNT_MAX. */
export async function countOf<D, T extends keyof D, O>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<D, T, O>,
): Promise<number> {
  const result = await sql<{ count: number }>`select ${boundedCount(query)} as count`.execute(db)
  return result.rows[0]!.count
}

/** Whose turns go before the others of a list, and which alone are wanted. */
export interface WaitingFirst {
  readonly process: string
  /** Rows alone in which this party is awaited. */
  readonly awaited?: string | undefined
  readonly scope: Pick<Scope, 'all' | 'companyIds'>
  /** In groups by whom the rows wait for, over all pages. */
  readonly grouped?: boolean | undefined
}

/** Whether anybody is awaited in a row of a process. */
export const isAwaited = (process: string, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from open_turns t where t.process = ${process} and t.subject_id = ${id})`

/** An employer's rows by who is awaited: themselves, then somebody else, then nobody. Of all companies' rows none is asked. */
function byWaiting(id: RawBuilder<unknown>, { process, scope }: WaitingFirst): RawBuilder<unknown> | null {
  if (scope.all || scope.companyIds.length === 0) return null
  const isOwn = sql`t.awaited like '%EMPLOYER' and t.company_id = any(${scope.companyIds}::uuid[])`
  return sql`coalesce((select min(case when ${isOwn} then 0 else 1 end) from open_turns t
    where t.process = ${process} and t.subject_id = ${id}), 2)`
}

/** The parties that a subject of a process waits for, in the order of its table of turns. */
export const awaitedOf = <Party extends string>(id: RawBuilder<unknown>, process: string) =>
  sql<Party[]>`array(select t.awaited from open_turns t
    where t.process = ${sql.lit(process)} and t.subject_id = ${id} group by t.awaited order by min(t.position), t.awaited)`

/** Rows of a process in which a party is awaited. */
export const waitsFor = (id: RawBuilder<unknown>, process: string, awaited: string) =>
  sql<boolean>`exists (select 1 from open_turns t
    where t.process = ${process} and t.subject_id = ${id} and t.awaited = ${awaited})`

interface InOrder {
  readonly id: RawBuilder<unknown>
  readonly createdAt: RawBuilder<unknown>
  readonly first: RawBuilder<unknown> | null
  readonly sorted: RawBuilder<unknown> | undefined
}

/** The ids of a page: as its reader has ordered it, else what waits for an employer first, then the newest. */
async function idsInOrder<D, T extends keyof D, O>(
  chosen: SelectQueryBuilder<D, T, O>,
  { id, createdAt, first, sorted }: InOrder,
  { page, limit }: { page: number; limit: number },
): Promise<string[]> {
  const rows = await chosen
    .clearSelect()
    .select(sql<string>`${id}`.as('id'))
    .$if(sorted !== undefined, (q) => q.orderBy(sorted!))
    .$if(sorted === undefined && first !== null, (q) => q.orderBy(first!))
    .$if(sorted === undefined, (q) => q.orderBy(createdAt, 'desc').orderBy(id, 'desc'))
    .limit(limit)
    .offset((page - 1) * limit)
    .$castTo<{ id: string }>()
    .execute()
  return rows.map((row) => row.id)
}

/**
 * A page of a list, newest first, for an employer what waits for them before it: its ids are chosen by the filter alone, then joined with what the list shows.
 * @param wanted the rows that fit, by an alias; `sorted` names its columns
 * @param shown the rows with what is joined to them, by the same alias
 */
export async function newestPage<D1, T1 extends keyof D1, O1, D2, T2 extends keyof D2, O2>(
  db: QueryExecutorProvider,
  alias: T1 & T2 & string,
  wanted: SelectQueryBuilder<D1, T1, O1>,
  shown: SelectQueryBuilder<D2, T2, O2>,
  {
    page,
    limit,
    waiting,
    sorted,
  }: { page: number; limit: number; waiting?: WaitingFirst; sorted?: RawBuilder<unknown> | undefined },
): Promise<{ rows: O2[]; total: number; totalIsEstimate?: true }> {
  const id = sql.ref(`${alias}.id`)
  const first = waiting ? byWaiting(id, waiting) : null
  const chosen = waiting?.awaited === undefined ? wanted : wanted.where(waitsFor(id, waiting.process, waiting.awaited))
  const createdAt = sql.ref(`${alias}.created_at`)
  // Inside a group the rows keep the list's own order.
  const place = sorted ? sql`-row_number() over (order by ${sorted})` : createdAt
  const own = waiting?.grouped
    ? await idsInGroups(
        db,
        {
          turns: firstTurnsOf(waiting.process),
          wanted: sql`${chosen.clearSelect().select([sql`${id}`.as('id'), place.as('place')])}`,
          order: sql`c.place desc, c.id desc`,
        },
        { limit, offset: (page - 1) * limit },
      )
    : await idsInOrder(chosen, { id, createdAt, first, sorted }, { page, limit })
  const rows = await shown
    .where(sql<boolean>`${id} = any(${own}::uuid[])`)
    .orderBy(sql`array_position(${own}::uuid[], ${id})`)
    .execute()
  const total = await countOf(db, chosen)
  return {
    rows: rows as O2[],
    total: Math.min(total, COUNT_MAX),
    ...(total > COUNT_MAX ? { totalIsEstimate: true } : {}),
  }
}
