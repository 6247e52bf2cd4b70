import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import { refuseOwnInvoices } from '../ledger/server/own-invoice.ts'
import { type InvoiceStage, isOwed } from '../rules/settlement.ts'
import { findInvoice, invoiceView, lockInvoice } from './queries.ts'

interface Terms {
  readonly dueDay?: Day
  readonly isDisputed?: boolean
  readonly isPaidEarly?: boolean
  readonly reason: string
  readonly version: number
}

/** Moves the due day of an open invoice, marks it disputed or to be paid early; none changes what is owed. */
export async function setTerms(context: SignedInContext, id: string, body: Terms) {
  const { db, scope, user, env } = context
  const today = helsinkiDay(env.now())
  const invoice = (await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, invoice.version, invoiceView(invoice, today))
  await refuseOwnInvoices(db, user.userId, [id])
  if (!isOwed(invoice.stage as InvoiceStage) || invoice.credited_invoice_id || (invoice.open_cents ?? 0) <= 0)
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice.status } })
  if (body.dueDay && body.dueDay < invoice.issue_day)
    failField('dueDay', 'TOO_SMALL', 'is before the invoice date', invoice.issue_day)
  if (body.isPaidEarly && (invoice.direction !== 'PURCHASE' || !invoice.order_id))
    failFieldText('isPaidEarly', 'invoices:fieldErrors.NO_HAND_OVER')
  await db
    .updateTable('invoices')
    .set((eb) => ({
      ...(body.dueDay ? { due_day: body.dueDay } : {}),
      ...(body.isDisputed === undefined ? {} : { disputed_at: body.isDisputed ? env.now() : null }),
      ...(body.isPaidEarly === undefined ? {} : earlyPayment(context, body)),
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', id)
    .execute()
  await logEvent(db, env, actorOf(user), 'INVOICE_TERMS_CHANGED', {
    subject: { type: 'invoice', id },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: {
      reason: body.reason.trim(),
      ...(body.dueDay ? { from: invoice.due_day, to: body.dueDay } : {}),
      ...(body.isDisputed === undefined ? {} : { isDisputed: body.isDisputed }),
      ...(body.isPaidEarly === undefined ? {} : { isPaidEarly: body.isPaidEarly }),
    },
  })
  return invoiceView(present(await findInvoice(db, scope, id)), today)
}

/** Who has decided that an invoice is paid before the hand-over, and why; or that it is not. */
const earlyPayment = ({ env, user }: SignedInContext, { isPaidEarly, reason }: Terms) => ({
  early_payment_reason: isPaidEarly ? reason.trim() : null,
  early_payment_by: isPaidEarly ? user.userId : null,
  early_payment_at: isPaidEarly ? env.now() : null,
})
