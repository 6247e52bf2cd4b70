import type { LanguageCode } from '#platform/contract/contract.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { documentRows } from './documents.ts'
import type { agreementRows } from './queries.ts'

type Row = Awaited<ReturnType<typeof agreementRows>>[number]
type DocumentRow = Awaited<ReturnType<typeof documentRows>>[number]

/** Columns of texts and of days, whose headers stand under one key of the texts. */
const makers = <R>(header: (key: string) => string) => ({
  text: (key: string, value: (row: R) => string | null): SheetColumn<R> => ({
    key,
    header: header(key),
    kind: 'text',
    value,
  }),
  day: (key: string, value: (row: R) => string | null): SheetColumn<R> => ({
    key,
    header: header(key),
    kind: 'day',
    value: (row) => value(row),
  }),
})

/** The register of agreements as columns of a file. */
export function agreementColumns(texts: Texts, language: LanguageCode): SheetColumn<Row>[] {
  const t = (key: string) => texts.t(language, `agreements:${key}`)
  const { text, day } = makers<Row>((key) => t(`columns.${key}`))
  return [
    text('number', (row) => row.agreementNumber),
    text('employee', (row) => row.employeeName),
    text('employeeNumber', (row) => row.employeeNumber),
    text('company', (row) => row.companyName),
    text('status', (row) => t(`statuses.${row.status ?? 'NONE'}`)),
    text('lease', (row) => t(`leaseStates.${row.leaseState}`)),
    text('lessor', (row) => row.leasingCompany),
    day('startDay', (row) => row.startDay),
    day('endDay', (row) => row.endDay),
    { key: 'months', header: t('columns.months'), kind: 'integer', value: (row) => row.leaseTimeMonths },
    {
      key: 'instalment',
      header: t('columns.instalment'),
      kind: 'money',
      value: (row) => centsFromEuros(row.instalment),
    },
    day('createdAt', (row) => helsinkiDay(new Date(row.createdAt))),
  ]
}

/** The register of signed documents as columns of a file. */
export function documentColumns(texts: Texts, language: LanguageCode): SheetColumn<DocumentRow>[] {
  const t = (key: string) => texts.t(language, `agreements:${key}`)
  const { text, day } = makers<DocumentRow>((key) => t(`documents.columns.${key}`))
  return [
    text('title', (row) => row.title),
    text('employee', (row) => row.employeeName),
    text('company', (row) => row.companyName),
    text('kind', (row) => t(`documents.kinds.${row.kind}`)),
    text('agreement', (row) => row.agreementNumber),
    text('order', (row) => row.orderNumber),
    day('signed', (row) => row.leasingSignDate),
    text('sealed', (row) => t(`documents.ways.${row.sealed ? 'SEALED' : 'PAPER'}`)),
    text('payment', (row) => t(`payments.${row.paymentStatus}`)),
    day('created', (row) => helsinkiDay(new Date(row.createdAt))),
  ]
}
