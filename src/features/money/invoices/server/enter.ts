import { lockOrder } from '#features/orders/orders/server/moves/record.ts'
import { hasSeller } from '#features/orders/orders/server/store/seller.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPdf } from '#platform/server/documents/uploaded-pdf.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { storedIban } from '#platform/server/http/identifier-fields.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { isReferenceNumber } from '#platform/values/identifiers.ts'
import { centsFromEuros, sumCents } from '#platform/values/money.ts'
import { basisPointsFromPercent } from '#platform/values/percent.ts'
import { present } from '#platform/values/present.ts'
import type { invoices } from '../contract.ts'
import { priceLines } from '../rules/lines.ts'
import { findInvoice, invoiceView, lockInvoice } from './queries.ts'
import { insertStoreInvoice, ownNumber } from './store-invoice.ts'

type Entered = BodyOf<typeof invoices.enter>

/** The lines as they were entered, or the whole as one. @throws VALIDATION at the field that is missing or does not add up */
function linesOf({ lines, total, vatPercent }: Entered, description: string) {
  if (!lines && vatPercent === undefined) failField('vatPercent', 'REQUIRED', 'is needed without lines')
  const sum = sumCents((lines ?? []).map((line) => centsFromEuros(line.total)))
  if (lines && sum !== centsFromEuros(total)) failFieldText('lines', 'invoices:fieldErrors.NOT_THE_TOTAL')
  return (lines ?? [{ description, total, vatPercent: present(vatPercent) }]).map((line) => ({
    purpose: 'OTHER' as const,
    description: line.description.trim(),
    grossCents: centsFromEuros(line.total),
    vatBasisPoints: basisPointsFromPercent(line.vatPercent),
  }))
}

/** Enters a store's invoice for an order, by hand. @throws NAME_EXISTS at its number when it has been entered before */
export async function enterInvoice(context: SignedInContext, body: Entered) {
  const { db, user, scope, env } = context
  const { order } = (await lockOrder(db, scopeOf(user, 'order:read'), body.orderId)) ?? fail('NOT_FOUND')
  if (!hasSeller(order)) failFieldText('orderId', 'invoices:fieldErrors.NO_STORE')
  if (body.dueDay < body.issueDay) failField('dueDay', 'TOO_SMALL', 'is before the invoice date', body.issueDay)
  const iban = storedIban(body.iban, context)
  if (body.referenceNumber && !isReferenceNumber(body.referenceNumber))
    failFieldText('referenceNumber', 'invoices:fieldErrors.WRONG_REFERENCE')
  const priced = priceLines(linesOf(body, order.order_number))
  const id = await insertStoreInvoice(context, order, {
    stage: 'RECEIVED',
    issueDay: body.issueDay,
    dueDay: body.dueDay,
    priced,
    given: {
      number: body.number.trim(),
      reference_number: body.referenceNumber?.replaceAll(' ', '') || null,
      iban,
    },
    unique: ownNumber(),
  })
  await logEvent(db, env, actorOf(user), 'INVOICE_RECEIVED', {
    subject: { type: 'invoice', id },
    companyId: order.company_id,
    orderId: order.id,
    shared: false,
    data: { number: body.number, totalCents: priced.totals.grossCents },
  })
  return invoiceView(present(await findInvoice(db, scope, id)), helsinkiDay(env.now()))
}

/** Attaches the store's PDF while the invoice is not yet checked. */
export async function attachPdf(
  context: SignedInContext,
  id: string,
  { content: uploaded, fileName }: { content: Buffer; fileName: string | undefined },
) {
  const { db, scope, user, env } = context
  const content = checkUploadedPdf(uploaded)
  const invoice = (await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND')
  if (invoice.direction !== 'PURCHASE' || invoice.status !== 'RECEIVED')
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice.status } })
  const file = await keepFile(db, context, {
    companyId: invoice.company_id,
    parentType: 'invoice',
    parentId: invoice.id,
    label: fileName ?? `lasku-${invoice.number}.pdf`,
    contentType: 'application/pdf',
    content,
    createdBy: user.userId,
  })
  await db
    .updateTable('invoices')
    .set((eb) => ({ file_id: file.id, version: eb('version', '+', 1), updated_at: env.now() }))
    .where('id', '=', id)
    .execute()
  return invoiceView(present(await findInvoice(db, scope, id)), helsinkiDay(env.now()))
}
