import { fail } from '#platform/contract/errors.ts'
import { type SignedIn, scopeOfAll } from '#platform/server/database/scope.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { invoices } from '../contract.ts'
import { creditInvoice } from '../ledger/server/credit.ts'
import { deliverInvoice } from '../ledger/server/deliver.ts'
import { refuseOwnInvoices } from '../ledger/server/own-invoice.ts'
import { reversePayment } from '../ledger/server/payment-ledger.ts'
import { writeOffInvoice } from '../ledger/server/write-off.ts'
import { setInvoiceAccount } from './account.ts'
import { approveInvoices } from './approve.ts'
import { findPayment, invoiceDetails, listPayments } from './details.ts'
import { attachPdf, enterInvoice } from './enter.ts'
import { linesFile } from './lines-file.ts'
import { invoiceColumns } from './list-columns.ts'
import { matchInvoice } from './match.ts'
import { payInvoice } from './pay.ts'
import { startPurchaseOrderAgain } from './purchase-order.ts'
import { allInvoiceIds, findInvoice, invoiceRows, invoiceView, listInvoices, lockInvoice } from './queries.ts'
import { storeLinkHandlers } from './store-link.ts'
import { takeStep } from './take-step.ts'
import { setTerms } from './terms.ts'

/** What may be done with an invoice, and how it was judged, is the staff's business. */
function asSeenBy<I extends ReturnType<typeof invoiceView>>(user: SignedIn, invoice: I): I {
  if (user.permissions.has('invoice:write')) return invoice
  return {
    ...invoice,
    nextStatuses: [],
    nextGate: null,
    difference: null,
    differenceReason: null,
    ...('account' in invoice ? { account: null } : {}),
  }
}

export const invoiceHandlers: Handlers<typeof invoices> = {
  async list({ query: { page = 1, limit = 20, ...filter } }, { db, scope, user, env }) {
    const found = await listInvoices(db, scope, filter, { page, limit, today: helsinkiDay(env.now()) })
    return { ...found, items: found.items.map((invoice) => asSeenBy(user, invoice)) }
  },
  async listFile({ query: { format, ...filter } }, { db, scope, texts, language, env }) {
    const today = helsinkiDay(env.now())
    return listFile({
      format,
      name: texts.t(language, 'invoices:file.name'),
      columns: invoiceColumns(texts, language),
      ids: await allInvoiceIds(db, scope, filter, today),
      read: (ids) => invoiceRows(db, scope, ids, today),
    })
  },
  async get({ params }, context) {
    const { db, scope, user } = context
    const invoice = (await findInvoice(db, scope, params.id)) ?? fail('NOT_FOUND')
    return asSeenBy(user, await invoiceDetails(context, invoice))
  },
  async file({ params }, context) {
    const invoice = (await findInvoice(context.db, context.scope, params.id)) ?? fail('NOT_FOUND')
    return (invoice.file_id ? await fileAnswer(context.db, context, invoice.file_id) : null) ?? fail('NOT_FOUND')
  },
  async linesFile({ params, query }, context) {
    const invoice = (await findInvoice(context.db, context.scope, params.id)) ?? fail('NOT_FOUND')
    return linesFile(context, { invoice, format: query.format })
  },
  async enter({ body }, context) {
    return new Answer(201, await enterInvoice(context, body))
  },
  setAccount: ({ params, body }, context) => setInvoiceAccount(context, params.id, body),
  async attach({ params, query, body }, context) {
    return attachPdf(context, params.id, { content: Buffer.from(body), fileName: query.fileName })
  },
  async setStatus({ params, body }, context) {
    return takeStep(context, params.id, body)
  },
  async approve({ body }, context) {
    return approveInvoices(context, body)
  },
  async credit({ params, body }, context) {
    const { db, scope, user, env } = context
    const today = helsinkiDay(env.now())
    const invoice = (await lockInvoice(db, scope, params.id)) ?? fail('NOT_FOUND')
    requireVersion(body.version, invoice.version, invoiceView(invoice, today))
    await refuseOwnInvoices(db, user.userId, [invoice.id])
    const credit = await creditInvoice(db, context, {
      invoiceId: invoice.id,
      reason: body.reason.trim(),
      actor: actorOf(user),
      ...(body.lines
        ? {
            lines: body.lines.map(({ lineId, amount }) => ({
              lineId,
              ...(amount === undefined ? {} : { grossCents: centsFromEuros(amount) }),
            })),
          }
        : {}),
    })
    await deliverInvoice(db, context, credit.id)
    return new Answer(201, invoiceView(present(await findInvoice(db, scopeOfAll, credit.id)), today))
  },
  async setTerms({ params, body }, context) {
    return setTerms(context, params.id, body)
  },
  async writeOff({ params, body }, context) {
    const { db, scope, user, env } = context
    const today = helsinkiDay(env.now())
    const invoice = (await lockInvoice(db, scope, params.id)) ?? fail('NOT_FOUND')
    requireVersion(body.version, invoice.version, invoiceView(invoice, today))
    await refuseOwnInvoices(db, user.userId, [invoice.id])
    await writeOffInvoice(db, context, { invoiceId: invoice.id, reason: body.reason.trim(), actor: actorOf(user) })
    return invoiceView(present(await findInvoice(db, scope, params.id)), today)
  },
  async startPurchase({ params }, context) {
    return new Answer(201, await startPurchaseOrderAgain(context, params.orderId))
  },
  async pay({ params, body }, context) {
    return new Answer(201, await payInvoice(context, params.id, body))
  },
  async payments({ query: { page = 1, limit = 20, ...filter } }, { db }) {
    return listPayments(db, { page, limit, ...filter })
  },
  async reverse({ params, body }, context) {
    const { db, user } = context
    const id = await reversePayment(db, context, {
      paymentId: params.paymentId,
      reason: body.reason.trim(),
      actor: actorOf(user),
      createdBy: user.userId,
    })
    return new Answer(201, await findPayment(db, id))
  },
  async match({ params, body }, context) {
    return matchInvoice(context, params.orderId, body)
  },
  ...storeLinkHandlers,
}
