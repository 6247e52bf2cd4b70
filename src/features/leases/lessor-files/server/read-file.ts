import { AppError } from '#platform/contract/errors.ts'
import type { LineProblem } from '#platform/contract/imports.ts'
import { type CsvLine, problemAt, readCsv } from '#platform/server/documents/csv.ts'
import { type Day, isDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
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

/** An amount as the profile writes it, with spaces between thousands or without; null for anything else. */
function centsOf(text: string, sign: LessorProfile['decimalSign']): Cents | null {
  const found = /^(\d{1,7})(?:([.,])(\d{1,2}))?$/.exec(text.replaceAll(/[\s\u00a0]/gu, ''))
  if (!found) return null
  const [, whole = '', given, part = ''] = found
  if (given !== undefined && given !== sign) return null
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** A day as the profile writes it; null for anything else. */
function dayOf(text: string, format: LessorProfile['dateFormat']): Day | null {
  const pattern = {
    'DD.MM.YYYY': /^(?<d>\d{2})\.(?<m>\d{2})\.(?<y>\d{4})$/,
    'D.M.YYYY': /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})$/,
    'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})$/,
    YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  }[format]
  const { y = '', m = '', d = '' } = pattern.exec(text)?.groups ?? {}
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** Reads a file line by line; the first fault of a line is its problem. @throws LESSOR_FILE_NOT_ACCEPTED naming each line */
function readLines<Row>(
  content: Uint8Array,
  { headers }: LessorProfile,
  needed: readonly LessorColumn[],
  rowOf: (cell: (column: LessorColumn) => string, line: CsvLine) => Row | LineProblem,
): Row[] {
  const read = readCsv(
    content,
    needed.map((column) => headers[column]),
  )
  const problems = [...read.problems]
  const rows: Row[] = []
  if (problems.length === 0 && read.lines.length === 0) problems.push(problemAt(1, 'REQUIRED'))
  if (read.lines.length > LINES_MAX) problems.push(problemAt(LINES_MAX, 'TOO_LONG'))
  for (const line of read.lines) {
    const row = rowOf((column) => (headers[column] && line.values[headers[column]]?.trim()) || '', line)
    if (isProblem(row)) problems.push(row)
    else rows.push(row)
  }
  if (problems.length > 0) refuse(problems)
  return rows
}

const isProblem = (row: unknown): row is LineProblem => typeof row === 'object' && row !== null && 'code' in row

/** Refuses a file whole. @throws LESSOR_FILE_NOT_ACCEPTED */
export function refuse(problems: readonly LineProblem[]): never {
  const shown = problems.toSorted((left, right) => left.line - right.line).slice(0, PROBLEMS_SHOWN)
  throw new AppError('LESSOR_FILE_NOT_ACCEPTED', { details: { problems: shown, problemCount: problems.length } })
}

/** A lessor's list of running leases. @throws LESSOR_FILE_NOT_ACCEPTED naming each bad line */
export function readList(content: Uint8Array, profile: LessorProfile): TheirLease[] {
  const { headers, decimalSign, dateFormat } = profile
  const seen = new Set<string>()
  return readLines(content, profile, ['agreementNumber', 'instalment', 'endDay'], (cell, { line }) => {
    const number = cell('agreementNumber')
    const problem = numberProblem(number, line, headers.agreementNumber)
    if (problem) return problem
    if (seen.has(number)) return problemAt(line, 'TWICE_IN_FILE', headers.agreementNumber, number)
    seen.add(number)
    const instalmentCents = centsOf(cell('instalment'), decimalSign)
    if (instalmentCents === null) return problemAt(line, 'WRONG_FORMAT', headers.instalment, cell('instalment'))
    const endDay = dayOf(cell('endDay'), dateFormat)
    if (endDay === null) return problemAt(line, 'WRONG_FORMAT', headers.endDay, cell('endDay'))
    return { number, instalmentCents, endDay }
  })
}

function numberProblem(number: string, line: number, header: string): LineProblem | null {
  if (number === '') return problemAt(line, 'REQUIRED', header)
  return number.length > NUMBER_MAX ? problemAt(line, 'TOO_LONG', header, number) : null
}

/** A lessor's answers and notices of ends. @throws LESSOR_FILE_NOT_ACCEPTED naming each bad line */
export function readAnswers(content: Uint8Array, profile: LessorProfile): TheirAnswer[] {
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
