import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import {
  type InvoiceMoney,
  type InvoiceStage,
  type LedgerPayment,
  openCents,
  owedStages,
  paidCents,
  statusOf,
} from '../../rules/settlement.ts'
import type { InvoiceDirection, InvoiceStatus, PaymentMethod } from '../../rules.ts'
import { type LessOwed, ledgerPorts } from './ports.ts'
import { recoverWrittenOff } from './write-off.ts'

/** How an invoice stood before and stands after its money was counted anew. */
export interface Settled {
  readonly from: InvoiceStatus
  readonly to: InvoiceStatus
  readonly openCents: number
}

const columns = [
  'id',
  'company_id',
  'direction',
  'stage',
  'status',
  'total_cents',
  'credited_cents',
  'written_off_cents',
  'open_cents',
  'order_id',
  'version',
] as const

/**
 * Counts an invoice's credits and payments anew and writes the status that follows; the only writer of a status. What
 * waits for the bank and is not owed any more is taken out. Call it with the invoice's row locked, after every change of
 * its stage, its credit notes or its payments.
 */
export async function settleInvoice(
  db: Db,
  services: Services,
  { invoiceId, actor }: { readonly invoiceId: string; readonly actor: Actor },
): Promise<Settled> {
  const { env } = services
  const invoice = await db.selectFrom('invoices').select(columns).where('id', '=', invoiceId).executeTakeFirstOrThrow()
  const payments = await paymentsOf(db, invoiceId)
  const direction = invoice.direction as InvoiceDirection
  const money = {
    direction,
    stage: invoice.stage as InvoiceStage,
    totalCents: invoice.total_cents,
    creditedCents: await creditedCents(db, invoiceId),
    payments,
  }
  const leftCents = openCents(money)
  if (invoice.written_off_cents > 0) await recoverWrittenOff(db, env, { ...invoice, leftCents })
  const to = statusOf(money)
  const isPaid = to === 'PAID' || to === 'MARKED_PAID'
  const paidDay = isPaid
    ? present(
        payments
          .map((payment) => payment.paidDay)
          .toSorted()
          .at(-1),
      )
    : null
  await db
    .updateTable('invoices')
    .set((eb) => ({
      status: to,
      credited_cents: money.creditedCents,
      paid_cents: paidCents(money),
      paid_day: paidDay,
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', invoiceId)
    .execute()
  if (direction === 'PURCHASE' && invoice.order_id) await carryPaidDay(db, invoice.order_id, invoiceId, paidDay)
  const because = lessOwed(money, { openCents: invoice.open_cents ?? 0, creditedCents: invoice.credited_cents })
  if (because) await ledgerPorts().dropQueued(db, services, { invoiceId, because, actor })
  return { from: invoice.status as InvoiceStatus, to, openCents: leftCents }
}

/** Why less goes out to the seller, or back to the payer, than was owed before; null where it does not. */
function lessOwed(money: InvoiceMoney, before: { openCents: Cents; creditedCents: Cents }): LessOwed | null {
  const more = openCents(money) - before.openCents
  if (money.direction === 'PURCHASE' ? more >= 0 : more <= 0) return null
  if (money.creditedCents > before.creditedCents) return 'CREDITED'
  const last = money.payments.at(-1)
  if (last?.method === 'PAYTRAIL' && last.direction === 'OUT') return 'PAID_BY_PAYTRAIL'
  return money.direction === 'PURCHASE' ? 'PAID_OTHERWISE' : 'NOT_OWED'
}

async function paymentsOf(db: Db, invoiceId: string): Promise<(LedgerPayment & { paidDay: Day })[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'direction', 'amount_cents', 'method', 'reverses_payment_id', 'paid_day'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    direction: row.direction as 'IN' | 'OUT',
    amountCents: row.amount_cents,
    method: row.method as PaymentMethod,
    reversesPaymentId: row.reverses_payment_id,
    paidDay: row.paid_day,
  }))
}

/** The credit notes that stand, as a positive sum. */
async function creditedCents(db: Db, invoiceId: string): Promise<number> {
  const { credited } = await db
    .selectFrom('invoices')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('total_cents'), eb.lit(0)).as('credited'))
    .where('credited_invoice_id', '=', invoiceId)
    .where('stage', 'in', [...owedStages])
    .executeTakeFirstOrThrow()
  return credited === 0 ? 0 : -credited
}

/** The order's day of payment is that of the store's invoice which it is matched with. */
async function carryPaidDay(db: Db, orderId: string, invoiceId: string, paidDay: Day | null): Promise<void> {
  await db
    .updateTable('orders')
    .set((eb) => ({ order_paid_day: paidDay, version: eb('version', '+', 1) }))
    .where('id', '=', orderId)
    .where('purchase_invoice_id', '=', invoiceId)
    .where('order_paid_day', 'is distinct from', paidDay)
    .execute()
}
