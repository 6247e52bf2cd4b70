import { sql } from 'kysely'
import { employmentOf } from '#features/ground/employment/rules.ts'
import { isOpenOrder, leasesTakenOver } from '#features/orders/orders/server/open-orders.ts'
import { priceAtEndOf } from '#features/pricing/leasing/rules/passing-on.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { BrokerageFacts } from '../rules/words.ts'
import { benefitModelIn } from './benefit-model.ts'
import type { BrokerageRecord } from './record.ts'

interface TakerRow {
  id: string
  company_id: string
  last_working_day: Day
  absence_from: Day | null
  absence_to: Day | null
  company_active: boolean
  order_count: number
  leases: number
  max_price_cents: number | null
  allows_leave: boolean
}

/** A person's accepted employments, held so that two leases cannot both be the last. */
async function heldEmployments(db: Db, userId: string, employeeId: string | undefined): Promise<TakerRow[]> {
  const held = await sql<{ id: string }>`
    select e.id from beneficiary_employees e where e.user_id = ${userId} and e.status = 'ACCEPTED'
       and (${employeeId ?? null}::uuid is null or e.id = ${employeeId ?? null}::uuid) order by e.id for update`.execute(
    db,
  )
  return employmentsOf(
    db,
    userId,
    held.rows.map(({ id }) => id),
  )
}

/** A person's accepted employments with what a new lease asks of them. */
async function employmentsOf(db: Db, userId: string, ids: readonly string[] | null): Promise<TakerRow[]> {
  const result = await sql<TakerRow>`
    select e.id, e.company_id, e.last_working_day, e.absence_from, e.absence_to, c.active and c.deleted_at is null
             and not exists (select 1 from company_exits x where x.company_id = c.id and x.withdrawn_at is null) as company_active,
           coalesce(p.order_count, 1) as order_count, coalesce(p.allows_leave_before_end, false) as allows_leave,
           least(e.max_price_cents, c.max_price_cents, p.max_price_cents) as max_price_cents,
           (select count(*)::int from orders o left join leasing_agreements a on a.id = o.agreement_id
             where o.beneficiary_employee_id = e.id and ${isOpenOrder({ order: 'o', agreement: 'a' })})
           + ${leasesTakenOver('e.id')}
           + (select count(*)::int from bike_brokerages b where b.taker_employee_id = e.id and b.step in ('RESERVED', 'TRANSFER')) as leases
      from beneficiary_employees e join companies c on c.id = e.company_id
      left join lateral (select * from bike_policies bp where bp.company_id = c.id order by bp.number desc limit 1) p on true
     where e.user_id = ${userId} and e.status = 'ACCEPTED' and (${ids}::uuid[] is null or e.id = any(${ids}::uuid[])) order by e.id`.execute(
    db,
  )
  return result.rows
}

/** By which models somebody's accepted employments give the benefit. */
export async function benefitModelsOf(db: Db, userId: string): Promise<BenefitModel[]> {
  const { rows } = await sql<{ model: BenefitModel }>`
    select distinct ${benefitModelIn('e.benefit_model', 'e.company_id')} as model
      from beneficiary_employees e where e.user_id = ${userId} and e.status = 'ACCEPTED'`.execute(db)
  return rows.map(({ model }) => model)
}

/**
 * In which employment somebody would take a bicycle over, and what stands against it.
 * @throws BROKERAGE_EMPLOYMENT_CHOICE_NEEDED for a person with several that last, NOT_FOUND for another's
 */
export async function takerOf(
  db: Db,
  row: BrokerageRecord,
  { userId, employeeId, now }: { userId: string; employeeId: string | undefined; now: Date },
): Promise<{ taker: { companyId: string; employeeId: string } | null; facts: Partial<BrokerageFacts> }> {
  const found = await heldEmployments(db, userId, employeeId)
  if (employeeId !== undefined && found.length === 0) fail('NOT_FOUND')
  // An employment that is over, or whose company has left or merged, is none to choose.
  const lasting = found.filter((one) => isEmployed(one, now))
  if (lasting.length > 1) throw new AppError('BROKERAGE_EMPLOYMENT_CHOICE_NEEDED')
  const isOwnBike = row.owner_id === userId
  const one = lasting[0] ?? found[0]
  if (!one) return { taker: null, facts: { isOwnBike, isTakerEmployed: false } }
  const valueCents = await priceToTake(db, row, helsinkiDay(now))
  return {
    taker: { companyId: one.company_id, employeeId: one.id },
    facts: { isOwnBike, ...factsOfTaker(one, row, valueCents, now) },
  }
}

const factsOfTaker = (one: TakerRow, row: BrokerageRecord, valueCents: number, now: Date) => ({
  ...employedToTheEnd(one, row, now),
  hasTakerRoom: one.leases < one.order_count,
  isWithinTakerLimit: one.max_price_cents === null || valueCents <= one.max_price_cents,
})

/** What stands against somebody taking a bicycle over, for each employment in which they might; of nobody's it is one. */
export async function takersFacts(
  db: Db,
  row: BrokerageRecord,
  { userId, now }: { userId: string; now: Date },
): Promise<Partial<BrokerageFacts>[]> {
  const isOwnBike = row.owner_id === userId
  const lasting = (await employmentsOf(db, userId, null)).filter((one) => isEmployed(one, now))
  if (lasting.length === 0) return [{ isOwnBike, isTakerEmployed: false }]
  const valueCents = await priceToTake(db, row, helsinkiDay(now))
  return lasting.map((one) => ({ isOwnBike, ...factsOfTaker(one, row, valueCents, now) }))
}

const isEmployed = (one: TakerRow, now: Date) => one.company_active && employmentOf(one, helsinkiDay(now)) !== 'ENDED'

const employedToTheEnd = (one: TakerRow, row: BrokerageRecord, now: Date) => ({
  isTakerEmployed: isEmployed(one, now),
  isTakerThereToTheEnd: one.allows_leave || one.last_working_day > row.lease_end_day,
})

/** Whether the taker of a transfer still is what the reservation asked for, by the last signature. */
export async function standingOf(
  db: Db,
  row: BrokerageRecord,
  now: Date,
): Promise<Pick<BrokerageFacts, 'isTakerEmployed' | 'isTakerThereToTheEnd'>> {
  const [one] = await heldEmployments(db, row.taker_user_id!, row.taker_employee_id!)
  return one ? employedToTheEnd(one, row, now) : { isTakerEmployed: false, isTakerThereToTheEnd: false }
}

/** What a running lease's bicycle is bought out for at the end of this month: what the next company takes on. */
async function priceToTake(db: Db, row: BrokerageRecord, today: Day): Promise<number> {
  const lease = await db
    .selectFrom('leasing_agreements')
    .select(['start_day', 'residual_cents', 'buy_out_cents'])
    .where('id', '=', row.agreement_id)
    .where('company_id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  const { start_day: startDay, residual_cents: residualCents } = lease
  return priceAtEndOf({ startDay: startDay!, residualCents, buyOutCents: lease.buy_out_cents.map(Number) }, today)
}
