import { planMove } from '#features/orders/orders/rules/transitions.ts'
import { factsOf, moverOf } from '#features/orders/orders/server/moves/facts.ts'
import { moveOrder } from '#features/orders/orders/server/moves/move.ts'
import { lockOrder } from '#features/orders/orders/server/moves/record.ts'
import { orderView } from '#features/orders/orders/server/view.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { stepInvoice } from '../ledger/server/steps.ts'
import { INVOICE_TOLERANCE_CENTS } from '../rules.ts'
import { closePurchaseOrder } from './purchase-order.ts'
import { lockInvoice } from './queries.ts'

type Invoice = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>

/** Keeps on the invoice by how much it differs from the order, and why that is accepted. */
async function saveMatch(
  { db, env, user }: SignedInContext,
  invoice: Invoice,
  { differenceCents, reason }: { differenceCents: Cents; reason: string | null },
): Promise<void> {
  await db
    .updateTable('invoices')
    .set((eb) => ({
      matched_at: env.now(),
      matched_by: user.userId,
      difference_cents: differenceCents,
      difference_reason: reason,
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', invoice.id)
    .execute()
  await logEvent(db, env, actorOf(user), 'INVOICE_MATCHED', {
    subject: { type: 'invoice', id: invoice.id },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: { differenceCents, ...(reason ? { reason } : {}) },
  })
}

/** An invoice that has only arrived is verified by whoever may check one; any other stays as it is. */
async function verified(context: SignedInContext, invoice: Invoice): Promise<Invoice> {
  const { db, user } = context
  const scope = scopeOf(user, 'invoice:write')
  const own = invoice.status === 'RECEIVED' && (await lockInvoice(db, scope, invoice.id))
  if (!own) return invoice
  await stepInvoice(db, context, own, {
    to: 'VERIFIED',
    by: 'STAFF',
    actor: actorOf(user),
    userId: user.userId,
    reason: null,
  })
  return present(await lockInvoice(db, scope, invoice.id))
}

/** Ties a store's checked invoice to its order and moves the order on (O10, O11). */
export async function matchInvoice(
  context: SignedInContext,
  orderId: string,
  body: { invoiceId: string; version: number; reason?: string; checked?: boolean },
) {
  const { db, scope, user, env } = context
  const record = (await lockOrder(db, scope, orderId)) ?? fail('NOT_FOUND')
  requireVersion(body.version, record.order.version, orderView(record, user, context))
  const found = (await lockInvoice(db, scopeOf(user, 'invoice:read'), body.invoiceId)) ?? fail('NOT_FOUND')
  const invoice = body.checked ? await verified(context, found) : found
  if (invoice.order_id !== record.order.id || invoice.direction !== 'PURCHASE' || invoice.matched_at)
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice.status } })
  const differenceCents = invoice.total_cents - (record.order.total_price_cents ?? 0)
  const reason = body.reason?.trim() || null
  if (Math.abs(differenceCents) > INVOICE_TOLERANCE_CENTS && !reason)
    throw new AppError('INVOICE_DIFFERENCE_NEEDS_REASON', {
      details: { difference: eurosFromCents(differenceCents) },
    })
  await saveMatch(context, invoice, { differenceCents, reason })
  await closePurchaseOrder(db, context, { orderId: record.order.id, actor: actorOf(user) })
  const columns = { purchase_invoice_id: invoice.id }
  const around = {
    invoice_id: invoice.id,
    invoice_status: invoice.status,
    invoice_difference_cents: differenceCents,
    invoice_difference_reason: reason,
  }
  const mover = moverOf(user, record)
  const matched = {
    order: { ...record.order, ...columns },
    related: { ...record.related, ...around },
  }
  const ready = planMove(factsOf(matched, env.now()), record.order.status, 'READY_FOR_BILLING', mover)
  const to = ready.ok ? ('READY_FOR_BILLING' as const) : ('WAITING_FOR_DELIVERY_DATE' as const)
  const moved = await moveOrder(db, context, record, { to, mover, actor: actorOf(user), reason, columns, around })
  return orderView(moved, user, context)
}
