import { sql } from 'kysely'
import type { Day, Month } from '#platform/values/days.ts'
import type { BikePlace, ClaimFact, EndReason } from '../facts.ts'
import { type Possession, possessionOf } from '../rules/possession.ts'

/** What took bicycles out of the hands of people at companies, by agreement `agreement_id`, to be joined: a loss, a return. */
export const awayByAgreement = (companyIds: readonly string[]) =>
  sql<{ agreement_id: string; claims: ClaimFact[] | null; received_day: Day | null }>`(
    select w.agreement_id, json_agg(w.claim) filter (where w.claim is not null) as claims, max(w.received_day) as received_day
      from (select k.agreement_id, json_build_object('id', k.id, 'type', k.type, 'step', k.step, 'happenedDay', k.happened_day) as claim, null::date as received_day
              from insurance_claims k where k.company_id = any(${companyIds}::uuid[]) and k.type in ('THEFT', 'LOSS') and k.step not in ('CANCELLED', 'DENIED')
             union all
            select v.agreement_id, null, v.received_day
              from bike_returns v where v.company_id = any(${companyIds}::uuid[]) and v.step <> 'CANCELLED' and v.received_day is not null) w
     group by w.agreement_id)`.as<'w'>(sql.ref('w'))

interface HeldLease {
  readonly start_day: Day | null
  readonly ended_day: Day | null
  readonly end_reason: EndReason | null
  readonly bike_at: BikePlace | null
  readonly kept_from: Month | null
  readonly delivery_day: Day | null
  readonly claims: readonly ClaimFact[] | null
  readonly received_day: Day | null
}

/** Who has had the bicycle of a lease, as its own row and what was joined to it say. */
export const possessionOfRow = (row: HeldLease): readonly Possession[] =>
  possessionOf({
    startDay: row.start_day,
    endedDay: row.ended_day,
    endReason: row.end_reason,
    bikeAt: row.bike_at,
    keptFrom: row.kept_from,
    deliveryDay: row.delivery_day,
    claims: row.claims ?? [],
    return: { receivedDay: row.received_day },
    // Payroll counts whole months to the lease's last one: the day of the sale within it decides nothing.
    buyOut: null,
  })
