import { sql } from 'kysely'
import { markTaxReview } from '#features/agreements/server/changes.ts'
import { withVatRate } from '#features/leasing/rules/net-stays.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/database/events.ts'
import { inTurn, type Job } from '#platform/server/database/jobs.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  addDays,
  type Day,
  firstOfMonth,
  firstOfNextMonth,
  formatDay,
  helsinkiDay,
  type Month,
  monthOf,
} from '#platform/values/days.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import { exemptionIn } from '../rules/change-guard.ts'
import { earliestChange } from '../rules/months.ts'
import { latestPayment, makeChange } from './make-change.ts'
import { findLastChange, guardedOf, lastDayOf, lockLease, paidLease, type RunningLease } from './record.ts'

/** Days before a rate begins on which people hear of their new payment, and after it in which a late rate is followed. */
const DAYS_AROUND = 62

interface Rate {
  readonly basis_points: number
  readonly valid_from: Day
}

/** Payments of leases whose net stays, in companies without a rate of their own, follow a VAT rate that has begun or is about to. */
export const followVatRates: Job = {
  name: 'follow-vat-rates',
  cron: '40 0 * * *',
  async run(services) {
    const { database, env } = services
    const today = helsinkiDay(env.now())
    const rates = await sql<Rate>`
      select basis_points, valid_from from vat_rates where country = 'FI'
         and valid_from between ${addDays(today, -DAYS_AROUND)} and ${addDays(today, DAYS_AROUND)} order by valid_from`.execute(
      database.primary,
    )
    let changed = 0
    for (const rate of rates.rows) {
      const first = firstMonthOf(rate)
      const due = await sql<{ id: string }>`
        select a.id from leasing_agreements a join companies c on c.id = a.company_id
         where c.vat_basis_points is null and a.lease_state = 'ACTIVE' and a.end_prices ->> 'vatChange' = 'NET_STAYS' and least(a.end_day, a.ends_on) >= ${firstOfMonth(first)}
           and not exists (select 1 from payment_changes p where p.agreement_id = a.id and p.from_day >= ${firstOfMonth(first)}
             and p.vat_basis_points = ${rate.basis_points})
         order by a.id`.execute(database.primary)
      const ids = due.rows.map(({ id }) => id)
      changed += (await inTurn(services, ids, (db, id) => followRate(db, services, { id, rate }))).done
    }
    return { changed }
  },
}

/** Payments are monthly: a rate that begins within a month is followed from the next one. */
const firstMonthOf = ({ valid_from: day }: Rate): Month =>
  monthOf(day === firstOfMonth(monthOf(day)) ? day : firstOfNextMonth(day))

async function followRate(db: Db, services: Services, { id, rate }: { id: string; rate: Rate }): Promise<boolean> {
  const found = await lockLease(db, scopeOfAll, id)
  if (found?.lease_state !== 'ACTIVE' || found.start_day === null || found.end_day === null) return false
  const row = found as RunningLease
  const from = [firstMonthOf(rate), earliestChange(paidLease(row))].toSorted().at(-1)!
  if (from > monthOf(lastDayOf(row))) return false
  const last = await findLastChange(db, row)
  const known = await ratesOf(db, row)
  if (known.current === rate.basis_points || known.followed.includes(rate.basis_points)) return false
  const before = latestPayment(row, last?.service_share_cents ?? row.service_share_cents)
  const after = withVatRate(before, known.current, rate.basis_points)
  const reason = reasonIn(services, row, known.current, rate)
  const exemption = exemptionIn(guardedOf(row), from)
  if (exemption !== null) await markTaxReview(db, services, { agreementId: row.id, reason: `${from}: ${reason}` })
  await makeChange(db, services, row, {
    before,
    after,
    number: (last?.number ?? 0) + 1,
    from,
    reason,
    exemption,
    isNow: firstOfMonth(from) <= helsinkiDay(services.env.now()),
    vatBasisPoints: rate.basis_points,
    actor: systemActor,
  })
  return true
}

/** The rate that the newest payment holds, and those of changes that have been made. */
async function ratesOf(db: Db, row: RunningLease) {
  const changes = await db
    .selectFrom('payment_changes')
    .select(['vat_basis_points'])
    .where('agreement_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .where('vat_basis_points', 'is not', null)
    .orderBy('number')
    .execute()
  const followed = changes.map(({ vat_basis_points: rate }) => rate!)
  return { current: followed.at(-1) ?? row.vat_basis_points, followed }
}

const reasonIn = ({ texts }: Services, row: RunningLease, from: number, to: Rate) =>
  texts.t(row.person_language, 'lease-changes:vatReason', {
    from: String(percentFromBasisPoints(from)).replace('.', row.person_language === 'en' ? '.' : ','),
    to: String(percentFromBasisPoints(to.basis_points)).replace('.', row.person_language === 'en' ? '.' : ','),
    day: formatDay(to.valid_from),
  })
