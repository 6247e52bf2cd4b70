import { fail } from '#platform/contract/errors.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, FileAnswer, type Handlers } from '#platform/server/http/context.ts'
import { receiptOf } from '#platform/server/record/receipts.ts'
import type { agreements } from '../contract.ts'
import { allDocumentIds, documentRows, documentView, findDocument, listDocuments, lockDocument } from './documents.ts'
import { agreementColumns, documentColumns } from './list-columns.ts'
import { attachPaper, recordPaper, removePaper } from './paper.ts'
import { agreementRows, allAgreementIds, findAgreement, findAgreementFile, listAgreements } from './queries.ts'

export const agreementHandlers: Handlers<typeof agreements> = {
  async list({ query }, { db, scope }) {
    return listAgreements(db, scope, { ...query, page: query.page ?? 1, limit: query.limit ?? 20 })
  },
  async listFile({ query: { format, ...filter } }, context) {
    const { db, scope, texts, language } = context
    return listFile({
      format,
      name: texts.t(language, 'agreements:fileName'),
      columns: agreementColumns(texts, language),
      ids: await allAgreementIds(db, scope, filter),
      read: (ids) => agreementRows(context.database.read, scope, ids),
    })
  },
  async get({ params }, { db, scope }) {
    return (await findAgreement(db, scope, params.id)) ?? fail('NOT_FOUND')
  },
  async document({ params, query }, context) {
    const fileId = (await findAgreementFile(context.db, context.scope, params.id)) ?? fail('NOT_FOUND')
    return (await fileAnswer(context.db, context, fileId, { inline: query.inline ?? false })) ?? fail('NOT_FOUND')
  },
  async receipt({ params }, context) {
    const { leasingAgreementId: id, agreementNumber: number } =
      (await findAgreement(context.db, context.scope, params.id)) ?? fail('NOT_FOUND')
    const receipt = (await receiptOf(context.db, { id, number })) ?? fail('NOT_FOUND')
    const name = context.texts.t(context.language, 'agreements:documents.receiptFile', { number })
    return new FileAnswer({
      content: Buffer.from(JSON.stringify(receipt, null, 1)),
      contentType: 'application/json',
      name: `${name}.json`,
    })
  },
  async documents({ query }, { db, scope }) {
    return listDocuments(db, scope, { ...query, page: query.page ?? 1, limit: query.limit ?? 20 })
  },
  async documentsFile({ query: { format, ...filter } }, context) {
    const { db, scope, texts, language } = context
    return listFile({
      format,
      name: texts.t(language, 'agreements:documents.fileName'),
      columns: documentColumns(texts, language),
      ids: await allDocumentIds(db, scope, filter),
      read: (ids) => documentRows(context.database.read, scope, ids),
    })
  },
  async createDocument({ body }, context) {
    const id = await recordPaper(context, body)
    return new Answer(201, { data: documentView((await findDocument(context.db, context.scope, id))!) })
  },
  async attachFile({ params, query, body }, context) {
    await attachPaper(context, params.id, Buffer.from(body), query.fileName)
    return { data: documentView((await findDocument(context.db, context.scope, params.id))!) }
  },
  async updateDocument({ params, body }, { db, scope, env }) {
    const document = (await lockDocument(db, scope, params.id)) ?? fail('NOT_FOUND')
    requireVersion(body.version, document.version, documentView(document))
    await db
      .updateTable('signed_documents')
      .set((eb) => ({
        ...(body.paymentStatus ? { payment_status: body.paymentStatus } : {}),
        ...(body.leasingSignDate ? { leasing_sign_day: body.leasingSignDate } : {}),
        updated_at: env.now(),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', params.id)
      .execute()
    return { data: documentView((await findDocument(db, scope, params.id))!) }
  },
  async deleteDocument({ params, query }, context) {
    return { data: await removePaper(context, params.id, query.version) }
  },
  async file({ params }, context) {
    const document = (await findDocument(context.db, context.scope, params.id)) ?? fail('NOT_FOUND')
    return (document.file_id ? await fileAnswer(context.db, context, document.file_id) : null) ?? fail('NOT_FOUND')
  },
}
