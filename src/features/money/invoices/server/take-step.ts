import { AppError, fail } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import { deliverInvoice } from '../ledger/server/deliver.ts'
import { stepInvoice } from '../ledger/server/steps.ts'
import type { InvoiceStage } from '../rules/settlement.ts'
import type { InvoiceStatus } from '../rules.ts'
import { requirePayable } from './payable.ts'
import { findInvoice, type InvoiceRecord, invoiceView, lockInvoice } from './queries.ts'

const byPayments: readonly InvoiceStatus[] = ['PAID', 'PARTLY_PAID', 'MARKED_PAID']

/** A store's invoice for the service of a lease belongs to no order: whoever checks it says that it is right. */
const isOfLeaseAlone = (invoice: InvoiceRecord) =>
  invoice.party === 'STORE' && invoice.order_id === null && invoice.agreement_id !== null && invoice.matched_at === null

const matchToLease = ({ db, env, user }: SignedInContext, id: string) =>
  db.updateTable('invoices').set({ matched_at: env.now(), matched_by: user.userId }).where('id', '=', id).execute()

/** Staff take a step with an invoice; a draft that they send gets its document and its mail. */
export async function takeStep(
  context: SignedInContext,
  id: string,
  body: { status: InvoiceStatus; version: number; reason?: string },
) {
  const { db, scope, user, env } = context
  const today = helsinkiDay(env.now())
  const invoice = (await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, invoice.version, invoiceView(invoice, today))
  // A person's bill is sent with the page to pay on, which the user payments make.
  const isPersons = invoice.party === 'PERSON' && body.status === 'SENT'
  if (byPayments.includes(body.status) || invoice.credited_invoice_id || isPersons)
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { from: invoice.status, to: body.status } })
  if (body.status === 'APPROVED') await requirePayable(context, id, 'APPROVE')
  if (body.status === 'VERIFIED' && isOfLeaseAlone(invoice)) await matchToLease(context, id)
  await stepInvoice(db, context, invoice, {
    to: body.status as InvoiceStage,
    by: 'STAFF',
    actor: actorOf(user),
    userId: user.userId,
    reason: body.reason?.trim() || null,
  })
  if (body.status === 'SENT') await deliverInvoice(db, context, id)
  return invoiceView(present(await findInvoice(db, scope, id)), today)
}
