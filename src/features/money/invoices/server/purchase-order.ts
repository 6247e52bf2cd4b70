import { lockOrder, type OrderRecord } from '#features/orders/orders/server/moves/record.ts'
import { hasSeller } from '#features/orders/orders/server/store/seller.ts'
import { findVatOn } from '#features/pricing/vat/server/queries.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type SignedIn, scopeOf, scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import type { BaseContext, Services } from '#platform/server/http/context.ts'
import { addDays, type Day, helsinkiDay } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import { stepInvoice } from '../ledger/server/steps.ts'
import { priceLines } from '../rules/lines.ts'
import { findInvoice, invoiceView, lockInvoice } from './queries.ts'
import { insertStoreInvoice } from './store-invoice.ts'

const TERM_DAYS = 14

const awaitsStoreInvoice: ReadonlySet<string> = new Set(['CONFIRMED', 'PROCESSED', 'WAITING_FOR_INVOICE_MATCH'])

/** Opens a purchase order by hand, in the place of one that was voided. @throws as `startPurchaseOrder` */
export async function startPurchaseOrderAgain(context: BaseContext & { readonly user: SignedIn }, orderId: string) {
  const { db, scope, user, env } = context
  const { order } = (await lockOrder(db, scope, orderId)) ?? fail('NOT_FOUND')
  if (!awaitsStoreInvoice.has(order.status))
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: order.status } })
  const id = await startPurchaseOrder(db, context, { order, actor: actorOf(user) })
  return invoiceView(present(await findInvoice(db, scopeOf(user, 'invoice:read'), id)), helsinkiDay(env.now()))
}

/**
 * Opens our purchase order to the store of a confirmed order: what the store is to bill. It is not owed and not posted.
 * @returns the invoice's id
 * @throws INVOICE_STEP_NOT_ALLOWED without a store or a price, and the second time
 */
export async function startPurchaseOrder(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { order, actor }: { order: OrderRecord['order']; actor: Actor },
): Promise<string> {
  if (!hasSeller(order) || !order.total_price_cents)
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: order.status } })
  const today = helsinkiDay(env.now())
  const priced = await pricedOrder(db, order, today)
  const id = await insertStoreInvoice({ db, env }, order, {
    stage: 'STARTED',
    issueDay: today,
    dueDay: addDays(today, TERM_DAYS),
    priced,
    unique: {
      indexes: ['invoices_one_purchase_order_key'],
      error: new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: 'STARTED' } }),
    },
  })
  await logEvent(db, env, actor, 'INVOICE_STATUS_UPDATED', {
    subject: { type: 'invoice', id },
    companyId: order.company_id,
    orderId: order.id,
    shared: false,
    data: { from: null, to: 'STARTED', totalCents: priced.totals.grossCents },
  })
  return id
}

/** What is ordered as one line at today's rate. */
async function pricedOrder(db: Db, order: OrderRecord['order'], today: Day) {
  const vat = (await findVatOn(db, 'FI', today)) ?? fail('NOT_FOUND')
  return priceLines([
    {
      purpose: 'OTHER' as const,
      description: [order.bike_brand, order.bike_model, order.order_number].filter(Boolean).join(' '),
      grossCents: order.total_price_cents ?? 0,
      vatBasisPoints: vat.basis_points,
    },
  ])
}

/** The store's invoice is matched: the open purchase order of its order is INVOICED. */
export function closePurchaseOrder(db: Db, services: Services, order: Ordered): Promise<void> {
  return endPurchaseOrder(db, services, order, 'INVOICED')
}

/** The order is cancelled: the store is to bill nothing. */
export function voidPurchaseOrder(db: Db, services: Services, order: Ordered): Promise<void> {
  return endPurchaseOrder(db, services, order, 'INVALIDATED')
}

interface Ordered {
  readonly orderId: string
  readonly actor: Actor
}

async function endPurchaseOrder(
  db: Db,
  services: Services,
  { orderId, actor }: Ordered,
  to: 'INVOICED' | 'INVALIDATED',
): Promise<void> {
  const open = await db
    .selectFrom('invoices')
    .select('id')
    .where('order_id', '=', orderId)
    .where('stage', '=', 'STARTED')
    .executeTakeFirst()
  if (!open) return
  const invoice = (await lockInvoice(db, scopeOfAll, open.id)) ?? fail('NOT_FOUND')
  await stepInvoice(db, services, invoice, { to, by: 'ORDER', actor })
}
