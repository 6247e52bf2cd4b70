import { type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'

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

/** The envelope of a paged list (domain.md: lists). */
export function pageOf<R>(
  items: R[],
  { page, limit, total }: { page: number; limit: number; total: number },
): PageEnvelope<R> {
  const isEstimate = total > COUNT_MAX
  const shown = Math.min(total, COUNT_MAX)
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

/** The number of a query's rows, at most one past COUNT_MAX, so that a count never costs more than a glance. */
export function boundedCount<D, T extends keyof D, O>(query: SelectQueryBuilder<D, T, O>): RawBuilder<number> {
  const bounded = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(sql.lit(COUNT_MAX + 1))
  return sql<number>`(select count(*)::int from (${bounded}) counted)`
}

/**
 * The same count of a whole table, which is not counted again where PostgreSQL knows that it holds far more than
 * a list ever says.
 */
export function boundedCountOfAll<D, T extends keyof D & string, O>(
  table: T,
  query: SelectQueryBuilder<D, T, O>,
): RawBuilder<number> {
  const known = sql`(select reltuples from pg_class where oid = ${sql.lit(table)}::regclass)`
  return sql<number>`case when ${known} > ${sql.lit(COUNT_MAX * 2)} then ${sql.lit(COUNT_MAX + 1)} else ${boundedCount(query)} end`
}

/** Counts the rows of a query, at most one past COUNT_MAX. */
export async function countOf<D, T extends keyof D, O>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<D, T, O>,
): Promise<number> {
  const result = await sql<{ count: number }>`select ${boundedCount(query)} as count`.execute(db)
  return result.rows[0]!.count
}
