import { sql } from 'kysely'
import { recordPayment, reversePayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { stepInvoice } from '#features/money/invoices/ledger/server/steps.ts'
import { lockInvoice } from '#features/money/invoices/server/queries.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { PaymentOrderState } from '../../rules.ts'
import type { BankEntry } from '../statements/camt.ts'
import type { TakenBy } from './bank-file.ts'

interface Movement {
  readonly id: string
  readonly entry: BankEntry
}

export interface LiveOrder {
  id: string
  kind: string
  invoice_id: string
  amount_cents: number
  state: string
}

/** A UUID from an end-to-end id that we gave, or null for anybody else's. */
function orderIdOf(endToEndId: string | null): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(endToEndId ?? '')
  return parts ? parts.slice(1).join('-') : null
}

async function lockOrder(db: Db, id: string): Promise<LiveOrder | undefined> {
  return db
    .selectFrom('payment_orders')
    .select(['id', 'kind', 'invoice_id', 'amount_cents', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Holds the invoice of a payment, before the payment itself is: whoever counts its money does so in that order. */
export async function lockInvoiceOf(db: Db, paymentOrderId: string): Promise<void> {
  await db
    .selectFrom('invoices')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('payment_orders').select('invoice_id').where('id', '=', paymentOrderId))
    .forUpdate()
    .execute()
}

async function setState(
  db: Db,
  services: Pick<Services, 'env'>,
  id: string,
  state: PaymentOrderState,
  reason: string | null,
): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set((eb) => ({ state, reason, version: eb('version', '+', 1), updated_at: services.env.now() }))
    .where('id', '=', id)
    .execute()
}

/**
 * Closes payments of ours by the movements that carry their end-to-end ids: a debit pays the invoice, a credit marked as
 * a reversal takes that back.
 * @returns how many movements found their payment
 */
export async function closePaidOrders(
  db: Db,
  services: Services,
  { entries, by }: { entries: readonly Movement[]; by: TakenBy },
): Promise<number> {
  let matched = 0
  for (const { id, entry } of entries) {
    const orderId = orderIdOf(entry.endToEndId)
    const order = orderId ? await lockOrder(db, orderId) : undefined
    if (!order || order.amount_cents !== entry.amountCents) continue
    const found = entry.isReversal
      ? await takeBack(db, services, { order, by })
      : entry.direction === 'DEBIT' && (await pay(db, services, { order, entryId: id, entry, by }))
    if (!found) continue
    matched += 1
    await sql`update bank_entries set state = 'MATCHED', decided_at = ${services.env.now()}, decided_by = ${by.userId},
      version = version + 1, updated_at = ${services.env.now()} where id = ${id}`.execute(db)
  }
  return matched
}

async function pay(
  db: Db,
  services: Services,
  { order, entryId, entry, by }: { order: LiveOrder; entryId: string; entry: BankEntry; by: TakenBy },
): Promise<boolean> {
  if (order.state !== 'SENT') return false
  await recordPayment(db, services, {
    actor: by.actor,
    createdBy: by.userId,
    payment: {
      invoiceId: order.invoice_id,
      direction: 'OUT',
      amountCents: order.amount_cents,
      paidDay: entry.bookingDay,
      method: 'BANK',
      source: `bank:${entryId}`,
      entryId,
    },
  })
  await setState(db, services, order.id, 'PAID', null)
  return true
}

async function takeBack(
  db: Db,
  services: Services,
  { order, by }: { order: LiveOrder; by: TakenBy },
): Promise<boolean> {
  if (order.state !== 'PAID') return false
  const payment = await db
    .selectFrom('payments as p')
    .select('p.id')
    .innerJoin('bank_entries as e', 'e.id', 'p.entry_id')
    .where('p.invoice_id', '=', order.invoice_id)
    .where('e.end_to_end_id', '=', order.id.replaceAll('-', ''))
    .where('p.reverses_payment_id', 'is', null)
    .executeTakeFirst()
  if (!payment) return false
  await reversePayment(db, services, {
    paymentId: payment.id,
    reason: 'BANK_REVERSAL',
    actor: by.actor,
    createdBy: by.userId,
  })
  await rejectOrder(db, services, { order, reason: 'BANK_REVERSAL', by })
  return true
}

/**
 * The bank has not paid: the payment is closed as rejected. A purchase invoice can be approved again; what was to be paid
 * back is to be paid back again.
 */
export async function rejectOrder(
  db: Db,
  services: Services,
  { order, reason, by }: { order: LiveOrder; reason: string | null; by: TakenBy },
): Promise<void> {
  await setState(db, services, order.id, 'REJECTED', reason)
  if (order.kind === 'REPAYMENT') return
  const invoice = await lockInvoice(db, scopeOfAll, order.invoice_id)
  if (invoice)
    await stepInvoice(db, services, invoice, {
      to: 'PAYMENT_TRANSACTION_REMOVED',
      by: 'BANK',
      actor: by.actor,
      userId: by.userId,
      reason,
    })
}

export { lockOrder as lockPaymentOrder, orderIdOf, setState as setPaymentOrderState }
