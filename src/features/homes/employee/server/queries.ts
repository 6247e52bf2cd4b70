import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { ORDERS_MAX, ORDERS_MIN, type UsualStep, usualSteps } from '../rules.ts'

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'Europe/Helsinki')::date`

/**
 * How many days the steps took of the bicycles that were handed over last, whoever got them: the middle one, and of how
 * many. It reads a bounded number of orders by an index, so that it costs the same with a million of them.
 */
export async function usualTimes(db: Db, today: Day) {
  const { rows } = await sql<{ step: UsualStep; days: number; orders: number }>`
    with handed as (
      select o.beneficiary_employee_id, o.policy_accepted_at, o.agreement_id, o.delivery_day
        from orders o
       where o.delivery_day is not null and o.kind = 'LEASE'
         and o.delivery_day <= ${today} and o.status not in ('CANCELLED', 'REFUNDED')
       order by o.delivery_day desc, o.id desc limit ${ORDERS_MAX}
    ), lengths as (
      select 'ANSWER' as step, ${dayOf('e.decided_at')} - ${dayOf('e.created_at')} as days
        from (select distinct beneficiary_employee_id from handed) h
        join beneficiary_employees e on e.id = h.beneficiary_employee_id
       where e.decided_at is not null and not e.added_by_employer
      union all
      select s.step, s.days from handed h
        left join leasing_agreements a on a.id = h.agreement_id
       cross join lateral (values
         ('SIGNING', ${dayOf('a.signed_at')} - ${dayOf('h.policy_accepted_at')}),
         ('DELIVERY', h.delivery_day - ${dayOf('a.signed_at')}),
         ('WHOLE', h.delivery_day - ${dayOf('h.policy_accepted_at')})) as s (step, days)
    )
    select step, percentile_disc(0.5) within group (order by days)::int as days, count(*)::int as orders
      from lengths where days >= 0 group by step having count(*) >= ${ORDERS_MIN}`.execute(db)
  return rows.toSorted((left, right) => usualSteps.indexOf(left.step) - usualSteps.indexOf(right.step))
}

/** What employers have set for one person: the person’s own values, their company’s limit, and the policy in force. */
export async function ownEmployers(db: Db, userId: string, today: Day) {
  const rows = await db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['e.id', 'e.company_id', 'e.status', 'e.job_trial_period_end', 'e.max_price_cents', 'e.benefit_model'])
    .select(['c.name as company_name', 'c.max_price_cents as company_max_price_cents'])
    .where('e.user_id', '=', userId)
    .where('e.status', 'in', ['PENDING', 'ACCEPTED'])
    .where('e.last_working_day', '>=', today)
    .where('c.deleted_at', 'is', null)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
  const companyIds = rows.map((row) => row.company_id)
  const policies = await db
    .selectFrom('bike_policies')
    .distinctOn('company_id')
    .selectAll()
    .where('company_id', '=', sql<string>`any(${companyIds}::uuid[])`)
    .orderBy('company_id')
    .orderBy('number', 'desc')
    .execute()
  return rows.flatMap((row) => {
    const policy = policies.find((one) => one.company_id === row.company_id)
    return policy ? [{ row, policy }] : []
  })
}
