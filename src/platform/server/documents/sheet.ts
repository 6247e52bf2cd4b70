import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Zip, ZipDeflate } from 'fflate'
import type { Day, Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { looksLikeFormula, type SheetColumn } from './sheet-column.ts'
import { columnWidths, fixedParts, rowXml, SHEET_ROWS_MAX, sheetFoot, sheetHead } from './xlsx-parts.ts'

export type { SheetColumn }
export type SheetRows<T> = AsyncIterable<T> | Iterable<T>

const BYTE_ORDER_MARK = '\uFEFF'
const CHUNK_CHARACTERS = 32_768
/** Rows that are looked at before the first byte, to know how wide the columns have to be. */
const ROWS_MEASURED = 100
function decimalComma(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

/** The text of a cell in a CSV file: `1234,50`, `15.03.2026`, `03/2026`; of these only a text can need quotes. */
function csvText<T>(column: SheetColumn<T>, row: T): string {
  const value = column.value(row)
  if (value === null || value === undefined) return ''
  switch (column.kind) {
    case 'money':
      return decimalComma(value as Cents)
    case 'day':
      return dayText(value as Day)
    case 'month':
      return (value as Month).split('-').toReversed().join('/')
    case 'integer':
      return String(value)
    case 'text':
      return quoted(looksLikeFormula(value as string) ? `'${value}` : (value as string))
  }
}

const dayText = (day: Day) => `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

function quoted(text: string): string {
  return /[";\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function* csvChunks<T>(columns: readonly SheetColumn<T>[], rows: SheetRows<T>): AsyncGenerator<Buffer> {
  let text = `${BYTE_ORDER_MARK}${columns.map(({ header }) => quoted(header)).join(';')}\r\n`
  for await (const row of rows) {
    text += `${columns.map((column) => csvText(column, row)).join(';')}\r\n`
    if (text.length < CHUNK_CHARACTERS) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text) yield Buffer.from(text)
}

/**
 * Rows as CSV the way Finnish spreadsheet programs open it: `;`, UTF-8 with a byte order mark, decimal comma,
 * `DD.MM.YYYY`. A text that could be taken for a formula gets a leading apostrophe. Rows are drawn as fast as the
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
