import { fail } from '#platform/contract/errors.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { orderCancellations } from '../contract.ts'
import { askStore } from './ask-store.ts'
import { closeCase } from './complete.ts'
import { creditForCase, storeCreditForCase } from './credits.ts'
import { openCase } from './open.ts'
import { listCases } from './queries.ts'
import { findCase } from './record.ts'
import { askForCancellation, declineRequest, requestOfOrder } from './requests.ts'
import { storePageHandlers } from './store-page.ts'
import { updateCase } from './update.ts'
import { deleteUpload, refundFile, uploadRefund } from './uploads.ts'
import { caseView, readerOf, settlementFor } from './view.ts'

export const orderCancellationHandlers: Handlers<typeof orderCancellations> = {
  ...storePageHandlers,
  async list({ query: { page = 1, limit = 20, ...filter } }, { db, scope }) {
    return listCases(db, scope, filter, { page, limit })
  },
  async create({ body }, context) {
    return new Answer(201, caseView(await openCase(context, body), context.user))
  },
  async get({ params }, { db, scope, user }) {
    return caseView((await findCase(db, scope, params.id)) ?? fail('NOT_FOUND'), user)
  },
  async update({ params, body }, context) {
    return caseView(await updateCase(context, params.id, body), context.user)
  },
  async credit({ params, body }, context) {
    return new Answer(201, caseView(await creditForCase(context, params.id, body.version), context.user))
  },
  async storeCredit({ params, body }, context) {
    return new Answer(201, caseView(await storeCreditForCase(context, params.id, body), context.user))
  },
  async askStore({ params, body }, context) {
    return new Answer(201, caseView(await askStore(context, params.id, body.version), context.user))
  },
  async complete({ params }, context) {
    return caseView(await closeCase(context, params.id, 'complete'), context.user)
  },
  async withdraw({ params, query }, context) {
    return caseView(await closeCase(context, params.id, 'withdraw', query.version), context.user)
  },
  async settlement({ params }, context) {
    const { db, scope, user } = context
    const record = (await findCase(db, scope, params.id)) ?? fail('NOT_FOUND')
    const fileId = settlementFor(record, readerOf(user, record)) ?? fail('NOT_FOUND')
    return (await fileAnswer(db, context, fileId)) ?? fail('NOT_FOUND')
  },
  async upload({ query, body }, context) {
    const record = await uploadRefund(context, {
      caseId: query.orderCancellationId,
      fileName: query.fileName,
      content: Buffer.from(body),
    })
    return new Answer(201, caseView(record, context.user))
  },
  async deleteUpload({ params, query }, context) {
    return caseView(await deleteUpload(context, params.id, query.reason), context.user)
  },
  async refundFile({ params }, context) {
    return refundFile(context, params.id)
  },
  async request({ params, body }, context) {
    return new Answer(201, await askForCancellation(context, params.orderId, body.reason))
  },
  async requestOfOrder({ params }, context) {
    return requestOfOrder(context, params.orderId)
  },
  async decline({ params, body }, context) {
    return declineRequest(context, params.orderId, body)
  },
}
