import { sql } from 'kysely'
import { overWithBikeOut } from '#features/leases/agreements/server/bike-out.ts'
import type { Subject } from '#features/operations/personal-data/server/subject.ts'
import { isOpenOrder } from '#features/orders/orders/server/open-orders.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import type { PersonFacts, RunningThing } from '../rules.ts'

const uuids = (ids: readonly string[]) => sql`${[...ids]}::uuid[]`

/** What of a person runs, what they act for, and when the last of it ended. */
export async function factsOf(db: Db, of: Subject): Promise<PersonFacts> {
  const employees = uuids(of.employees)
  const agreements = uuids(of.agreements)
  const orders = uuids(of.orders)
  const invoices = uuids(of.invoices)
  const { rows } = await sql<{
    running: Record<RunningThing, boolean>
    hasRole: boolean
    contractEnd: Day | null
    moneyEnd: Day | null
  }>`select json_build_object(
      'LEASE', exists (select from leasing_agreements t where t.id = any(${agreements})
        and t.status = 'SIGNED' and t.void_at is null and t.lease_state <> 'ENDED'),
      'ORDER', exists (select from orders o left join leasing_agreements a on a.id = o.agreement_id
        where o.id = any(${orders}) and o.status <> 'NOT_STARTED' and ${isOpenOrder({ order: 'o', agreement: 'a' })}),
      'BILL', exists (select from invoices i where i.id = any(${invoices}) and i.stage = 'SENT' and i.open_cents > 0)
        or exists (select from payment_orders p where p.invoice_id = any(${invoices}) and p.state in ('ASKED', 'TO_CONFIRM', 'QUEUED', 'SENT')),
      'CLAIM', exists (select from insurance_claims c where c.id = any(${uuids(of.claims)}) and c.status = 'PENDING'),
      'END', exists (select from leasing_agreements t where t.id = any(${agreements})
        and ((${overWithBikeOut('t')} and t.bike_at = 'EMPLOYEE')
          or exists (select from agreement_endings n where n.agreement_id = t.id and n.closed_at is null)))
        or exists (select from bike_brokerages b where b.taker_employee_id = any(${employees}) and b.status = 'PENDING'),
      'APPLICATION', exists (select from beneficiary_employees e where e.id = any(${employees}) and e.status = 'PENDING')) as running,
    exists (select from user_roles ur join roles r on r.id = ur.role_id
             where ur.user_id = ${of.userId}::uuid and r.scope_kind <> 'SELF') as "hasRole",
    (select max(d) from (
      select coalesce(t.ended_day, t.end_day, (t.updated_at at time zone 'Europe/Helsinki')::date) as d
        from leasing_agreements t where t.id = any(${agreements}) and t.status is not null
      union all select (o.status_changed_at at time zone 'Europe/Helsinki')::date from orders o
        where o.id = any(${orders}) and o.status <> 'NOT_STARTED'
      union all select (c.step_changed_at at time zone 'Europe/Helsinki')::date from insurance_claims c where c.id = any(${uuids(of.claims)})
      union all select (c.updated_at at time zone 'Europe/Helsinki')::date from order_cancellations c where c.id = any(${uuids(of.cancellations)})
      union all select (r.updated_at at time zone 'Europe/Helsinki')::date from redemptions r where r.id = any(${uuids(of.redemptions)})
      union all select (r.updated_at at time zone 'Europe/Helsinki')::date from bike_returns r where r.id = any(${uuids(of.returns)})
      union all select (b.updated_at at time zone 'Europe/Helsinki')::date from bike_brokerages b where b.id = any(${uuids(of.brokerages)})
    ) ends)::text as "contractEnd",
    (select max(d) from (
      select i.issue_day as d from invoices i where i.id = any(${invoices})
      union all select p.paid_day from payments p where p.id = any(${uuids(of.payments)})
      union all select (left(r.month::text, 7) || '-01')::date from payroll_rows r where r.agreement_id = any(${agreements})
    ) moneys)::text as "moneyEnd"`.execute(db)
  const { running, ...rest } = rows[0]!
  return { ...rest, running: (Object.keys(running) as RunningThing[]).filter((thing) => running[thing]) }
}
