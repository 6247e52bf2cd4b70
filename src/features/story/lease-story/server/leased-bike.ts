import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Day } from '#platform/values/days.ts'

/** The bicycle of a lease, with the price and the day from which its value falls. */
export interface LeasedBike {
  readonly bike_order_id: string | null
  readonly bike_brand: string | null
  readonly bike_model: string | null
  readonly bike_kind: Tables['orders']['bike_kind']
  readonly frame_size: string | null
  readonly frame_number: string | null
  readonly handed_over_day: Day | null
  readonly bike_store_id: string | null
  readonly new_price_cents: number
  readonly first_day: Day | null
}

/**
 * The bicycle of the agreement `a`, for a lateral join as `bike`. A lease that was taken over has no order: its bicycle
 * is that of the newest order up to its place in the chain, and was leased first by the chain's first agreement.
 */
export const leasedBike: RawBuilder<LeasedBike> = sql<LeasedBike>`(
  select b.*, f.price_cents as new_price_cents, f.start_day as first_day
    from (select c.price_cents, c.start_day from leasing_agreements c where c.chain_id = a.chain_id order by c.created_at, c.id limit 1) f
    left join lateral (
      select o.id as bike_order_id, o.bike_brand, o.bike_model, o.bike_kind, o.frame_size, o.frame_number, o.delivery_day as handed_over_day, o.bike_store_id
        from leasing_agreements c join orders o on o.id = c.order_id
       where c.chain_id = a.chain_id and (c.created_at, c.id) <= (a.created_at, a.id)
       order by c.created_at desc, c.id desc limit 1) b on true)`

/**
 * The day on which the person of the agreement `a` took the bicycle over from somebody else; null for whoever had it new.
 * A merger, which ends one agreement and begins the next, leaves the person the same.
 */
export const takenOverDay: RawBuilder<Day | null> = sql<Day | null>`(
  select min(c.start_day) from leasing_agreements c
   where c.chain_id = a.chain_id and c.void_at is null and (c.created_at, c.id) <= (a.created_at, a.id)
     and (c.created_at, c.id) > (
       select p.created_at, p.id from leasing_agreements p join beneficiary_employees pe on pe.id = p.beneficiary_employee_id
        where p.chain_id = a.chain_id and p.void_at is null and (p.created_at, p.id) < (a.created_at, a.id)
          and pe.user_id <> (select own.user_id from beneficiary_employees own where own.id = a.beneficiary_employee_id)
        order by p.created_at desc, p.id desc limit 1))`

/** The same, as Kysely joins it. */
export const joinedBike = leasedBike.as<'bike'>(sql.ref('bike'))

export const bikeColumns = ['bike.bike_brand', 'bike.bike_model', 'bike.frame_number'] as const
