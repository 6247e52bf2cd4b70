import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { keepFileLater } from '#platform/server/documents/later-documents.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { keepInvoicePdf } from './invoice-document.ts'
import { mailInvoice, readSent, type SentRow } from './invoice-mail.ts'
import { sendDraft } from './send.ts'

const keepLines = (db: Db, services: Services, invoice: SentRow): Promise<string> =>
  keepFileLater(db, services, {
    kind: 'INVOICE_LINES',
    companyId: invoice.company_id,
    parentType: 'invoice-lines',
    parentId: invoice.id,
    label: `lasku-${invoice.number}-rivit.csv`,
    contentType: 'text/csv',
  })

/**
 * Orders the document of a sent invoice and writes the mail about it, which leaves once the document is made. A buyer with
 * an e-invoice address gets it as a Finvoice too, which a job writes.
 */
export async function deliverInvoice(
  db: Db,
  services: Services,
  invoiceId: string,
  mail: { link?: string; userId?: string | null } = {},
): Promise<void> {
  const invoice = await readSent(db, invoiceId)
  const waitsForFileId = await keepInvoicePdf(db, services, invoice)
  // A month's bill has its lines along, thousands of them where they are many.
  const attachmentFileId = waitsForFileId && invoice.has_lines_file ? await keepLines(db, services, invoice) : null
  await mailInvoice(db, services, invoice, { ...mail, waitsForFileId, attachmentFileId })
  await db
    .updateTable('invoices')
    .set({ e_invoice_wanted: true })
    .where('id', '=', invoiceId)
    .where('company_id', '=', invoice.company_id)
    .where(sql<boolean>`buyer ->> 'eInvoiceAddress' <> ''`)
    .execute()
}

/** Numbers a drafted invoice, posts it and sends it on its way. */
export async function sendInvoice(
  db: Db,
  services: Services,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  await sendDraft(db, services, { id, actor })
  await deliverInvoice(db, services, id)
}
