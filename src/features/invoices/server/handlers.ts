import { planMove } from '#features/orders/rules/transitions.ts'
import { factsOf, moverOf } from '#features/orders/server/facts.ts'
import { moveOrder } from '#features/orders/server/move.ts'
import { lockOrder } from '#features/orders/server/record.ts'
import { orderView } from '#features/orders/server/view.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { type SignedIn, scopeOf } from '#platform/server/database/scope.ts'
import { fileAnswer, keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPdf } from '#platform/server/documents/uploaded-pdf.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { compactIban, isIban, isReferenceNumber } from '#platform/values/identifiers.ts'
import { centsFromEuros, eurosFromCents, vatTotals } from '#platform/values/money.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { invoices } from '../contract.ts'
import { INVOICE_TOLERANCE_CENTS, nextStatuses } from '../rules.ts'
import { findInvoice, type InvoiceRecord, invoiceView, listInvoices, lockInvoice } from './queries.ts'

const eventOf = (invoice: Pick<InvoiceRecord, 'id' | 'company_id' | 'order_id'>, data: Record<string, unknown>) => ({
  subject: { type: 'invoice' as const, id: invoice.id },
  companyId: invoice.company_id,
  orderId: invoice.order_id,
  shared: false,
  data,
})

/** How the operator pays an invoice and judges it is its own business; others see that there is one and what it asks. */
function asSeenBy(user: SignedIn, invoice: ReturnType<typeof invoiceView>): ReturnType<typeof invoiceView> {
  if (user.permissions.has('invoice:write')) return invoice
  return { ...invoice, nextStatuses: [], referenceNumber: null, iban: null, difference: null, differenceReason: null }
}

export const invoiceHandlers: Handlers<typeof invoices> = {
  async list({ query }, { db, scope, user }) {
    const page = await listInvoices(db, scope, { ...query, page: query.page ?? 1, limit: query.limit ?? 20 })
    return { ...page, items: page.items.map((invoice) => asSeenBy(user, invoice)) }
  },
  async get({ params }, { db, scope, user }) {
    const invoice = (await findInvoice(db, scope, params.id)) ?? fail('NOT_FOUND')
    const lines = await db
      .selectFrom('invoice_lines')
      .selectAll()
      .where('invoice_id', '=', params.id)
      .orderBy('position')
      .execute()
    return {
      ...asSeenBy(user, invoiceView(invoice)),
      lines: lines.map((row) => ({
        description: row.description,
        quantity: row.quantity,
        net: eurosFromCents(row.net_cents),
        vatPercent: percentFromBasisPoints(row.vat_basis_points),
      })),
    }
  },
  async file({ params }, context) {
    const invoice = (await findInvoice(context.db, context.scope, params.id)) ?? fail('NOT_FOUND')
    return (invoice.file_id ? await fileAnswer(context.db, context, invoice.file_id) : null) ?? fail('NOT_FOUND')
  },
  async enter({ body }, { db, user, scope, env }) {
    const { order } = (await lockOrder(db, scopeOf(user, 'order:read'), body.orderId)) ?? fail('NOT_FOUND')
    if (!order.bike_store_id) failField('orderId', 'NOT_VALID', 'has no store yet')
    if (body.dueDay < body.issueDay) failField('dueDay', 'TOO_SMALL', 'is before the invoice date')
    if (body.iban && !isIban(body.iban)) failField('iban', 'WRONG_FORMAT', 'is not an IBAN')
    if (body.referenceNumber && !isReferenceNumber(body.referenceNumber))
      failField('referenceNumber', 'WRONG_FORMAT', 'is not a reference number')
    const vatBasisPoints = basisPointsFromPercent(body.vatPercent)
    const totals = vatTotals([{ grossCents: centsFromEuros(body.total), vatBasisPoints }])
    const id = env.id()
    await db
      .insertInto('invoices')
      .values({
        id,
        company_id: order.company_id,
        order_id: order.id,
        direction: 'PURCHASE',
        status: 'RECEIVED',
        bike_store_id: order.bike_store_id,
        number: body.number.trim(),
        reference_number: body.referenceNumber?.replaceAll(' ', '') || null,
        iban: body.iban ? compactIban(body.iban) : null,
        issue_day: body.issueDay,
        due_day: body.dueDay,
        net_cents: totals.netCents,
        vat_cents: totals.vatCents,
        total_cents: totals.grossCents,
        created_at: env.now(),
        updated_at: env.now(),
      })
      .execute()
      .catch((error: unknown) => {
        if (isUniqueViolation(error, 'invoices_purchase_number_key'))
          throw new AppError('NAME_EXISTS', {
            fields: [{ path: 'number', code: 'EXISTS', message: 'has been entered already' }],
          })
        throw error
      })
    await db
      .insertInto('invoice_lines')
      .values({
        id: env.id(),
        company_id: order.company_id,
        invoice_id: id,
        position: 1,
        description: order.order_number,
        net_cents: totals.netCents,
        vat_basis_points: vatBasisPoints,
      })
      .execute()
    await logEvent(
      db,
      env,
      actorOf(user),
      'INVOICE_RECEIVED',
      eventOf(
        { id, company_id: order.company_id, order_id: order.id },
        { number: body.number, totalCents: totals.grossCents },
      ),
    )
    return new Answer(201, invoiceView((await findInvoice(db, scope, id))!))
  },
  async attach({ params, query, body }, context) {
    const { db, scope, user } = context
    const content = Buffer.from(body)
    checkUploadedPdf(content)
    const invoice = (await lockInvoice(db, scope, params.id)) ?? fail('NOT_FOUND')
    if (invoice.direction !== 'PURCHASE' || invoice.status !== 'RECEIVED')
      throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice.status } })
    const file = await keepFile(db, context, {
      companyId: invoice.company_id,
      parentType: 'invoice',
      parentId: invoice.id,
      label: query.fileName ?? `lasku-${invoice.number}.pdf`,
      contentType: 'application/pdf',
      content,
      createdBy: user.userId,
    })
    await db
      .updateTable('invoices')
      .set((eb) => ({ file_id: file.id, version: eb('version', '+', 1), updated_at: context.env.now() }))
      .where('id', '=', params.id)
      .execute()
    return invoiceView((await findInvoice(db, scope, params.id))!)
  },
  async setStatus({ params, body }, { db, scope, user, env }) {
    const invoice = (await lockInvoice(db, scope, params.id)) ?? fail('NOT_FOUND')
    requireVersion(body.version, invoice.version, invoiceView(invoice))
    if (!nextStatuses(invoice.direction, invoice.status).includes(body.status))
      throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { from: invoice.status, to: body.status } })
    const paid = body.status === 'PAID' || body.status === 'MARKED_PAID'
    const today = helsinkiDay(env.now())
    await db
      .updateTable('invoices')
      .set((eb) => ({
        status: body.status,
        version: eb('version', '+', 1),
        updated_at: env.now(),
        ...(paid ? { paid_day: today } : {}),
        ...(body.status === 'SENT' ? { sent_at: env.now() } : {}),
      }))
      .where('id', '=', params.id)
      .execute()
    if (paid && invoice.direction === 'PURCHASE' && invoice.order_id) {
      await db
        .updateTable('orders')
        .set((eb) => ({ order_paid_day: today, version: eb('version', '+', 1) }))
        .where('id', '=', invoice.order_id)
        .where('purchase_invoice_id', '=', invoice.id)
        .execute()
    }
    await logEvent(
      db,
      env,
      actorOf(user),
      'INVOICE_STATUS_UPDATED',
      eventOf(invoice, { from: invoice.status, to: body.status, ...(body.reason ? { reason: body.reason } : {}) }),
    )
    return invoiceView((await findInvoice(db, scope, params.id))!)
  },
  async match({ params, body }, context) {
    const { db, scope, user, env } = context
    const record = (await lockOrder(db, scope, params.orderId)) ?? fail('NOT_FOUND')
    requireVersion(body.version, record.order.version, orderView(record, user, context))
    const invoice = (await lockInvoice(db, scopeOf(user, 'invoice:read'), body.invoiceId)) ?? fail('NOT_FOUND')
    if (invoice.order_id !== record.order.id || invoice.direction !== 'PURCHASE' || invoice.matched_at)
      throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice.status } })
    const differenceCents = invoice.total_cents - (record.order.total_price_cents ?? 0)
    const reason = body.reason?.trim() || null
    if (Math.abs(differenceCents) > INVOICE_TOLERANCE_CENTS && !reason)
      throw new AppError('INVOICE_DIFFERENCE_NEEDS_REASON', {
        details: { difference: eurosFromCents(differenceCents) },
      })
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
    await logEvent(
      db,
      env,
      actorOf(user),
      'INVOICE_MATCHED',
      eventOf(invoice, { differenceCents, ...(reason ? { reason } : {}) }),
    )
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
      surroundings: { ...record.surroundings, ...around },
    }
    const ready = planMove(factsOf(matched, env.now()), record.order.status, 'READY_FOR_BILLING', mover)
    const to = ready.ok ? ('READY_FOR_BILLING' as const) : ('WAITING_FOR_DELIVERY_DATE' as const)
    const moved = await moveOrder(db, context, record, { to, mover, actor: actorOf(user), reason, columns, around })
    return orderView(moved, user, context)
  },
}
