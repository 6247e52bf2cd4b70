import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { type Day, firstOfMonth, type Month, monthOf } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import { agrees, type Books, type Check } from '../rules/periods.ts'

export type PeriodRow = Selectable<Tables['bookkeeping_periods']>

/** A check as it stood at the closing. */
export interface KeptCheck extends Check {
  readonly reason: string | null
}

/** Holds back whoever posts until the end of the transaction, and waits for those who do. */
export const holdPosting = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('bookkeeping'), hashtext('periods'))`.execute(db)

/** How far the books are closed. */
export async function readBooks(db: Db, today: Day): Promise<Books> {
  const result = await sql<{ first: Day | null; closed: Month | null }>`
    select (select min(day) from vouchers) as first, (select max(month) from bookkeeping_periods where state <> 'OPEN') as closed`.execute(
    db,
  )
  const { first, closed } = present(result.rows[0])
  return { today, first: first && monthOf(first), closedThrough: closed }
}

export interface MonthCounts {
  readonly month: Month
  readonly vouchers: number
  readonly unnumbered: number
  readonly late: number
}

/** The vouchers of each month from a month on. */
export async function countVouchers(db: Db, since: Month, until?: Day): Promise<MonthCounts[]> {
  const result = await sql<MonthCounts>`
    select to_char(day, 'YYYY-MM') as month, count(*)::int as vouchers, count(*) filter (where number is null)::int as unnumbered, count(own_day)::int as late
      from vouchers where day >= ${firstOfMonth(since)} ${until ? sql`and day <= ${until}` : sql``} group by 1`.execute(
    db,
  )
  return result.rows
}

export interface NamedPeriod extends PeriodRow {
  readonly closer: string | null
  readonly filer: string | null
}

/** Months that have been closed at some time, with the names of who closed and filed them. */
export function periodsOf(db: Db) {
  return db
    .selectFrom('bookkeeping_periods as p')
    .leftJoin('users as c', 'c.id', 'p.closed_by')
    .leftJoin('users as f', 'f.id', 'p.filed_by')
    .selectAll('p')
    .select([
      sql<string | null>`concat_ws(' ', c.first_name, c.last_name)`.as('closer'),
      sql<string | null>`concat_ws(' ', f.first_name, f.last_name)`.as('filer'),
    ])
}

/** The row of a month, locked; none when it was never closed. */
export const lockPeriod = (db: Db, month: Month) =>
  db.selectFrom('bookkeeping_periods').selectAll().where('month', '=', month).forUpdate().executeTakeFirst()

export const keptChecks = (row: PeriodRow): KeptCheck[] => row.checks as KeptCheck[]

export const countChecks = (checks: readonly KeptCheck[]) => {
  const agree = checks.filter(agrees).length
  return { agree, explained: checks.length - agree }
}
