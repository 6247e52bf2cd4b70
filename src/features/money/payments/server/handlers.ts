import { findInvoice, invoiceView } from '#features/money/invoices/server/queries.ts'
import { fail } from '#platform/contract/errors.ts'
import { pageOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { subjectOf } from '#platform/server/http/link-tokens.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { payments } from '../contract.ts'
import { billPerson, sendPersonDraft } from './bill-person.ts'
import { newsFrom, takeNews } from './online-payments.ts'
import { payPath } from './pay-links.ts'
import { payOnline, payPage } from './pay-page.ts'
import { findEmployeeId, findInvoiceFile } from './queries.ts'
import { openRefund } from './refund.ts'
import { sendRefund } from './refund-job.ts'
import { decideRefund } from './refund-outcome.ts'
import { listRefunds } from './refund-views.ts'
import { listUserPayments } from './user-payments.ts'

export const paymentHandlers: Handlers<typeof payments> = {
  async list(_request, context) {
    const { items, total } = await listUserPayments(context.db, context, context.scope, {})
    return wholeListOf(items, total)
  },
  async optimized({ query: { page = 1, pageSize = 10, ...filter } }, context) {
    const { items, ...count } = await listUserPayments(context.db, context, context.scope, filter, {
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    const { total, totalIsEstimate } = pageOf(items, { page, limit: pageSize, ...count })
    return { items, totalCount: total, page, pageSize, ...(totalIsEstimate ? { totalIsEstimate } : {}) }
  },
  async create({ body }, context) {
    const { db, user, env } = context
    const employeeId =
      (await findEmployeeId(db, scopeOf(user, 'employee:read'), body.beneficiaryEmployeeId)) ?? fail('NOT_FOUND')
    const id = await billPerson(db, context, {
      employeeId,
      purpose: 'OTHER',
      lines: [{ description: body.description.trim(), grossCents: centsFromEuros(body.amount), hasVat: body.hasVat }],
      ...(body.dueDay ? { dueDay: body.dueDay } : {}),
      isDraft: body.isDraft === true,
      actor: actorOf(user),
    })
    const invoice = (await findInvoice(db, scopeOf(user, 'invoice:read'), id)) ?? fail('NOT_FOUND')
    return new Answer(201, invoiceView(invoice, helsinkiDay(env.now())))
  },
  async send({ params }, context) {
    const { db, user, env } = context
    await sendPersonDraft(db, context, {
      invoiceId: params.id,
      scope: scopeOf(user, 'invoice:read'),
      actor: actorOf(user),
    })
    const invoice = (await findInvoice(db, scopeOf(user, 'invoice:read'), params.id)) ?? fail('NOT_FOUND')
    return invoiceView(invoice, helsinkiDay(env.now()))
  },
  async openPage({ params }, { db, env, vault, scope }) {
    const invoice = (await findInvoice(db, scope, params.id)) ?? fail('NOT_FOUND')
    const { id, direction, party, stage, company_id: companyId } = invoice
    if (direction !== 'SALES' || !(party === 'EMPLOYER' || party === 'PERSON')) fail('NOT_FOUND')
    if (stage !== 'SENT' || (invoice.open_cents ?? 0) <= 0) fail('PAYMENT_NOT_ALLOWED')
    return { path: await payPath(db, { env, vault }, { id, companyId }) }
  },
  async page(_request, context) {
    return payPage(context.db, context, context.token)
  },
  async invoice(_request, context) {
    const { db, token } = context
    const fileId = await findInvoiceFile(db, subjectOf(token))
    return (fileId ? await fileAnswer(db, context, fileId) : null) ?? fail('NOT_FOUND')
  },
  async payOnline({ params }, context) {
    return new Answer(201, { href: await payOnline(context.db, context, context.token, params.token) })
  },
  async paytrailReturn({ query }, context) {
    const news = newsFrom(context, query)
    return { status: await context.database.transaction((db) => takeNews(db, context, news)) }
  },
  async paytrailCallback({ query }, context) {
    const news = newsFrom(context, query)
    return { status: await context.database.transaction((db) => takeNews(db, context, news)) }
  },
  async refund({ params, body }, context) {
    const { db, user } = context
    const refundId = await openRefund(db, context, {
      paymentId: params.paymentId,
      reason: body.reason.trim(),
      userId: user.userId,
      ...(body.amount === undefined ? {} : { amountCents: centsFromEuros(body.amount) }),
    })
    context.afterCommit(() => sendRefund(context, refundId))
    return new Answer(201, { refundId })
  },
  async refunds({ params }, context) {
    const { db, user } = context
    const invoice = (await findInvoice(db, scopeOf(user, 'payment:repay'), params.id)) ?? fail('NOT_FOUND')
    const items = await listRefunds(db, invoice.id)
    return wholeListOf(items, items.length)
  },
  decideRefund: ({ params, body }, context) => decideRefund(context, params.id, body),
}
