import type { Aside } from '#features/ground/put-aside/server/put-aside.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { LineProblem } from '#platform/contract/imports.ts'
import { type CsvLine, problemAt, readCsv } from '#platform/server/documents/reading/csv.ts'
import { type Day, isDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { readAmount } from '#platform/values/typed/amounts.ts'
import type { TheirLease } from '../rules/compare.ts'
import { type LessorAnswer, type LessorColumn, type LessorProfile, lessorAnswers } from '../rules/profile.ts'

export interface TheirAnswer {
  readonly line: number
  readonly number: string
  readonly answer: LessorAnswer
  readonly reason: string | null
  /** The day on which the lessor says that a lease ends. */
  readonly endDay: Day | null
}

const LINES_MAX = 100_000
const NUMBER_MAX = 60
const REASON_MAX = 1_000
const PROBLEMS_SHOWN = 50

const MOST_CENTS = 1_000_000_000

/** An amount from zero, as the profile or another program writes it, or what is wrong with it. */
function centsOf(text: string, sign: LessorProfile['decimalSign']): Cents | 'WRONG_FORMAT' | 'TWO_READINGS' {
  const found = readAmount(text, sign)
  if (found.kind === 'TWO') return 'TWO_READINGS'
  return found.kind === 'ONE' && found.cents >= 0 && found.cents < MOST_CENTS ? found.cents : 'WRONG_FORMAT'
}

/** A day as the profile writes it, or as a workbook holds it; null for anything else. */
function dayOf(text: string, format: LessorProfile['dateFormat']): Day | null {
  const pattern = {
    'DD.MM.YYYY': /^(?<d>\d{2})\.(?<m>\d{2})\.(?<y>\d{4})$/,
    'D.M.YYYY': /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})$/,
    'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})$/,
    YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  }[/^\d{4}-/.test(text) ? 'YYYY-MM-DD' : format]
  const { y = '', m = '', d = '' } = pattern.exec(text)?.groups ?? {}
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** The rows of a file, and the lines that are put aside. */
export interface LessorRows<Row> {
  readonly rows: readonly Row[]
  readonly asides: readonly Aside[]
  /** The agreements that those lines are about, as far as they tell. */
  readonly unread: ReadonlySet<string>
}

/**
 * Reads a file line by line. The first fault of a line is its problem: it is put aside, and the others are read.
 * @throws LESSOR_FILE_NOT_ACCEPTED where no line can be read
 */
function readLines<Row>(
  content: Uint8Array,
  { headers }: LessorProfile,
  needed: readonly LessorColumn[],
  rowOf: (cell: (column: LessorColumn) => string, line: CsvLine) => Row | LineProblem,
): LessorRows<Row> {
  const read = readCsv(
    content,
    needed.map((column) => headers[column]),
    Object.values(headers).filter(Boolean),
  )
  const problems = [...read.problems]
  const rows: Row[] = []
  const asides = read.broken.map(({ line, cells }) =>
    asideOf(null, [['', cells.join('; ')]], problems.find((one) => one.line === line)!),
  )
  if (problems.length === 0 && read.lines.length === 0) problems.push(problemAt(1, 'REQUIRED'))
  if (read.lines.length > LINES_MAX) problems.push(problemAt(LINES_MAX, 'TOO_LONG'))
  for (const line of read.lines) {
    const cell = (column: LessorColumn) => (headers[column] && line.values[headers[column]]?.trim()) || ''
    const row = rowOf(cell, line)
    if (isProblem(row)) {
      problems.push(row)
      asides.push(asideOf(cell('agreementNumber') || null, Object.entries(line.values), row))
    } else rows.push(row)
  }
  if (rows.length === 0) refuse(problems)
  const unread = new Set(asides.flatMap(({ about }) => about ?? []))
  return { rows, asides, unread }
}

/** A line that is put aside with its problem. */
export const asideOf = (about: string | null, raw: Aside['raw'], problem: LineProblem): Aside => ({
  source: 'LESSOR',
  reason: 'LINE_PROBLEM',
  line: problem.line,
  about,
  raw: raw.filter(([, text]) => text !== ''),
  problems: [problem],
})

const isProblem = (row: unknown): row is LineProblem => typeof row === 'object' && row !== null && 'code' in row

/** Refuses a file whole. @throws LESSOR_FILE_NOT_ACCEPTED */
function refuse(problems: readonly LineProblem[]): never {
  const shown = problems.toSorted((left, right) => left.line - right.line).slice(0, PROBLEMS_SHOWN)
  throw new AppError('LESSOR_FILE_NOT_ACCEPTED', { details: { problems: shown, problemCount: problems.length } })
}

/** A lessor's list of running leases. @throws LESSOR_FILE_NOT_ACCEPTED where no line can be read */
export function readList(content: Uint8Array, profile: LessorProfile): LessorRows<TheirLease> {
  const { headers, decimalSign, dateFormat } = profile
  const seen = new Set<string>()
  return readLines(content, profile, ['agreementNumber', 'instalment', 'endDay'], (cell, { line }) => {
    const number = cell('agreementNumber')
    const problem = numberProblem(number, line, headers.agreementNumber)
    if (problem) return problem
    if (seen.has(number)) return problemAt(line, 'TWICE_IN_FILE', headers.agreementNumber, number)
    seen.add(number)
    const instalmentCents = centsOf(cell('instalment'), decimalSign)
    if (typeof instalmentCents === 'string')
      return problemAt(line, instalmentCents, headers.instalment, cell('instalment'))
    const endDay = dayOf(cell('endDay'), dateFormat)
    if (endDay === null) return problemAt(line, 'WRONG_FORMAT', headers.endDay, cell('endDay'))
    return { number, instalmentCents, endDay }
  })
}

function numberProblem(number: string, line: number, header: string): LineProblem | null {
  if (number === '') return problemAt(line, 'REQUIRED', header)
  return number.length > NUMBER_MAX ? problemAt(line, 'TOO_LONG', header, number) : null
}

/** A lessor's answers and notices of ends. @throws LESSOR_FILE_NOT_ACCEPTED where no line can be read */
export function readAnswers(content: Uint8Array, profile: LessorProfile): LessorRows<TheirAnswer> {
  const { headers, answers } = profile
  return readLines(content, profile, ['agreementNumber', 'answer'], (cell, { line }) => {
    const number = cell('agreementNumber')
    const problem = numberProblem(number, line, headers.agreementNumber)
    if (problem) return problem
    const word = cell('answer').toLowerCase()
    const answer = lessorAnswers.find((one) => answers[one].toLowerCase() === word)
    if (!answer) return problemAt(line, 'NOT_IN_LIST', headers.answer, cell('answer'))
    const reason = cell('reason') || null
    if (answer === 'REJECTED' && !reason) return problemAt(line, 'REQUIRED', headers.reason)
    if (reason && reason.length > REASON_MAX) return problemAt(line, 'TOO_LONG', headers.reason, reason)
    const endDay = dayOf(cell('endDay'), profile.dateFormat)
    if (answer === 'END' && endDay === null) return problemAt(line, 'WRONG_FORMAT', headers.endDay, cell('endDay'))
    return { line, number, answer, reason, endDay }
  })
}
