import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Zip, ZipDeflate } from 'fflate'
import { looksLikeFormula } from '#platform/values/formula.ts'
import type { Cents } from '#platform/values/money.ts'
import type { CellKind, CellValues, SheetColumn } from './sheet-column.ts'
import { writtenText } from './written-text.ts'
import { columnWidths, fixedParts, rowXml, SHEET_ROWS_MAX, sheetFoot, sheetHead } from './xlsx-parts.ts'

export type { SheetColumn }
export type SheetRows<T> = AsyncIterable<T> | Iterable<T>

const BYTE_ORDER_MARK = '\uFEFF'
const CHUNK_CHARACTERS = 32_768
/** Rows that are looked at before the first byte, to know how wide the columns have to be. */
const ROWS_MEASURED = 100

function decimalComma(cents: Cents): string {
  const positive = Math.abs(cents)
  const rest = positive % 100
  return `${cents < 0 ? '-' : ''}${(positive - rest) / 100},${rest < 10 ? '0' : ''}${rest}`
}

/** Begins with a letter or a digit and holds nothing that needs quotes or another form: most texts, told by one look. */
const PLAIN = /^[0-9A-Za-zÀ-ÖØ-öø-ÿ](?:[ !#-:<-~\u00a0-\u00ff]*[!#-:<-~\u00a1-\u00ff])?$/

/** The text of a cell in a CSV file: `1234,50`, `15.03.2026`, `03/2026`; of these only a text can need quotes. */
const csvTexts: { readonly [K in CellKind]: (value: CellValues[K]) => string } = {
  money: decimalComma,
  day: (day) => `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`,
  month: (month) => month.split('-').toReversed().join('/'),
  integer: String,
  text: (text) => (PLAIN.test(text) ? text : safeText(writtenText(text))),
}

/** How a row becomes a line; what each column needs is looked up once. */
function csvLines<T>(columns: readonly SheetColumn<T>[]): (row: T) => string {
  const cells = columns.map(({ kind, value }) => ({ value, textOf: csvTexts[kind] as (value: unknown) => string }))
  return (row) => {
    let line = ''
    for (const [index, { value, textOf }] of cells.entries()) {
      const found = value(row)
      if (index > 0) line += ';'
      if (found !== null && found !== undefined) line += textOf(found)
    }
    return `${line}\r\n`
  }
}

/** A written text that no program takes for a formula, in quotes where it needs them. */
function safeText(text: string): string {
  const safe = looksLikeFormula(text) ? `'${text}` : text
  return /[";\n]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const ROWS_A_PART = 100

/** Rows that are there already come many at a time, since waiting for each is dearer than writing it. */
async function* partsOf<T>(rows: SheetRows<T>): AsyncGenerator<Iterable<T>> {
  if (!Array.isArray(rows)) for await (const row of rows) yield [row]
  else for (let at = 0; at < rows.length; at += ROWS_A_PART) yield rows.slice(at, at + ROWS_A_PART)
}

async function* csvChunks<T>(columns: readonly SheetColumn<T>[], rows: SheetRows<T>): AsyncGenerator<Buffer> {
  const lineOf = csvLines(columns)
  let text = `${BYTE_ORDER_MARK}${columns.map(({ header }) => csvTexts.text(header)).join(';')}\r\n`
  for await (const part of partsOf(rows)) {
    for (const row of part) text += lineOf(row)
    if (text.length < CHUNK_CHARACTERS) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text) yield Buffer.from(text)
}

/**
 * Rows as CSV the way Finnish spreadsheet programs open it: `;`, UTF-8 with a byte order mark, decimal comma,
 * `DD.MM.YYYY`. A text that a program would run as a formula gets a leading apostrophe. Rows are drawn as fast as the
 * reader takes them, and no further when the stream is destroyed.
 */
export function csvStream<T>(columns: readonly SheetColumn<T>[], rows: SheetRows<T>): Readable {
  return Readable.from(csvChunks(columns, rows), { objectMode: false })
}

async function* rowsXml<T>(columns: readonly SheetColumn<T>[], rows: SheetRows<T>): AsyncGenerator<string> {
  const first: T[] = []
  let text = ''
  let count = 1
  const begin = () => sheetHead(columnWidths(columns, first)) + rowXml(columns, null, 1)
  for await (const row of rows) {
    if (count >= SHEET_ROWS_MAX) throw new RangeError(`A sheet holds ${SHEET_ROWS_MAX} rows at most`)
    if (count <= ROWS_MEASURED) first.push(row)
    else text += rowXml(columns, row, count + 1)
    count += 1
    if (count === ROWS_MEASURED + 1)
      text = begin() + first.map((one, index) => rowXml(columns, one, index + 2)).join('')
    if (text.length < CHUNK_CHARACTERS) continue
    yield text
    text = ''
  }
  if (count <= ROWS_MEASURED) text = begin() + first.map((one, index) => rowXml(columns, one, index + 2)).join('')
  yield text + sheetFoot(columns.length, count)
}

async function* xlsxChunks<T>(columns: readonly SheetColumn<T>[], rows: SheetRows<T>, sheetName: string) {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    ready.push(data)
  })
  const entry = (name: string) => {
    const made = new ZipDeflate(name, { level: 3 })
    // The same rows give the same bytes; fflate reads this moment by the local clock, so it is given by it.
    made.mtime = new Date(1980, 0, 1)
    zip.add(made)
    return made
  }
  for (const [name, content] of fixedParts(sheetName)) entry(name).push(Buffer.from(content), true)
  const sheet = entry('xl/worksheets/sheet1.xml')
  for await (const xml of rowsXml(columns, rows)) {
    sheet.push(Buffer.from(xml))
    yield* ready.splice(0)
  }
  sheet.push(new Uint8Array(0), true)
  zip.end()
  yield* ready
}

/**
 * Rows as an XLSX workbook with one sheet: bold frozen header, filters, amounts with two decimals, real dates. Texts
 * are string cells and the sheet holds no formula. Memory stays flat however many rows there are.
 * @throws RangeError through the stream past 1,048,576 rows
 */
export function xlsxStream<T>(
  columns: readonly SheetColumn<T>[],
  rows: SheetRows<T>,
  { sheetName }: { sheetName: string },
): Readable {
  return Readable.from(xlsxChunks(columns, rows, sheetName), { objectMode: false })
}

/** All bytes of a stream, for files that are hashed and kept. */
export function toBuffer(stream: Readable): Promise<Buffer> {
  return buffer(stream)
}
