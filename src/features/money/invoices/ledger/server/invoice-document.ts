import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type DocumentMaker, keepFileLater } from '#platform/server/documents/later-documents.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import { type VatBasis, vatBasisOf, vatGroupsOf } from '../../rules/lines.ts'
import { groundsOf } from '../../rules/supplies.ts'
import type { InvoicePurpose } from '../../rules.ts'
import { hasLinesFile, type SentRow } from './invoice-mail.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'
import type { Buyer } from './issue.ts'

/** A sent sales invoice as its document and its e-invoice show it, read from its own rows alone. */
export interface InvoiceDocument {
  readonly id: string
  readonly companyId: string
  readonly number: string
  readonly referenceNumber: string
  readonly issueDay: Day
  readonly dueDay: Day
  readonly supplyDay: Day | null
  readonly sentAt: Date
  readonly reason: string | null
  readonly orderNumber: string | null
  readonly agreementNumber: string | null
  readonly billingMonth: string | null
  readonly fileId: string | null
  /** Its lines go along as a file. */
  readonly hasLinesFile: boolean
  readonly credits: { number: string; day: Day } | null
  readonly buyer: Buyer
  readonly vatBasis: VatBasis
  readonly totals: { netCents: number; vatCents: number; roundingCents: number; totalCents: number }
  readonly lines: readonly {
    description: string
    quantity: number
    purpose: InvoicePurpose
    netCents: number
    grossCents: number
    vatBasisPoints: number
    supplyDay: Day | null
    unitName: string | null
    costUnit: string | null
    correctsMonth: string | null
  }[]
}

/** Reads a sent sales invoice for its document. @throws NOT_FOUND for what is not sent or not ours */
export async function readInvoiceDocument(db: Db, invoiceId: string): Promise<InvoiceDocument> {
  const row =
    (await db
      .selectFrom('invoices as i')
      .leftJoin('orders as o', 'o.id', 'i.order_id')
      .leftJoin('leasing_agreements as a', 'a.id', 'i.agreement_id')
      .leftJoin('invoices as c', 'c.id', 'i.credited_invoice_id')
      .selectAll('i')
      .select(['o.order_number', 'a.agreement_number', 'c.number as credited_number', 'c.issue_day as credited_day'])
      .select(hasLinesFile.as('has_lines_file'))
      .where('i.id', '=', invoiceId)
      .where('i.direction', '=', 'SALES')
      .where('i.sent_at', 'is not', null)
      .executeTakeFirst()) ?? fail('NOT_FOUND')
  const lines = await db
    .selectFrom('invoice_lines')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute()
  return {
    id: row.id,
    companyId: row.company_id,
    number: present(row.number),
    referenceNumber: present(row.reference_number),
    issueDay: row.issue_day,
    dueDay: row.due_day,
    supplyDay: row.supply_day,
    sentAt: present(row.sent_at),
    reason: row.reason,
    orderNumber: row.order_number,
    agreementNumber: row.agreement_number,
    billingMonth: row.billing_month,
    fileId: row.file_id,
    hasLinesFile: row.has_lines_file,
    credits: row.credited_number ? { number: row.credited_number, day: present(row.credited_day) } : null,
    buyer: row.buyer as Buyer,
    vatBasis: vatBasisOf(row.rounding_cents),
    totals: {
      netCents: row.net_cents,
      vatCents: row.vat_cents,
      roundingCents: row.rounding_cents ?? 0,
      totalCents: row.total_cents,
    },
    lines: lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      purpose: line.purpose as InvoicePurpose,
      netCents: line.net_cents,
      grossCents: line.gross_cents,
      vatBasisPoints: line.vat_basis_points,
      supplyDay: line.supply_day,
      unitName: line.unit_name,
      costUnit: line.cost_unit,
      correctsMonth: line.corrects_month,
    })),
  }
}

/**
 * Ties the PDF of a sent invoice to it, once; its bytes are made after the commit.
 * @returns the id of a file that is still to be made
 */
export async function keepInvoicePdf(db: Db, services: Services, invoice: SentRow): Promise<string | null> {
  if (invoice.file_id) return null
  const fileId = await keepFileLater(db, services, {
    kind: 'INVOICE',
    companyId: invoice.company_id,
    parentType: 'invoice',
    parentId: invoice.id,
    label: `lasku-${invoice.number}.pdf`,
    contentType: 'application/pdf',
  })
  await db.updateTable('invoices').set({ file_id: fileId }).where('id', '=', invoice.id).execute()
  return fileId
}

/** Draws the PDF of a sent invoice from its rows, which do not change any more. */
export const makeInvoicePdf: DocumentMaker = async ({ texts, brand, database }, { parentId }) => {
  const invoice = await readInvoiceDocument(database.primary, parentId)
  return renderInvoicePdf({
    texts,
    brand,
    language: invoice.buyer.language,
    at: invoice.sentAt,
    day: invoice.issueDay,
    number: invoice.number,
    referenceNumber: invoice.referenceNumber,
    dueDay: invoice.dueDay,
    ...(invoice.supplyDay ? { deliveryDay: invoice.supplyDay } : {}),
    ...(invoice.credits ? { credits: invoice.credits } : {}),
    agreementNumber: invoice.agreementNumber,
    orderNumber: invoice.orderNumber,
    buyer: invoice.buyer,
    lines: invoice.lines,
    grounds: groundsOf(invoice.lines),
    groups: vatGroupsOf(invoice.lines, invoice.vatBasis),
    ...invoice.totals,
  })
}
