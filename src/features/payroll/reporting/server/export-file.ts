import { Readable } from 'node:stream'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { amountText, csvLine, dayText, encoded } from '#platform/server/documents/csv-cells.ts'
import { lineText } from '#platform/server/documents/written-text.ts'
import { escapedText } from '#platform/server/documents/xml.ts'
import { firstOfMonth, lastOfMonth, type Month } from '#platform/values/days.ts'
import {
  type CsvProfile,
  type ExportChoice,
  type ExportColumn,
  type ExportSource,
  profileOf,
} from '../rules/export-profile.ts'
import type { ReportRow } from '../rules/payroll-facts.ts'
import {
  deductionRowsOf,
  type PayDeduction,
  type PayTypeCodeOf,
  type SalaryRow,
  salaryRowsOf,
} from '../rules/salary-rows.ts'

/** How a salary-row file is made: the payroll month, the company's codes and profile, and the words of its language. */
export interface ExportPlan {
  readonly payrollMonth: Month
  readonly codes: PayTypeCodeOf
  readonly choice: ExportChoice
  /** A text of this feature. */
  t(key: string): string
}

const lastDayOf = (month: Month) => lastOfMonth(firstOfMonth(month))

const slashed = (month: Month) => month.split('-').toReversed().join('/')

type Cell = (row: SalaryRow, plan: ExportPlan, profile: CsvProfile, column: ExportColumn) => string

const cells: Record<ExportSource, Cell> = {
  employeeNumber: ({ person }) => person.employeeNumber ?? '',
  lastName: ({ person }) => person.lastName,
  firstName: ({ person }) => person.firstName,
  unit: ({ person }) => person.unit ?? '',
  costUnit: ({ person }) => person.costUnit ?? '',
  agreementNumber: (row) => row.agreementNumber,
  payTypeCode: (row) => row.payTypeCode,
  // A correction names its month here too, for the profiles that have no date.
  payTypeName: (row, { t }) => `${t(`payType.${row.kind}`)}${row.isCorrection ? ` ${slashed(row.month)}` : ''}`,
  quantity: (row, _plan, { quantityDecimals, decimalSign }) =>
    quantityDecimals === 2 ? amountText(100 * row.quantity, decimalSign) : String(row.quantity),
  unitPrice: (row, _plan, { decimalSign }) => amountText(row.unitPriceCents, decimalSign),
  month: (row) => slashed(row.month),
  payrollMonth: (_row, plan) => slashed(plan.payrollMonth),
  monthStart: (row, _plan, { dateFormat }) => dayText(firstOfMonth(row.month), dateFormat),
  monthEnd: (row, _plan, { dateFormat }) => dayText(lastDayOf(row.month), dateFormat),
  pensionable: (row, { t }) => t(row.isPensionable ? 'export.yes' : 'export.no'),
  batch: (_row, plan, _profile, { value }) => {
    const [year = '', month = '', day = ''] = firstOfMonth(plan.payrollMonth).split('-')
    return `${value ?? ''} ${day}.${month}.${year.slice(2)}`.trim()
  },
  fixed: (_row, _plan, _profile, { value }) => value ?? '',
}

function* csvLines(rows: readonly SalaryRow[], profile: CsvProfile, plan: ExportPlan): Generator<string> {
  if (profile.hasHeader) {
    const headers = profile.columns.map(({ source, header }) => header ?? plan.t(`export.column.${source}`))
    yield csvLine(headers, profile)
  }
  for (const row of rows) {
    const texts = profile.columns.map((column) => cells[column.source](row, plan, profile, column))
    yield csvLine(texts, profile)
  }
}

const xmlText = (text: string) => escapedText(lineText(text))

/** Netvisor's period collector of one person and month, with a ratio line for each row. */
function netvisorCollector(own: readonly SalaryRow[]): string {
  const { person, month } = own[0]!
  return [
    '<?xml version="1.0" encoding="utf-8"?>\r\n<root>\r\n  <payrollperiodcollector>\r\n',
    `    <date format="ansi">${lastDayOf(month)}</date>\r\n`,
    `    <employeeidentifier type="number">${xmlText(person.employeeNumber ?? '')}</employeeidentifier>\r\n`,
    ...own.map(netvisorLine),
    '  </payrollperiodcollector>\r\n</root>\r\n',
  ].join('')
}

/**
 * What Netvisor's `payrollperiodcollector.nv` takes: a root holds one collector, so each person and month is a document of
 * its own in one archive, in the order of the rows. The same rows give the same bytes.
 */
function netvisorArchive(rows: readonly SalaryRow[]): Buffer {
  const groups = [...Map.groupBy(rows, ({ person, month }) => `${person.employeeId} ${month}`).values()]
  const documents = groups.map((own, at) => [`${String(at + 1).padStart(5, '0')}.xml`, strToU8(netvisorCollector(own))])
  // fflate reads this moment by the local clock, so it is given by it.
  return Buffer.from(zipSync(Object.fromEntries(documents) as Zippable, { mtime: new Date(1980, 0, 1) }))
}

function netvisorLine(row: SalaryRow): string {
  const { costUnit } = row.person
  const dimension = costUnit
    ? `      <dimension><dimensionname>Kustannuspaikka</dimensionname><dimensionitem>${xmlText(costUnit)}</dimensionitem></dimension>\r\n`
    : ''
  return `    <payrollratioline>
      <amount>${amountText(row.quantity * row.unitPriceCents, ',')}</amount>
      <payrollratio type="number">${xmlText(row.payTypeCode)}</payrollratio>
`
    .replaceAll('\n', '\r\n')
    .concat(dimension, '    </payrollratioline>\r\n')
}

const CHUNK_CHARACTERS = 32_768

function* chunks(lines: Iterable<string>, encoding: CsvProfile['encoding']): Generator<Buffer> {
  let text = encoding === 'UTF-8-BOM' ? '\uFEFF' : ''
  for (const line of lines) {
    text += line
    if (text.length < CHUNK_CHARACTERS) continue
    yield encoded(text, encoding)
    text = ''
  }
  if (text) yield encoded(text, encoding)
}

export interface ExportFile {
  readonly content: Readable
  readonly contentType: string
  readonly extension: 'csv' | 'zip'
}

/**
 * The salary rows of a month in the company's own profile, those of bills that are kept from the pay at the end. The same
 * rows give the same bytes.
 */
export function salaryFile(
  rows: readonly ReportRow[],
  plan: ExportPlan,
  deductions: readonly PayDeduction[] = [],
): ExportFile {
  const lines = [...salaryRowsOf(rows, plan.codes), ...deductionRowsOf(deductions, plan.payrollMonth, plan.codes)]
  const profile = profileOf(plan.choice)
  if (!profile)
    return {
      content: Readable.from([netvisorArchive(lines)], { objectMode: false }),
      contentType: 'application/zip',
      extension: 'zip',
    }
  const charset = profile.encoding === 'ISO-8859-1' ? 'iso-8859-1' : 'utf-8'
  return {
    content: Readable.from(chunks(csvLines(lines, profile, plan), profile.encoding), { objectMode: false }),
    contentType: `text/csv; charset=${charset}`,
    extension: 'csv',
  }
}
