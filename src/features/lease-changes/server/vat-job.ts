import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { inTurn, type Job } from '#platform/server/database/jobs.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, firstOfMonth, formatDay, helsinkiDay, type Month, monthOf } from '#platform/values/days.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import { type ReckonedChange, rateOn, type Turn, turnsBetween, type ValidRate } from '../rules/reckon.ts'
import { changesOfLease, type LeaseChange, rewriteChanges } from './reckon-lease.ts'
import { lastDayOf, lockLease, type RunningLease } from './record.ts'

/** Days before a rate is felt on which people hear of their new payment, and after it in which a late rate is followed. */
const DAYS_AROUND = 62

/** Payments of leases whose net stays, in companies without a rate of their own, follow the VAT rates that are valid. */
export const followVatRates: Job = {
  name: 'follow-vat-rates',
  cron: '40 0 * * *',
  async run(services) {
    const { database } = services
    const { rates, turns } = await turnsNow(database.primary, services)
    const due = new Set<string>()
    for (const { from } of turns)
      for (const id of await leasesThatDiffer(database.primary, from, rateOn(rates, firstOfMonth(from))!)) due.add(id)
    const { done } = await inTurn(services, [...due].toSorted(), (db, id) => followRates(db, services, id))
    return { changed: done }
  },
}

/** The rates of Finland, which nobody changes meanwhile, and the months near today from which another one is paid. */
async function turnsNow(db: Db, { env }: Pick<Services, 'env'>): Promise<{ rates: ValidRate[]; turns: Turn[] }> {
  const rates = await db
    .selectFrom('vat_rates')
    .select(['basis_points', 'valid_from', 'valid_to'])
    .where('country', '=', 'FI')
    .forShare()
    .execute()
  const today = helsinkiDay(env.now())
  return { rates, turns: turnsBetween(rates, addDays(today, -DAYS_AROUND), addDays(today, DAYS_AROUND)) }
}

/** Running leases that have no change to a rate from its month on, or from their own first one. */
async function leasesThatDiffer(db: Db, month: Month, rate: ValidRate): Promise<string[]> {
  const first = firstOfMonth(month)
  const { rows } = await sql<{ id: string }>`
    select a.id from leasing_agreements a join companies c on c.id = a.company_id
     where c.vat_basis_points is null and a.lease_state = 'ACTIVE' and a.end_prices ->> 'vatChange' = 'NET_STAYS' and least(a.end_day, a.ends_on) >= ${first}
       and not exists (select 1 from payment_changes p where p.agreement_id = a.id and p.withdrawn_at is null
         and p.from_day = greatest(${first}, date_trunc('month', a.start_day)::date) and p.vat_basis_points = ${rate.basis_points})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function followRates(db: Db, services: Services, id: string): Promise<boolean> {
  const { rates, turns } = await turnsNow(db, services)
  const found = await lockLease(db, scopeOfAll, id)
  if (found?.lease_state !== 'ACTIVE' || found.start_day === null || found.end_day === null) return false
  const lease = found as RunningLease
  const { agreed, changes } = await changesOfLease(db, lease)
  const followed = new Map<Month, LeaseChange>()
  for (const { from: turn, day } of turns) {
    const from = [turn, monthOf(lease.start_day)].toSorted().at(-1)!
    if (from <= monthOf(lastDayOf(lease)))
      followed.set(from, { from, day, to: rateOn(rates, firstOfMonth(from))!.basis_points })
  }
  const isReplaced = ({ from, to }: LeaseChange) =>
    typeof to === 'number' && followed.has(from) && followed.get(from)!.to !== to
  const kept = changes.filter((change) => !isReplaced(change))
  const isFollowed = (from: Month) => kept.some((change) => change.from === from && typeof change.to === 'number')
  const added = [...followed.values()].filter(({ from }) => !isFollowed(from))
  return rewriteChanges(db, services, lease, {
    agreed,
    changes,
    wanted: [...kept, ...added],
    reasonOf: (one) => one.change.row?.reason ?? reasonIn(services, lease, one),
    withdrawnReason: services.texts.t(lease.person_language, 'lease-changes:vatWithdrawn'),
  })
}

function reasonIn({ texts }: Services, lease: RunningLease, { change, rateBefore, rate }: ReckonedChange<LeaseChange>) {
  const percent = (basisPoints: number) =>
    String(percentFromBasisPoints(basisPoints)).replace('.', lease.person_language === 'en' ? '.' : ',')
  return texts.t(lease.person_language, 'lease-changes:vatReason', {
    from: percent(rateBefore),
    to: percent(rate),
    day: formatDay(change.day ?? firstOfMonth(change.from)),
  })
}
