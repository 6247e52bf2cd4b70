import { readInvoiceDocument } from '#features/money/invoices/ledger/server/invoice-document.ts'
import { findInvoice } from '#features/money/invoices/server/queries.ts'
import type { invoiceXml } from '#features/money/invoices/xml-contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { FileAnswer, type Handlers } from '#platform/server/http/context.ts'
import { finvoiceOf } from './outgoing.ts'

export const invoiceXmlHandlers: Handlers<typeof invoiceXml> = {
  async get({ params }, context) {
    const { db, scope, env } = context
    const invoice = (await findInvoice(db, scope, params.id)) ?? fail('NOT_FOUND')
    if (invoice.direction !== 'SALES' || !invoice.number) fail('NOT_FOUND')
    const sent = await db
      .selectFrom('e_invoice_messages')
      .select('file_id')
      .where('company_id', '=', invoice.company_id)
      .where('invoice_id', '=', invoice.id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const kept = sent && (await fileAnswer(db, context, sent.file_id))
    if (kept) return kept
    const content = finvoiceOf(context, await readInvoiceDocument(db, invoice.id), env.id())
    return new FileAnswer({ content, contentType: 'application/xml', name: `finvoice-${invoice.number}.xml` })
  },
}
