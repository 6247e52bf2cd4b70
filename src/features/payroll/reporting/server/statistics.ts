import { sql } from 'kysely'
import type { ReplyOf } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { firstOfMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { reporting } from '../contract.ts'
import { shiftMonth } from '../rules/months.ts'

const MONTHS_SHOWN = 12

interface MonthRow {
  month: string
  leases: number
  started: number
  ended: number
  cents: number
}

/** Leases of the last twelve months and those running now by unit; dates decide, so a past month needs no history. */
export async function readLeaseStatistics(
  db: Db,
  companyId: string,
  env: Env,
): Promise<ReplyOf<typeof reporting.leases>> {
  const today = helsinkiDay(env.now())
  const first = firstOfMonth(shiftMonth(monthOf(today), 1 - MONTHS_SHOWN))
  const leases = sql`
    select a.start_day, least(a.end_day, coalesce(a.ended_day, a.ends_on, a.end_day)) as last_day, a.instalment_cents, n.name as unit
      from leasing_agreements a
      join beneficiary_employees e on e.id = a.beneficiary_employee_id
      left join company_units n on n.id = e.unit_id
     where a.company_id = ${companyId} and a.lease_state <> 'NOT_STARTED' and a.start_day is not null and a.end_day is not null`
  const months = await sql<MonthRow>`
    with leases as (${leases}), months as (select generate_series(${first}::date, ${today}::date, interval '1 month')::date as first_day)
    select to_char(m.first_day, 'YYYY-MM') as month, count(l.start_day)::int as leases,
           (count(*) filter (where l.start_day >= m.first_day))::int as started,
           (count(l.start_day) filter (where l.last_day < (m.first_day + interval '1 month')::date))::int as ended,
           coalesce(sum(l.instalment_cents), 0)::bigint as cents
      from months m left join leases l on l.start_day < (m.first_day + interval '1 month')::date and l.last_day >= m.first_day and l.last_day >= l.start_day
     group by m.first_day order by m.first_day`.execute(db)
  const units = await sql<{ unit: string | null; leases: number; cents: number }>`
    with leases as (${leases})
    select unit, count(*)::int as leases, sum(instalment_cents)::bigint as cents from leases
     where start_day <= ${today} and last_day >= ${today} group by unit order by cents desc, unit`.execute(db)
  const running = units.rows.reduce((sum, row) => sum + row.leases, 0)
  const totalCents = units.rows.reduce((sum, row) => sum + row.cents, 0)
  return {
    running,
    averageInstalment: eurosFromCents(running === 0 ? 0 : Math.round(totalCents / running)),
    months: months.rows.map(({ cents, ...row }) => ({ ...row, instalments: eurosFromCents(cents) })),
    units: units.rows.map(({ cents, ...row }) => ({ ...row, instalments: eurosFromCents(cents) })),
  }
}
