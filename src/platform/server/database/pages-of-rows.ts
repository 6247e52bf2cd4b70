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

/** Counts the rows of a query, at most one past COUNT_MAX. */
export async function countOf<D, T extends keyof D, O>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<D, T, O>,
): Promise<number> {
  const result = await sql<{ count: number }>`select ${boundedCount(query)} as count`.execute(db)
  return result.rows[0]!.count
}

/** Shorter than the three letters by which a trigram index tells texts apart wherever they stand. */
const TOO_SHORT = /^[\p{L}\p{N}]{1,2}$/u

/**
 * The rows whose text holds a term, answered by a trigram index over the text. One or two letters are looked for where
 * a word begins, because an index cannot find them elsewhere.
 * @param text the lower-case text, written as the index has it
 */
export function searchedIn(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const term = literal(search)
  if (!TOO_SHORT.test(term)) return sql<boolean>`${text} like ${`%${term}%`}`
  return sql<boolean>`(${text} like ${`${term}%`} or ${text} like ${`% ${term}%`})`
}

/** `%term%` for a trigram search with the wildcards of the user's own text taken literally. */
export function containing(search: string): RawBuilder<string> {
  return sql<string>`${`%${literal(search)}%`}`
}

/** A user's own text inside a pattern: lower case, its wildcards taken literally. */
function literal(search: string): string {
  return search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, (c) => `\\${c}`)
}
