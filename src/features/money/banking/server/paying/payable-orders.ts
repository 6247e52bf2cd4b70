import { sql } from 'kysely'
import { lockPurchases } from '#features/money/invoices/ledger/server/order-lock.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { paymentOrderViews } from './queue.ts'
import { type Paying, refusedPayments } from './refused-payments.ts'

const MOST = 1000

const queued = (db: Db) =>
  db
    .selectFrom('payment_orders')
    .where('state', '=', 'QUEUED')
    .where('payment_file_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')

const among = (ids: readonly string[]) => sql`o.id = any(${[...ids]}::uuid[])`

/**
 * The payments that a file is made of, locked after their invoices: those that are named, else the oldest that can be paid.
 * @throws NOTHING_TO_PAY, PAYMENT_ORDER_STEP_NOT_ALLOWED when a named one waits no more, INVOICE_NOT_PAYABLE with the
 *   reason when a named one cannot be paid
 */
export async function lockPayable(paying: Paying, paymentOrderIds: readonly string[] | undefined) {
  const { db } = paying
  const chosen = paymentOrderIds ? queued(db).where('id', 'in', [...paymentOrderIds]) : queued(db).limit(MOST)
  const waiting = await chosen.select(['id', 'invoice_id']).execute()
  await lockPurchases(
    db,
    waiting.map((order) => order.invoice_id),
  )
  const ids = waiting.map(({ id }) => id)
  const orders = ids.length === 0 ? [] : await queued(db).selectAll().where('id', 'in', ids).forUpdate().execute()
  if (orders.length === 0) throw new AppError('NOTHING_TO_PAY')
  if (paymentOrderIds && orders.length !== paymentOrderIds.length) throw new AppError('PAYMENT_ORDER_STEP_NOT_ALLOWED')
  const refused = await refusedPayments(paying, among(ids), 'MAKE')
  const [first] = refused.values()
  const payable = orders.filter(({ id }) => !refused.has(id))
  if (first && (paymentOrderIds || payable.length === 0)) {
    const { problem, otherNumber } = first
    throw new AppError('INVOICE_NOT_PAYABLE', { details: { problem, otherNumber } })
  }
  return payable
}

export type QueuedOrder = Awaited<ReturnType<typeof lockPayable>>[number]

/** What a file would hold now, and what would be left out of it with the reason. */
export async function paymentsToMake(paying: Paying) {
  const { db } = paying
  const orders = await queued(db).select(['id', 'amount_cents']).limit(MOST).execute()
  const ids = orders.map(({ id }) => id)
  const refused = await refusedPayments(paying, among(ids), 'MAKE')
  const payable = orders.filter(({ id }) => !refused.has(id))
  const none = { problem: null, otherNumber: null }
  return {
    items: (await paymentOrderViews(db, ids)).map((view) => {
      const { problem, otherNumber } = refused.get(view.paymentOrderId) ?? none
      return { ...view, problem, otherNumber }
    }),
    payments: payable.length,
    total: eurosFromCents(sumCents(payable.map((order) => order.amount_cents))),
  }
}
