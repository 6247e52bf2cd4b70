import { sql } from 'kysely'
import type { PaidFollower } from '#features/money/invoices/ledger/server/ports.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { stepRedemption } from './process.ts'
import { factsOf, lockRedemption, type RedemptionRecord, redemptionRows } from './record.ts'
import { goOn } from './steps.ts'

/** The payment's own transaction carries its redemptions on. */
export const paidRedemptions: PaidFollower = {
  find: async (db, invoiceIds) => {
    const found = await sql<{ id: string }>`
      select id from redemption_payments where status = 'NOT_PAID'
         and (invoice_id = any(${invoiceIds}::uuid[]) or rest_invoice_id = any(${invoiceIds}::uuid[])) order by id`.execute(
      db,
    )
    return found.rows.map(({ id }) => id)
  },
  follow: followPaid,
}

/** R5 for every redemption of a payment whose invoice is settled; the payment follows. @returns whether it was */
async function followPaid(db: Db, services: Services, paymentId: string): Promise<boolean> {
  const rows = await redemptionRows(db, scopeOfAll)
    .where('r.redemption_payment_id', '=', paymentId)
    .where('r.step', '=', 'USER_PAYMENT_SENT')
    .orderBy('r.id')
    .forUpdate('r')
    .execute()
  if (!rows[0] || !factsOf(rows[0], services.env.now()).isPaid) return false
  for (const row of rows) {
    const paid = await stepRedemption(db, services, row, { step: 'recordPaid', mover: systemMover, actor: systemActor })
    await goOn(db, services, paid, systemActor)
  }
  await db
    .updateTable('redemption_payments')
    .set((eb) => ({ status: 'PAID' as const, updated_at: services.env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', paymentId)
    .where('status', '=', 'NOT_PAID')
    .execute()
  return true
}

/** What time or money has made of one redemption: lapsed, paid, not paid in time, told to the lessor, completed. */
export async function follow(db: Db, services: Services, id: string): Promise<boolean> {
  const row = await lockRedemption(db, scopeOfAll, id)
  if (!row) return false
  const facts = factsOf(row, services.env.now())
  const take = (step: 'lapse' | 'cancelUnpaid' | 'billRest') =>
    stepRedemption(db, services, row, { step, mover: systemMover, actor: systemActor })
  if (row.step === 'OFFERED' && (facts.offerValidUntil ?? '9') < facts.today) return moved(row, await take('lapse'))
  if (row.step === 'USER_PAYMENT_SENT' && facts.restCents > 0) {
    await take('billRest')
    return true
  }
  if (row.step === 'USER_PAYMENT_SENT' && row.redemption_payment_id && facts.isPaid)
    return followPaid(db, services, row.redemption_payment_id)
  if ((row.step === 'ACCEPTED' || row.step === 'USER_PAYMENT_SENT') && facts.isLapsed)
    return moved(row, await take('cancelUnpaid'))
  return moved(row, await goOn(db, services, row, systemActor))
}

const moved = (before: RedemptionRecord, after: RedemptionRecord) => before.step !== after.step
