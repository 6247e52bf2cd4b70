import { sql } from 'kysely'
import type { WaitedFor } from '#features/orders/orders/rules/waited-for.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import { LINES_MAX } from '../parts.ts'
import { isOpenWith, isPaidByService, type Place } from './parts.ts'

const helsinki = (at: string) => sql`(${sql.ref(at)} at time zone 'Europe/Helsinki')::date`

interface StoreOrderRow {
  readonly orderId: string
  readonly orderNumber: string
  readonly bike: string | null
  readonly companyName: string
  readonly status: OrderStatus
  readonly days: number
  readonly awaited: WaitedFor | null
  readonly due: Day | null
  readonly isLate: boolean
  readonly total: number
  readonly late: number
}

/** The open orders of a store, those that are late before the rest and what has stood still longest first. */
export async function openOrdersOf(db: Db, bikeStoreId: string, today: Day): Promise<StoreOrderRow[]> {
  const { rows } = await sql<StoreOrderRow>`
    select o.id as "orderId", o.order_number as "orderNumber", nullif(concat_ws(' ', o.bike_brand, o.bike_model), '') as bike,
           c.name as "companyName", o.status, ${today}::date - ${helsinki('o.status_changed_at')} as days, t.awaited, t.due_day as due,
           coalesce(t.due_day < ${today}::date, false) as "isLate", (count(*) over ())::int as total,
           (count(*) filter (where t.due_day < ${today}::date) over ())::int as late
      from orders o join companies c on c.id = o.company_id
      left join lateral (select w.awaited, w.due_day from open_turns w where w.process = 'order' and w.subject_id = o.id
        order by w.due_day, w.position limit 1) t on true
     where o.bike_store_id = ${bikeStoreId} and o.status not in ('ACTIVE_LEASING', 'REFUNDED', 'WIX', 'CANCELLED')
     order by 9 desc, o.status_changed_at, o.id limit ${LINES_MAX + 1}`.execute(db)
  return rows
}

/** Deliveries of so many days count towards the middle one. */
const DELIVERY_DAYS = 365

/** How many days go from the confirming of an order to its hand-over, the middle one of a year's deliveries. */
export async function deliveryDaysOf(db: Db, bikeStoreId: string, today: Day) {
  const { rows } = await sql<{ median: number | null; deliveries: number }>`
    select percentile_disc(0.5) within group (order by greatest(o.delivery_day - ${helsinki('o.confirmed_at')}, 0)) as median,
           count(*)::int as deliveries
      from orders o
     where o.bike_store_id = ${bikeStoreId} and o.delivery_day between ${addDays(today, -DELIVERY_DAYS)}::date and ${today}::date
       and o.confirmed_at is not null and o.status <> 'CANCELLED'`.execute(db)
  return rows[0]!
}

/** What is open between the service and a store or a lessor, each way, how much of it is due, and what is disputed. */
export async function openMoneyWith(db: Db, place: Place, today: Day) {
  const { rows } = await sql<Record<'payable' | 'payableDue' | 'receivable' | 'receivableDue' | 'disputed', number>>`
    select coalesce(sum(abs(x.open_cents)) filter (where ${isPaidByService}), 0)::bigint as payable,
           coalesce(sum(abs(x.open_cents)) filter (where ${isPaidByService} and x.due_day < ${today}::date), 0)::bigint as "payableDue",
           coalesce(sum(abs(x.open_cents)) filter (where not (${isPaidByService})), 0)::bigint as receivable,
           coalesce(sum(abs(x.open_cents)) filter (where not (${isPaidByService}) and x.due_day < ${today}::date), 0)::bigint as "receivableDue",
           (count(*) filter (where x.disputed_at is not null))::int as disputed
      from invoices x where ${isOpenWith(place)}`.execute(db)
  return rows[0]!
}

interface ExposureRow {
  readonly leasingCompanyId: string
  readonly leases: number
  readonly monthly: number
  readonly instalments: number
  readonly residuals: number
}

/**
 * What the running leases of lessors are still worth: the instalments of the months that have not begun, the last one at its
 * own sum, and the residual values. Of one lessor, or of all.
 */
export async function exposureOf(db: Db, today: Day, leasingCompanyId: string | null): Promise<ExposureRow[]> {
  const left = sql`greatest(0, (extract(year from a.end_day) - extract(year from ${today}::date)) * 12
    + extract(month from a.end_day) - extract(month from ${today}::date))::int`
  const { rows } = await sql<ExposureRow>`
    select a.leasing_company_id as "leasingCompanyId", count(*)::int as leases, sum(a.instalment_cents)::bigint as monthly,
           sum(case when ${left} > 0 then (${left} - 1) * a.instalment_cents + a.last_instalment_cents else 0 end)::bigint as instalments,
           sum(a.residual_cents)::bigint as residuals
      from leasing_agreements a
     where a.lease_state = 'ACTIVE' and ${leasingCompanyId === null ? sql`true` : sql`a.leasing_company_id = ${leasingCompanyId}`}
     group by a.leasing_company_id`.execute(db)
  return rows
}
