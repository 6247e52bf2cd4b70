import { sql } from 'kysely'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import { addDays, type Day, startOfHelsinkiDay } from '#platform/values/days.ts'
import type { FunnelStep } from '../rules.ts'

export interface Period {
  readonly from: Day
  readonly to: Day
}

/** The instants of a period: from its first day on, before the day after its last. */
const instantsOf = ({ from, to }: Period) => [startOfHelsinkiDay(from), startOfHelsinkiDay(addDays(to, 1))] as const

/** A store stands among the figures that has so many others before it at most. */
const STORES_MAX = 20
/** A step that began longer before the period than this is looked up one by one. */
const LOOK_BACK_DAYS = 120

/** Orders begun in a period by the Monday of their week; weeks without any are left out. */
export async function ordersByWeek(db: Db, period: Period) {
  const [since, until] = instantsOf(period)
  const { rows } = await sql<{ week: Day; started: number; confirmed: number }>`
    select date_trunc('week', o.created_at at time zone 'Europe/Helsinki')::date::text as week, count(*)::int as started,
           (count(*) filter (where o.confirmed_at is not null))::int as confirmed
      from orders o where o.created_at >= ${since} and o.created_at < ${until} and o.status <> 'WIX'
     group by 1 order by 1`.execute(db)
  return rows
}

/** How many days orders stood in the steps that they left in a period: the middle of them and that of nine in ten. */
export async function daysPerStep(db: Db, period: Period) {
  const [since, until] = instantsOf(period)
  const { rows } = await sql<{ status: OrderStatus; orders: number; median: number; ninetieth: number }>`
    with moves as materialized (
      select e.order_id, e.occurred_at, e.data ->> 'from' as status,
             lag(e.occurred_at) over (partition by e.order_id order by e.occurred_at, e.position) as began
        from events e
       where e.type = 'ORDER_STATUS_UPDATED' and e.occurred_at >= ${startOfHelsinkiDay(addDays(period.from, -LOOK_BACK_DAYS))}
         and e.occurred_at < ${until}),
    stays as (
      select m.status, (m.occurred_at at time zone 'Europe/Helsinki')::date
             - (coalesce(m.began, (select b.occurred_at from events b where b.subject_type = 'order' and b.subject_id = m.order_id
                  and b.type = 'ORDER_STATUS_UPDATED' and b.occurred_at < m.occurred_at order by b.occurred_at desc limit 1),
                (select o.created_at from orders o where o.id = m.order_id)) at time zone 'Europe/Helsinki')::date as days
        from moves m where m.occurred_at >= ${since} and m.status is not null)
    select s.status, count(*)::int as orders, percentile_disc(0.5) within group (order by s.days) as median,
           percentile_disc(0.9) within group (order by s.days) as ninetieth
      from stays s group by s.status`.execute(db)
  return rows
}

/** The stores with most deliveries in a period, and how long those took from the confirming of the order. */
export async function deliveriesByStore(db: Db, { from, to }: Period) {
  const { rows } = await sql<{
    bikeStoreId: string
    storeName: string
    deliveries: number
    median: number
    ninetieth: number
  }>`
    with taken as (
      select o.bike_store_id, greatest(o.delivery_day - (o.confirmed_at at time zone 'Europe/Helsinki')::date, 0) as days
        from orders o where o.delivery_day between ${from}::date and ${to}::date and o.bike_store_id is not null
         and o.confirmed_at is not null and o.status <> 'CANCELLED')
    select t.bike_store_id as "bikeStoreId", s.name as "storeName", count(*)::int as deliveries,
           percentile_disc(0.5) within group (order by t.days) as median,
           percentile_disc(0.9) within group (order by t.days) as ninetieth
      from taken t join bike_stores s on s.id = t.bike_store_id
     group by t.bike_store_id, s.name order by deliveries desc, s.name, t.bike_store_id limit ${STORES_MAX}`.execute(db)
  return rows
}

/** How often links were opened in a period; of those who applied in it, how many have come to each step by now. */
export async function funnelOf(db: Db, period: Period): Promise<Record<FunnelStep, number>> {
  const [since, until] = instantsOf(period)
  const opened = sql`select coalesce(sum(l.openings), 0)::int from link_openings l where l.day between ${period.from}::date and ${period.to}::date`
  const { rows } = await sql<Record<FunnelStep, number>>`
    select (${opened}) as "OPENED", count(*)::int as "APPLIED", (count(*) filter (where p.joined))::int as "JOINED",
           (count(*) filter (where p.joined and p.ordered))::int as "ORDERED",
           (count(*) filter (where p.joined and p.ordered and p.signed))::int as "SIGNED",
           (count(*) filter (where p.joined and p.ordered and p.signed and p.delivered))::int as "DELIVERED"
      from (select e.status in ('ACCEPTED', 'ENDED') as joined,
                   exists (select from orders o where o.beneficiary_employee_id = e.id) as ordered,
                   exists (select from leasing_agreements a where a.beneficiary_employee_id = e.id and a.status = 'SIGNED') as signed,
                   exists (select from orders o where o.beneficiary_employee_id = e.id and o.delivery_day is not null
                     and o.status <> 'CANCELLED') as delivered
              from beneficiary_employees e where e.created_at >= ${since} and e.created_at < ${until}) p`.execute(db)
  return rows[0]!
}

/** What lessors are called. */
export const namesOfLessors = (db: Db) => db.selectFrom('leasing_companies').select(['id', 'name']).execute()
