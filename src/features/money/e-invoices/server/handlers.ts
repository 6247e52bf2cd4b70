import { fail } from '#platform/contract/errors.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import { present } from '#platform/values/present.ts'
import type { eInvoices } from '../contract.ts'
import { enterReceived, refuseReceived } from './enter.ts'
import type { ReceivedInvoice } from './finvoice-read.ts'
import { sendEInvoice } from './outgoing.ts'
import { findReceived, findSent, listReceived, listSent, receivedView } from './queries.ts'
import { takeInEInvoices } from './receive.ts'

const paged = (query: { page?: number; limit?: number }) => ({ page: query.page ?? 1, limit: query.limit ?? 20 })

export const eInvoicesHandlers: Handlers<typeof eInvoices> = {
  async sent({ query }, { db, scope }) {
    return listSent(db, scope, { ...query, ...paged(query) })
  },
  async send({ body }, context) {
    const { db, user } = context
    const scope = scopeOf(user, 'invoice:read')
    const id = await sendEInvoice(db, context, { invoiceId: body.invoiceId, scope, actor: actorOf(user) })
    return new Answer(201, present(await findSent(db, scope, id)).view)
  },
  async document({ params }, context) {
    const found = (await findSent(context.db, context.scope, params.id)) ?? fail('NOT_FOUND')
    return (await fileAnswer(context.db, context, found.fileId)) ?? fail('NOT_FOUND')
  },
  async received({ query }, { db }) {
    return listReceived(db, { ...query, ...paged(query) })
  },
  async takeIn({ query, body }, context) {
    const { db, user } = context
    const content = Buffer.from(body)
    const found = await takeInEInvoices(db, context, { name: query.fileName, content, actor: actorOf(user) })
    const [first] = found.taken
    const counts = { taken: found.taken.length, aside: found.aside.length, known: found.known }
    return first
      ? new Answer(201, { ...receivedView(present(await findReceived(db, first))), ...counts })
      : new Answer(202, counts)
  },
  async get({ params }, { db }) {
    const row = (await findReceived(db, params.id)) ?? fail('NOT_FOUND')
    const invoice = row.content as ReceivedInvoice
    return {
      ...receivedView(row),
      iban: invoice.iban,
      referenceNumber: invoice.referenceNumber,
      lines: invoice.lines.map((line) => ({
        description: line.description,
        quantity: line.quantity,
        net: line.netCents === null ? null : eurosFromCents(line.netCents),
        vatPercent: line.vatBasisPoints === null ? null : percentFromBasisPoints(line.vatBasisPoints),
        note: line.note,
      })),
    }
  },
  enter: ({ params, body }, context) => enterReceived(context, params.id, body),
  refuse: ({ params, body }, context) => refuseReceived(context, params.id, body),
}
