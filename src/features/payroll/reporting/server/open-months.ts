import { type RawBuilder, sql } from 'kysely'
import { type Day, monthOf } from '#platform/values/days.ts'

const monthName = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'YYYY-MM')`

/** The first day of the first month that a company `c` has not locked: after the last lock, or of its first lease. */
const firstOpen = sql`coalesce(
  (select to_date(max(m.month), 'YYYY-MM') + interval '1 month' from payroll_months m where m.company_id = c.id),
  (select min(greatest(date_trunc('month', a.start_day), date_trunc('month', a.created_at at time zone 'Europe/Helsinki')))
     from leasing_agreements a where a.company_id = c.id and a.start_day is not null and a.end_day is not null
      and (a.lease_state <> 'NOT_STARTED' or ${isOutBeforeBilling('a')})))::date`

/**
 * Whether an agreement that nobody has billed to its lessor yet has its days: the hand-over sets them, and from the first
 * one on the benefit runs all the same. A cancelled order makes its agreement void.
 */
export function isOutBeforeBilling(agreement: string) {
  const column = (name: string) => sql.ref(`${agreement}.${name}`)
  return sql<boolean>`(${column('lease_state')} = 'NOT_STARTED' and ${column('start_day')} is not null and ${column('void_at')} is null)`
}

/**
 * The months of companies `c` that are over and wait for their lock, as rows `o` of the first day of each: from the first
 * open one on, as long as a lease still touches a month. Months are locked in order, so one without rows between others
 * waits too.
 * @param today the day in Helsinki on which is asked
 */
export const openMonths = (today: Day) => {
  const current = sql`${`${monthOf(today)}-01`}::date`
  return sql`lateral (
    select n.first::date as first, ${monthName(sql`n.first`)} as month, (n.first + interval '1 month')::date as since,
           ((n.first + interval '1 month')::date + (c.payroll_day - 1)) as due
      from (select ${firstOpen} as first) f
      cross join lateral generate_series(f.first, ${current} - interval '1 month', interval '1 month') n (first)
     where exists (select 1 from leasing_agreements a where a.company_id = c.id and a.start_day < ${current}
       and (a.lease_state <> 'NOT_STARTED' or ${isOutBeforeBilling('a')})
       and coalesce(a.ended_day, a.ends_on, a.end_day) >= n.first - interval '1 month')) o`
}
