import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { DocumentMaker } from '#platform/server/documents/later-documents.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import { type SheetColumn, toBuffer } from '#platform/server/documents/sheet.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import type { SheetFormat } from '#platform/values/sheet-format.ts'
import type { Buyer } from '../ledger/server/issue.ts'
import type { InvoiceRecord } from './queries.ts'

/** An invoice whose lines are written. */
type LinesOf = Pick<InvoiceRecord, 'id' | 'company_id' | 'number' | 'billing_month' | 'order_id'>

interface LineRow {
  unit_name: string | null
  cost_unit: string | null
  order_number: string | null
  description: string
  month: string | null
  net_cents: number
  vat_cents: number
  gross_cents: number
}

function lineColumns(texts: Texts, language: LanguageCode): SheetColumn<LineRow>[] {
  const header = (key: string) => texts.t(language, `invoices:lineColumns.${key}`)
  const text = (key: string, value: (row: LineRow) => string | null): SheetColumn<LineRow> => ({
    key,
    header: header(key),
    kind: 'text',
    value,
  })
  const money = (key: string, value: (row: LineRow) => number): SheetColumn<LineRow> => ({
    key,
    header: header(key),
    kind: 'money',
    value,
  })
  return [
    text('unit', (row) => row.unit_name),
    text('costUnit', (row) => row.cost_unit),
    text('order', (row) => row.order_number),
    text('description', (row) => row.description),
    { key: 'month', header: header('month'), kind: 'month', value: (row) => row.month },
    money('net', (row) => row.net_cents),
    money('vat', (row) => row.vat_cents),
    money('gross', (row) => row.gross_cents),
  ]
}

/** The lines of an invoice found in the scope, as a file: thousands of them may be on a month's invoice. */
export async function linesFile(
  { db, texts, language }: { db: Db; texts: Texts; language: LanguageCode },
  { invoice, format }: { invoice: LinesOf; format: SheetFormat },
) {
  const ids = await sql<{ id: string }>`
    select id from invoice_lines where company_id = ${invoice.company_id} and invoice_id = ${invoice.id} order by position`.execute(
    db,
  )
  const name = texts.t(language, 'invoices:file.lines', { number: invoice.number ?? invoice.id.slice(0, 8) })
  return listFile({
    format,
    name,
    columns: lineColumns(texts, language),
    ids: ids.rows.map(({ id }) => id),
    async read(some) {
      const found = await sql<LineRow>`
        select l.unit_name, l.cost_unit, coalesce(o.order_number, a.agreement_number) as order_number, l.description, coalesce(l.corrects_month, ${invoice.billing_month}) as month,
               l.net_cents, l.gross_cents - l.net_cents as vat_cents, l.gross_cents
          from invoice_lines l left join leasing_agreements a on a.id = l.agreement_id left join orders o on o.id = coalesce(a.order_id, ${invoice.order_id})
         where l.company_id = ${invoice.company_id} and l.id = any(${some}::uuid[]) order by l.position`.execute(db)
      return found.rows
    },
  })
}

/** Writes the lines of a sent invoice as the CSV that goes along with it, from rows that do not change any more. */
export const makeLinesCsv: DocumentMaker = async ({ texts, database }, { parentId }) => {
  const invoice = await database.primary
    .selectFrom('invoices')
    .select(['id', 'company_id', 'number', 'billing_month', 'order_id', 'buyer'])
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow()
  const { language } = invoice.buyer as Buyer
  const { content } = await linesFile({ db: database.primary, texts, language }, { invoice, format: 'csv' })
  return Buffer.isBuffer(content) ? content : toBuffer(content)
}
