import { parse } from 'csv-parse/sync'
import type { ImportReport, LineProblem, LineProblemCode } from '#platform/contract/imports.ts'
import { decoded } from './decode.ts'
import { isWorkbook, type SheetRow, shownSheets } from './xlsx-rows.ts'

export interface CsvLine {
  /** The line of the file on which the record ends. */
  readonly line: number
  readonly values: Readonly<Record<string, string>>
}

export interface CsvRead {
  readonly lines: readonly CsvLine[]
  /** Lines whose cells fit no head, as they stand; each is one of the problems. */
  readonly broken: readonly SheetRow[]
  readonly problems: readonly LineProblem[]
}

export const problemAt = (
  line: number,
  code: LineProblemCode,
  column: string | null = null,
  value: string | null = null,
): LineProblem => ({ line, code, column, value: value === null ? null : value.slice(0, 120) })

const SEPARATORS = [';', '\t', ',', '|']

/** A text without what stands in its quotes. */
const outsideQuotes = (text: string) => text.replace(/"(?:[^"]|"")*"/g, '')

/** The separator that parts the head; Excel may name it in a line before it, `sep=;`. */
function separatorOf(head: string): string {
  const plain = outsideQuotes(head)
  return SEPARATORS.toSorted((left, right) => plain.split(right).length - plain.split(left).length)[0]!
}

type TextRow = SheetRow & { readonly isCut?: true }

/** So many lines whose quotation marks fit nothing are passed; a file with more is no list. */
const MISQUOTED_MAX = 20

const lineEnd = /(?<=\r\n|\n|\r(?!\n))/

/** Whether a cell holds what reads as a row of its own: a quotation mark did not end where it should. */
const holdsRow = (cells: readonly string[], delimiter: string, width: number) =>
  width > 1 &&
  cells.some((cell) => cell.split(/[\r\n]/).some((line, at) => at > 0 && line.split(delimiter).length >= width))

interface TextReading {
  readonly delimiter: string
  /** How many cells the first row has; 0 before it. */
  readonly width: number
  /** How many lines of the file stand above. */
  readonly before: number
  readonly passed: number
}

/** A line whose quotation marks fit nothing: as it stands where they are pairs and its cells are as many as they should be. */
function misquotedRow(text: string, line: number, { delimiter, width }: TextReading): TextRow {
  const cells = text.split(delimiter)
  const isWhole = (text.split('"').length - 1) % 2 === 0 && cells.length === width
  return isWhole ? { line, cells } : { line, cells: [text.trim()], isCut: true }
}

/**
 * The records of a text. Where a quotation mark ends nowhere, or within a cell, its line is judged alone and the ones
 * below are read anew.
 * @throws CsvError with the line
 */
function recordsOf(text: string, reading: TextReading): TextRow[] {
  const rows: TextRow[] = []
  const { delimiter, before, passed } = reading
  const widthOf = () => reading.width || (rows[0]?.cells.length ?? 0)
  try {
    parse(text, {
      delimiter,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      on_record(cells: string[], { lines }) {
        if (holdsRow(cells, delimiter, widthOf())) throw new RangeError('a row within a cell')
        rows.push({ line: lines + before, cells })
        return null
      },
    })
    return rows
  } catch (error) {
    if (passed >= MISQUOTED_MAX) throw error
    const lines = text.split(lineEnd)
    const read = (rows.at(-1)?.line ?? before) - before
    const at = lines.findIndex((line, place) => place >= read && line.trim() !== '')
    if (at < 0) throw error
    const line = at + 1 + before
    const below = { ...reading, width: widthOf(), before: line, passed: passed + 1 }
    const row = misquotedRow(lines[at]!.replace(/[\r\n]+$/, ''), line, below)
    return [...rows, row, ...recordsOf(lines.slice(at + 1).join(''), below)]
  }
}

/** The rows of a file of lines, whatever ends its lines and parts its cells. @throws CsvError with the line */
function textRows(content: Uint8Array): TextRow[] {
  let text = decoded(content)
  const named = /^sep=(.)\r?\n?/i.exec(text)
  if (named) text = text.slice(named[0].length)
  // The head's own line may be broken inside quotes, but no separator stands only there.
  const head = /^\s*(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? ''
  const before = named ? 1 : 0
  return recordsOf(text, { delimiter: named?.[1] ?? separatorOf(head), width: 0, before, passed: 0 })
}

/** A cell without the blanks and the signs that nobody sees around and in it. */
const cellText = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs that nobody sees
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g, '')
    .normalize('NFC')
    .trim()
    // Programs keep the zeros of a number so: `="0401234567"`.
    .replace(/^="([^"]*)"$/, '$1')

/** What a cell shows whose formula has come to nothing, in the languages of spreadsheets here; or a formula itself. */
const NO_VALUE =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|PUUTTUU!?|VIITTAUS!|ARVO!|JAKO\/0!|NIMI\?|TYHJÄ!|LUKU!|SAKNAS!|REFERENS!|VÄRDEFEL!|DIVISION\/0!|NAMN\?|SKÄRNING!|OGILTIGT!)|=[A-ZÅÄÖ.]+\(.*\)|=.*!?\$?[A-Z]{1,3}\$?\d+.*)$/iu

/** A title and notes may stand above the head, in no more rows than these. */
const ROWS_ABOVE_HEAD = 10

/** A workbook of the old form, and a page of the web that bears the name of one. */
const isForeign = (content: Uint8Array) =>
  (content[0] === 0xd0 && content[1] === 0xcf) ||
  /^\s*<(?:!DOCTYPE html|html|table)\b/i.test(decoded(content.subarray(0, 200)))

/** @param isHead whether a row is the head that is looked for, in whichever sheet it stands */
function rowsOf(content: Uint8Array, isHead: (row: TextRow) => boolean = () => true): TextRow[] | LineProblem {
  try {
    if (isForeign(content)) return problemAt(1, 'FILE_UNREADABLE')
    if (!isWorkbook(content)) return textRows(content)
    const sheets = shownSheets(content)
    return sheets.find((rows) => rows.slice(0, ROWS_ABOVE_HEAD).some(isHead)) ?? sheets[0]!
  } catch (error) {
    return problemAt((error as { lines?: number }).lines ?? 1, 'FILE_UNREADABLE')
  }
}

/** The rows of a list as they stand, a head among them; empty ones are left out. The problem of one that is no list. */
export function readRows(content: Uint8Array): readonly SheetRow[] | LineProblem {
  const rows = rowsOf(content)
  if (!Array.isArray(rows)) return rows
  return rows
    .map(({ line, cells }) => ({ line, cells: cells.map(cellText) }))
    .filter(({ cells }) => cells.some((text) => text !== ''))
}

/** A name of a column however it is written: `store name`, `Store_Name`. */
const nameKey = (name: string) => name.toLowerCase().replace(/[\s_.-]/g, '')

/**
 * Reads a list by the names in its head: a CSV file in any encoding with the separator `;`, `,`, tab or `|`, or the first
 * sheet of a workbook that has them. Columns stand in any order, names in any capitals and with blanks; empty rows, and those above the
 * head, are left out.
 * @param known the names that count; each of `required` that is missing is a problem of the head
 */
export function readCsv(
  content: Uint8Array,
  required: readonly string[],
  known: readonly string[] = required,
): CsvRead {
  const names = new Map(known.map((name) => [nameKey(name), name]))
  const headOf = (row: SheetRow | undefined) =>
    (row?.cells ?? []).map(cellText).map((name) => names.get(nameKey(name)) ?? name)
  const lacks = (row: SheetRow | undefined) => required.filter((name) => !headOf(row).includes(name))
  const rows = rowsOf(content, (row) => lacks(row).length === 0)
  if (!Array.isArray(rows)) return { lines: [], broken: [], problems: [rows] }
  const found = rows.slice(0, ROWS_ABOVE_HEAD).findIndex((row) => lacks(row).length === 0)
  const headRow = rows[Math.max(found, 0)]
  const [head, missing, headLine] = [headOf(headRow), lacks(headRow), headRow?.line ?? 1]
  if (missing.length > 0)
    return { lines: [], broken: [], problems: missing.map((name) => problemAt(headLine, 'COLUMN_MISSING', name)) }
  return recordsBelow(rows.slice(found + 1), { head, headLine, counted: new Set(known) })
}

interface Head {
  readonly head: readonly string[]
  readonly headLine: number
  /** The names that count. */
  readonly counted: ReadonlySet<string>
}

/** The records below a head, and the lines whose cells fit none or say nothing. */
function recordsBelow(rows: readonly TextRow[], { head, headLine, counted }: Head): CsvRead {
  const twice = head.find((name, at) => counted.has(name) && head.indexOf(name) !== at)
  if (twice) return { lines: [], broken: [], problems: [problemAt(headLine, 'COLUMN_TWICE', twice)] }
  const lines: CsvLine[] = []
  const broken: SheetRow[] = []
  const problems: LineProblem[] = []
  for (const { line, cells, isCut } of rows) {
    const texts = cells.map(cellText)
    if (texts.every((text) => text === '')) continue
    if (isCut) {
      problems.push(problemAt(line, 'QUOTE_NOT_CLOSED', null, cells.join('; ')))
      broken.push({ line, cells: texts })
      continue
    }
    const without = texts.findIndex((text, at) => counted.has(head[at] ?? '') && NO_VALUE.test(text))
    if (without >= 0) {
      problems.push(problemAt(line, 'NO_VALUE', head[without]!, texts[without]!))
      broken.push({ line, cells: texts })
      continue
    }
    const beyond = texts.slice(head.length).find(Boolean)
    // A separator inside a text has moved what stands behind it: nobody knows which cell is which.
    if (beyond !== undefined) {
      problems.push(problemAt(line, 'TOO_MANY_CELLS', null, cells.join('; ')))
      broken.push({ line, cells: texts })
    } else lines.push({ line, values: Object.fromEntries(head.map((name, at) => [name, texts[at] ?? ''])) })
  }
  return { lines, broken, problems }
}

/** `9,4`, `9.40 %` in basis points, or null. */
export function percentOf(text: string): number | null {
  const plain = text.replace(/[\s%]/gu, '').replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return null
  const [whole = '0', part = ''] = plain.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** `1`, `true`, `kyllä`, `yes`, `ja` and their opposites; null for anything else. */
export function flagOf(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  if (['1', 'true', 'tosi', 'sant', 'kyllä', 'k', 'yes', 'y', 'ja', 'x'].includes(word)) return true
  if (['', '0', 'false', 'epätosi', 'falskt', 'ei', 'e', 'no', 'n', 'nej'].includes(word)) return false
  return null
}

const PROBLEMS_SHOWN = 200

export function reportOf(
  dryRun: boolean,
  counts: { rows: number; created: number; updated: number; unchanged: number },
  problems: readonly LineProblem[],
  aside = 0,
): ImportReport {
  const sorted = problems.toSorted((left, right) => left.line - right.line)
  return { dryRun, ...counts, problems: sorted.slice(0, PROBLEMS_SHOWN), problemCount: problems.length, aside }
}
