import { sql } from 'kysely'
import { rateOn, type ValidRate } from '#features/pricing/vat/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import { addDays, type Day, firstOfMonth, formatDay, helsinkiDay, type Month, monthOf } from '#platform/values/days.ts'
import { type ReckonedChange, type Turn, turnsBetween } from '../rules/reckon.ts'
import { changesOfLease, type LeaseChange, rewriteChanges } from './reckon-lease.ts'
import { lastDayOf, lockLease, type RunningLease } from './record.ts'
import { usedMonths } from './unfollow.ts'

/** Days before a rate is felt on which people hear of their new payment, and after it in which a late rate is followed. */
const DAYS_AROUND = 62

/** Payments of leases whose net stays, in companies without a rate of their own, follow the VAT rates that are valid. */
export const followVatRates: Job = {
  name: 'follow-vat-rates',
  cron: '40 0 * * *',
  async run(services) {
    const { database } = services
    const { rates, turns, ...around } = await turnsNow(database.primary, services)
    const due = new Set<string>(await leasesOffTheirRate(database.primary, around))
    for (const { from } of turns)
      for (const id of await leasesThatDiffer(database.primary, from, rateOn(rates, firstOfMonth(from))!)) due.add(id)
    const { done } = await inTurn(services, [...due].toSorted(), (db, id) => followRates(db, services, id))
    return { changed: done }
  },
}

/** The days between which rates are followed. */
interface Around {
  readonly first: Day
  readonly last: Day
}

/** The rates of Finland, which nobody changes meanwhile, and the months near today from which another one is paid. */
async function turnsNow(
  db: Db,
  { env }: Pick<Services, 'env'>,
): Promise<Around & { rates: ValidRate[]; turns: Turn[] }> {
  const rates = await db
    .selectFrom('vat_rates')
    .select(['basis_points', 'valid_from', 'valid_to'])
    .where('country', '=', 'FI')
    .orderBy('id')
    .forShare()
    .execute()
  const today = helsinkiDay(env.now())
  const around = { first: addDays(today, -DAYS_AROUND), last: addDays(today, DAYS_AROUND) }
  return { ...around, rates, turns: turnsBetween(rates, around.first, around.last) }
}

const followsRates = sql`c.vat_basis_points is null and a.lease_state = 'ACTIVE' and a.end_prices ->> 'vatChange' = 'NET_STAYS'`

/** Running leases that have a change to another rate than that of its month. */
async function leasesOffTheirRate(db: Db, { first, last }: Around): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from payment_changes p join leasing_agreements a on a.id = p.agreement_id join companies c on c.id = a.company_id
     where ${followsRates} and p.withdrawn_at is null and p.from_day between ${first} and ${last}
       and p.vat_basis_points <> (select r.basis_points from vat_rates r where r.country = 'FI' and r.valid_from <= p.from_day
         and coalesce(r.valid_to, p.from_day) >= p.from_day order by r.valid_from desc limit 1)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Running leases that have no change to a rate from its month on, or from their own first one. */
async function leasesThatDiffer(db: Db, month: Month, rate: ValidRate): Promise<string[]> {
  const first = firstOfMonth(month)
  const { rows } = await sql<{ id: string }>`
    select a.id from leasing_agreements a join companies c on c.id = a.company_id
     where ${followsRates} and least(a.end_day, a.ends_on) >= ${first}
       and not exists (select 1 from payment_changes p where p.agreement_id = a.id and p.withdrawn_at is null
         and p.from_day = greatest(${first}, date_trunc('month', a.start_day)::date) and p.vat_basis_points = ${rate.basis_points})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function followRates(db: Db, services: Services, id: string): Promise<boolean> {
  const { rates, turns, ...around } = await turnsNow(db, services)
  await holdCompanyOf(db, id)
  const found = await lockLease(db, scopeOfAll, id)
  if (found?.lease_state !== 'ACTIVE' || found.start_day === null || found.end_day === null) return false
  const lease = found as RunningLease
  const { agreed, changes } = await changesOfLease(db, lease)
  if (isRateBeforeUnknown(changes)) return false
  const followed = new Map<Month, LeaseChange>()
  for (const { from: turn, day } of turns) {
    const from = [turn, monthOf(lease.start_day)].toSorted().at(-1)!
    if (from <= monthOf(lastDayOf(lease)))
      followed.set(from, { from, day, to: rateOn(rates, firstOfMonth(from))!.basis_points })
  }
  const wrong = await replaceable(db, { changes, rates, around })
  const kept = changes.filter((change) => !wrong.includes(change))
  const isFollowed = (from: Month) => kept.some((change) => change.from === from && typeof change.to === 'number')
  const added = [...followed.values()].filter(({ from }) => !isFollowed(from))
  return rewriteChanges(db, services, lease, {
    agreed,
    changes,
    wanted: [...kept, ...added],
    reasonOf: (one) => one.change.row?.reason ?? vatReason(one),
    withdrawnReason: { text: 'lease-changes:vatWithdrawn', values: {} },
  })
}

/** A run that bills the company of a lease holds it and is waited for. */
async function holdCompanyOf(db: Db, agreementId: string): Promise<void> {
  await db
    .selectFrom('companies as c')
    .innerJoin('leasing_agreements as a', 'a.company_id', 'c.id')
    .select('c.id')
    .where('a.id', '=', agreementId)
    .forNoKeyUpdate('c')
    .execute()
}

/** Changes that are shown already and do not say from which rate: nothing can be counted from them. */
function isRateBeforeUnknown(changes: readonly LeaseChange[]): boolean {
  const first = changes.find(({ to }) => typeof to === 'number')?.row
  return first !== undefined && first.applied_at !== null && first.earlier_vat_basis_points === null
}

/** The changes to another rate than that of their month; none of them once one of their months has been used. */
async function replaceable(
  db: Db,
  { changes, rates, around }: { changes: readonly LeaseChange[]; rates: readonly ValidRate[]; around: Around },
): Promise<LeaseChange[]> {
  const wrong = changes.filter(({ from, to }) => {
    const day = firstOfMonth(from)
    const rate = rateOn(rates, day)
    return typeof to === 'number' && rate && rate.basis_points !== to && day >= around.first && day <= around.last
  })
  if (wrong.length === 0) return []
  const { agreements } = await usedMonths(
    db,
    wrong.map(({ row }) => row!),
  )
  return agreements === 0 ? wrong : []
}

const vatReason = ({ change, rateBefore, rate }: ReckonedChange<LeaseChange>): TextValue => ({
  text: 'lease-changes:vatReason',
  values: {
    from: { basisPoints: rateBefore },
    to: { basisPoints: rate },
    day: formatDay(change.day ?? firstOfMonth(change.from)),
  },
})
