import { lockPurchases } from '#features/invoices/ledger/server/order-lock.ts'
import { payableFacts, type Unpayable, unpayable } from '#features/invoices/server/payable.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import { paymentOrderViews } from './queue.ts'

const MOST = 1000

const queued = (db: Db) =>
  db
    .selectFrom('payment_orders')
    .where('state', '=', 'QUEUED')
    .where('payment_file_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')

interface Paying {
  readonly id: string
  readonly kind: string
  readonly invoice_id: string
  readonly amount_cents: number
}

/** What keeps each payment from being put into a file, by its id; a repayment is none of an invoice that is owed. */
async function refusedIn(db: Db, orders: readonly Paying[]): Promise<Map<string, Unpayable>> {
  const purchases = orders.filter(({ kind }) => kind === 'INVOICE')
  const facts = await payableFacts(
    db,
    purchases.map((order) => order.invoice_id),
  )
  return new Map(
    purchases.flatMap((order): [string, Unpayable][] => {
      const refused = unpayable(facts.get(order.invoice_id)!, 'MAKE', order.amount_cents)
      return refused ? [[order.id, refused]] : []
    }),
  )
}

/**
 * The payments that a file is made of, locked after their invoices: those that are named, else the oldest that can be paid.
 * @throws NOTHING_TO_PAY, PAYMENT_ORDER_STEP_NOT_ALLOWED when a named one waits no more, INVOICE_NOT_PAYABLE with the
 *   reason when a named one cannot be paid
 */
export async function lockPayable(db: Db, paymentOrderIds: readonly string[] | undefined) {
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
  const refused = await refusedIn(db, orders)
  const [first] = refused.values()
  const payable = orders.filter(({ id }) => !refused.has(id))
  if (first && (paymentOrderIds || payable.length === 0)) throw new AppError('INVOICE_NOT_PAYABLE', { details: first })
  return payable
}

export type QueuedOrder = Awaited<ReturnType<typeof lockPayable>>[number]

/** What a file would hold now, and what would be left out of it with the reason. */
export async function paymentsToMake(db: Db) {
  const orders = await queued(db).select(['id', 'kind', 'invoice_id', 'amount_cents']).limit(MOST).execute()
  const refused = await refusedIn(db, orders)
  const ids = orders.map(({ id }) => id)
  const payable = orders.filter(({ id }) => !refused.has(id))
  const none = { problem: null, otherNumber: null }
  return {
    items: (await paymentOrderViews(db, ids)).map((view) => ({
      ...view,
      ...(refused.get(view.paymentOrderId) ?? none),
    })),
    payments: payable.length,
    total: eurosFromCents(sumCents(payable.map((order) => order.amount_cents))),
  }
}
