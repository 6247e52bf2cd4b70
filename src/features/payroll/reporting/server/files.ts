import type { Readable } from 'node:stream'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { csvStream, type SheetColumn, type SheetRows, xlsxStream } from '#platform/server/documents/sheet.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { noteText } from '../note-text.ts'
import { type PayrollNote, type PayrollRow, pensionableCents, type ReportRow } from '../rules/payroll-facts.ts'
import { noteView } from './views.ts'

export interface FileWords {
  readonly texts: Texts
  /** The company's language: files are read by its payroll, whoever fetches them. */
  readonly language: LanguageCode
}

export const csvType = 'text/csv; charset=utf-8'
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type AmountKey = { [K in keyof PayrollRow]: PayrollRow[K] extends number ? K : never }[keyof PayrollRow]

const REMARKS_KEPT = 10_000

/** Remarks in words. The rows of a month repeat a few of them, and finding a text is dear. */
function remarksIn(language: LanguageCode, t: (key: string, values?: Record<string, unknown>) => string) {
  const known = new Map<string, string>()
  const words = (note: PayrollNote): string => {
    const key = JSON.stringify(note)
    const text = known.get(key) ?? noteText(noteView(note), language, t)
    if (known.size < REMARKS_KEPT) known.set(key, text)
    return text
  }
  return ({ notes }: ReportRow) => (notes.length === 0 ? '' : notes.map(words).join('; '))
}

/** Words for the values of a closed set, each found once a file. */
function wordsOf<V extends string>(find: (value: V) => string): (value: V) => string {
  const known = new Map<V, string>()
  return (value) => {
    const text = known.get(value) ?? find(value)
    known.set(value, text)
    return text
  }
}

function payrollColumns({ texts, language }: FileWords): SheetColumn<ReportRow>[] {
  const t = (key: string, values?: Record<string, unknown>) => texts.t(language, `reporting:${key}`, values)
  const header = (key: string) => ({ key, header: t(`column.${key}`) })
  const money = (key: string, from: AmountKey): SheetColumn<ReportRow> => ({
    ...header(key),
    kind: 'money',
    value: (row) => row[from],
  })
  const text = (key: string, value: (row: ReportRow) => string | null): SheetColumn<ReportRow> => ({
    ...header(key),
    kind: 'text',
    value,
  })
  const eventWord = wordsOf((event: PayrollRow['event']) => t(`event.${event}`))
  const modelWord = wordsOf((model: PayrollRow['benefitModel']) => t(`model.${model}`))
  const regimeWord = wordsOf((regime: PayrollRow['regime']) => t(`regime.${regime}`))
  return [
    { ...header('month'), kind: 'month', value: (row) => row.month },
    { ...header('correctsMonth'), kind: 'month', value: (row) => row.correctsMonth },
    text('companyName', (row) => row.company.name),
    text('businessId', (row) => row.company.businessId),
    text('unit', (row) => row.person.unit),
    text('costUnit', (row) => row.person.costUnit),
    text('employeeNumber', (row) => row.person.employeeNumber),
    text('lastName', (row) => row.person.lastName),
    text('firstName', (row) => row.person.firstName),
    text('workEmail', (row) => row.person.workEmail),
    text('payRollOther', (row) => row.person.payrollOther),
    text('agreementNumber', (row) => row.agreementNumber),
    text('event', (row) => eventWord(row.event)),
    { ...header('leaseStart'), kind: 'day', value: (row) => row.leaseStart },
    { ...header('leaseEnd'), kind: 'day', value: (row) => row.leaseEnd },
    { ...header('leaseMonths'), kind: 'integer', value: (row) => row.leaseMonths },
    { ...header('monthsLeft'), kind: 'integer', value: (row) => row.monthsLeft },
    money('instalment', 'instalmentCents'),
    money('adminFee', 'adminFeeCents'),
    money('taxValue', 'valueCents'),
    text('benefitModel', (row) => modelWord(row.benefitModel)),
    text('taxRegime', (row) => regimeWord(row.regime)),
    money('code363', 'code363Cents'),
    money('code364', 'code364Cents'),
    money('code420', 'code420Cents'),
    money('exemptUsedThisYear', 'exemptUsedCents'),
    money('grossLowering', 'grossLoweringCents'),
    money('netCollection', 'netCollectionCents'),
    { ...header('pensionable'), kind: 'money', value: pensionableCents },
    { ...header('absenceFrom'), kind: 'day', value: (row) => row.person.absenceFrom },
    { ...header('absenceTo'), kind: 'day', value: (row) => row.person.absenceTo },
    { ...header('lastWorkingDay'), kind: 'day', value: (row) => row.person.lastWorkingDay },
    money('redemptionTaxableDifference', 'redemptionTaxableCents'),
    text('note', remarksIn(language, t)),
  ]
}

/** The month as CSV. The same rows give the same bytes. */
export function payrollCsv(rows: SheetRows<ReportRow>, words: FileWords): Readable {
  return csvStream(payrollColumns(words), rows)
}

/** The month as a workbook. The same rows give the same bytes. */
export function payrollXlsx(rows: SheetRows<ReportRow>, month: string, words: FileWords): Readable {
  return xlsxStream(payrollColumns(words), rows, { sheetName: month })
}
