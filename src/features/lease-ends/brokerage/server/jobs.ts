import { sql } from 'kysely'
import { startLease } from '#features/leases/agreements/server/agreements.ts'
import { closeEnding } from '#features/leases/agreements/server/endings.ts'
import { carryPayments } from '#features/leases/lease-changes/server/carry.ts'
import { transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { firstOfNextMonth, helsinkiDay, monthsBetween } from '#platform/values/days.ts'
import { offeredCents } from './follow-payment.ts'
import { finishSale, followSale } from './follow-sale.ts'
import { stepBrokerage, tellNamed } from './process.ts'
import { type BrokerageRecord, factsOf, lockBrokerage, updateBrokerage } from './record.ts'

/** Carries offers on that time has moved: reservations lapse (B5), listings and offers of ended leases expire (B10). */
export const followBrokerages: Job = {
  name: 'follow-brokerages',
  cron: '25 0 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    // No month would be left to whoever took the bicycle over.
    const endsFirst = sql`b.lease_end_day < ${transferDay(today)}`
    const due = await sql<{ id: string }>`
      select b.id from bike_brokerages b join leasing_agreements a on a.id = b.agreement_id
       where (b.step in ('TRANSFER', 'BUYOUT') and (a.lease_state <> 'ACTIVE' or ${endsFirst} or b.transfer_by < ${today}))
          or b.step = 'BILLED'
          or (b.step = 'DONE' and b.ending_id is not null and b.starts_on <= ${today} and a.lease_state = 'ENDED')
          or b.step in ('DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'OFFERED')
         and (a.lease_state <> 'ACTIVE' or (b.step = 'LISTED' and (${endsFirst} or b.expires_on < ${today})) or (b.step in ('RESERVED', 'OFFERED') and b.reserved_until < ${today}))
       order by b.created_at, b.id`.execute(services.database.primary)
    const ids = due.rows.map((row) => row.id)
    const { done, refused } = await inTurn(services, ids, (db, id) => follow(db, services, id))
    return { moved: done, refused, repriced: await followMonths(services), told: await tellLateComers(services) }
  },
}

/** Whoever an offer names may open an account, or have theirs opened again, while it stands: then they hear of it. */
async function tellLateComers(services: Services): Promise<number> {
  const untold = await sql<{ id: string }>`
    select b.id from bike_brokerages b join users u on u.email = b.named_email
     where b.step = 'OFFERED' and u.deactivated_at is null and not u.invited
       and not exists (select from notifications n where n.user_id = u.id and n.subject_id = b.id)
     order by b.created_at, b.id`.execute(services.database.primary)
  const { done } = await inTurn(
    services,
    untold.rows.map(({ id }) => id),
    async (db, id) => {
      const row = await lockBrokerage(db, scopeOfAll, id)
      if (row?.step !== 'OFFERED') return false
      await tellNamed(db, services, row)
      return true
    },
  )
  return done
}

/** A payment that was decided earlier shows in an open offer from the month on in which somebody else would pay it. */
async function followMonths(services: Services): Promise<number> {
  const open = await sql<{ id: string }>`
    select b.id from bike_brokerages b
     where b.step in ('DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'OFFERED')
       and exists (select from payment_changes p where p.agreement_id = b.agreement_id and p.withdrawn_at is null)
     order by b.created_at, b.id`.execute(services.database.primary)
  const { done } = await inTurn(
    services,
    open.rows.map(({ id }) => id),
    async (db, id) => {
      const row = await lockBrokerage(db, scopeOfAll, id)
      if (!row) return false
      const cents = offeredCents(row, services.env.now())
      if (cents === row.monthly_cents) return false
      await updateBrokerage(db, services, row, { monthly_cents: cents })
      return true
    },
  )
  return done
}

async function follow(db: Db, services: Services, id: string): Promise<boolean> {
  const row = await lockBrokerage(db, scopeOfAll, id)
  if (!row) return false
  if (row.step === 'DONE') return row.invoice_id === null ? begin(db, services, row) : finishSale(db, services, row)
  if (row.step === 'BILLED' || row.step === 'BUYOUT') return followSale(db, services, row)
  const { isRunning, hasMonthsLeft, expiresOn, reservedUntil, today } = factsOf(row, services.env.now())
  const by = { mover: systemMover, actor: systemActor } as const
  if (row.step === 'TRANSFER') {
    await stepBrokerage(db, services, row, { step: 'lapseTransfer', ...by })
    return true
  }
  if (row.step === 'RESERVED' && isRunning) {
    if (reservedUntil === null || reservedUntil >= today) return false
    await stepBrokerage(db, services, row, { step: 'lapse', ...by })
    return true
  }
  if (row.step === 'OFFERED' && isRunning && (reservedUntil === null || reservedUntil >= today)) return false
  const isListed = row.step !== 'OFFERED' && hasMonthsLeft && (expiresOn === null || expiresOn >= today)
  if (isListed && isRunning) return false
  await stepBrokerage(db, services, row, { step: 'expire', ...by })
  return true
}

/** The lease of a transfer begins in its new company, the old one having ended the day before. */
async function begin(db: Db, services: Services, row: BrokerageRecord): Promise<boolean> {
  await startLease(db, services, {
    agreementId: row.new_agreement_id!,
    startDay: row.starts_on!,
    months: monthsBetween(row.starts_on!, firstOfNextMonth(row.lease_end_day)),
    actor: systemActor,
  })
  await carryPayments(db, services, {
    previousId: row.agreement_id,
    agreementId: row.new_agreement_id!,
    companyId: row.taker_company_id!,
    startDay: row.starts_on!,
  })
  await closeEnding(db, services, row.ending_id!)
  await updateBrokerage(db, services, row, { ending_id: null })
  return true
}
