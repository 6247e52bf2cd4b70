import { storeActions } from '#features/orders/orders/rules/store-page.ts'
import { lockOrder } from '#features/orders/orders/server/moves/record.ts'
import { findStoreInvoice } from '#features/orders/orders/server/queries.ts'
import { storeFactsOf } from '#features/orders/orders/server/store/store-facts.ts'
import { storeActor } from '#features/orders/orders/server/store/store-page.ts'
import { findVatOn } from '#features/pricing/vat/server/queries.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPdf } from '#platform/server/documents/uploaded-pdf.ts'
import { logEvent } from '#platform/server/events/events.ts'
import { Answer, type Handlers, type Services } from '#platform/server/http/context.ts'
import { type LinkToken, subjectOf } from '#platform/server/http/link-tokens.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { invoices } from '../contract.ts'
import { priceLines } from '../rules/lines.ts'
import { lockInvoice } from './queries.ts'
import { insertStoreInvoice, ownNumber } from './store-invoice.ts'

type LinkCalls = 'storeEnters' | 'storeAttaches'
interface AtLink {
  readonly db: Db
  readonly token: LinkToken
}

async function lockOrderOf({ db, token }: AtLink) {
  const record = (await lockOrder(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND')
  return { ...record, invoice: await findStoreInvoice(db, record.order.id) }
}

/** One invoice for an order, on the store's own terms of payment and to the account that is known of it. */
async function enterByStore(services: Services, at: AtLink, body: BodyOf<typeof invoices.storeEnters>) {
  const { db } = at
  const { invoice, ...record } = await lockOrderOf(at)
  const { order, related } = record
  if (!storeActions(storeFactsOf(record, invoice !== null, services.env.now())).invoice)
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice?.status ?? order.status } })
  const today = helsinkiDay(services.env.now())
  if (body.issueDay > today) failField('issueDay', 'TOO_LARGE', 'is in the future', today)
  const vat = (await findVatOn(db, 'FI', body.issueDay)) ?? fail('NOT_FOUND')
  const dueDay = addDays(body.issueDay, related.store_payment_terms_days ?? 14)
  const number = body.number.trim()
  const priced = priceLines([
    {
      purpose: 'OTHER' as const,
      description: order.order_number,
      grossCents: centsFromEuros(body.total),
      vatBasisPoints: vat.basis_points,
    },
  ])
  const id = await insertStoreInvoice({ db, env: services.env }, order, {
    stage: 'RECEIVED',
    issueDay: body.issueDay,
    dueDay,
    priced,
    given: { number, iban: related.store_iban },
    unique: ownNumber(),
  })
  await logEvent(db, services.env, storeActor, 'INVOICE_RECEIVED', {
    subject: { type: 'invoice', id },
    companyId: order.company_id,
    orderId: order.id,
    shared: false,
    data: { number, totalCents: priced.totals.grossCents },
  })
  return { number, dueDay }
}

/** The paper of the invoice that the store has entered, as long as nobody has checked it. */
async function attachByStore(services: Services, at: AtLink, uploaded: Buffer) {
  const { db } = at
  const content = checkUploadedPdf(uploaded)
  const { invoice } = await lockOrderOf(at)
  const row = invoice ? ((await lockInvoice(db, scopeOfAll, invoice.id)) ?? fail('NOT_FOUND')) : fail('NOT_FOUND')
  if (row.status !== 'RECEIVED') throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: row.status } })
  const file = await keepFile(db, services, {
    companyId: row.company_id,
    parentType: 'invoice',
    parentId: row.id,
    label: `lasku-${row.number}.pdf`,
    contentType: 'application/pdf',
    content,
  })
  await db
    .updateTable('invoices')
    .set((eb) => ({ file_id: file.id, version: eb('version', '+', 1), updated_at: services.env.now() }))
    .where('id', '=', row.id)
    .execute()
  return { number: row.number ?? '', dueDay: row.due_day }
}

/** What a store's order link does with its invoice. */
export const storeLinkHandlers: Pick<Handlers<typeof invoices>, LinkCalls> = {
  async storeEnters({ body }, context) {
    return new Answer(201, await enterByStore(context, context, body))
  },
  async storeAttaches({ body }, context) {
    return attachByStore(context, context, Buffer.from(body))
  },
}
