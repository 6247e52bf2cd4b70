import { Readable } from 'node:stream'
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

/** Netvisor's period collector: one for each person and month, with a ratio line for each row. */
function* netvisorLines(rows: readonly SalaryRow[]): Generator<string> {
  yield '<?xml version="1.0" encoding="utf-8"?>\r\n<root>\r\n'
  const groups = Map.groupBy(rows, ({ person, month }) => `${person.employeeId} ${month}`)
  for (const own of groups.values()) {
    const { person, month } = own[0]!
    yield '  <payrollperiodcollector>\r\n'
    yield `    <date format="ansi">${lastDayOf(month)}</date>\r\n`
    yield `    <employeeidentifier type="number">${xmlText(person.employeeNumber ?? '')}</employeeidentifier>\r\n`
    for (const row of own) yield netvisorLine(row)
    yield '  </payrollperiodcollector>\r\n'
  }
  yield '</root>\r\n'
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
  readonly extension: 'csv' | 'xml'
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
  const content = profile
    ? chunks(csvLines(lines, profile, plan), profile.encoding)
    : chunks(netvisorLines(lines), 'UTF-8')
  const charset = profile?.encoding === 'ISO-8859-1' ? 'iso-8859-1' : 'utf-8'
  return {
    content: Readable.from(content, { objectMode: false }),
    contentType: profile ? `text/csv; charset=${charset}` : 'application/xml; charset=utf-8',
    extension: profile ? 'csv' : 'xml',
  }
}
