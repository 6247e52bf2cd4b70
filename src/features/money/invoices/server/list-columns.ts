import type { LanguageCode } from '#platform/contract/contract.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { invoiceView } from './queries.ts'

type Row = ReturnType<typeof invoiceView>

/** The list of invoices as columns of a file. */
export function invoiceColumns(texts: Texts, language: LanguageCode): SheetColumn<Row>[] {
  const t = (key: string) => texts.t(language, `invoices:${key}`)
  const text = (key: string, value: (row: Row) => string | null): SheetColumn<Row> => ({
    key,
    header: t(`columns.${key}`),
    kind: 'text',
    value,
  })
  const money = (key: string, value: (row: Row) => number): SheetColumn<Row> => ({
    key,
    header: t(`columns.${key}`),
    kind: 'money',
    value: (row) => centsFromEuros(value(row)),
  })
  const day = (key: string, value: (row: Row) => string | null): SheetColumn<Row> => ({
    key,
    header: t(`columns.${key}`),
    kind: 'day',
    value,
  })
  return [
    text('number', (row) => row.number),
    text('direction', (row) => t(`directions.${row.direction}`)),
    text('purpose', (row) => t(`purposes.${row.purpose}`)),
    text('party', (row) => row.otherParty),
    text('company', (row) => row.companyName),
    text('order', (row) => row.orderNumber),
    text('status', (row) => t(`statuses.${row.status}`)),
    day('issued', (row) => row.issueDay),
    day('due', (row) => row.dueDay),
    text('reference', (row) => row.referenceNumber),
    money('net', (row) => row.net),
    money('vat', (row) => row.vat),
    money('total', (row) => row.total),
    money('credited', (row) => row.credited),
    money('paid', (row) => row.paid),
    money('open', (row) => row.open),
  ]
}
