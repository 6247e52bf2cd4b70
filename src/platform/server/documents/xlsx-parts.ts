/**
 * The parts of an XLSX workbook as XML text (ECMA-376, SpreadsheetML), as far as a plain list needs them.
 */
import { type Day, daysBetween, type Month } from '#platform/values/days.ts'
import { looksLikeFormula } from '#platform/values/formula.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import type { SheetColumn } from './sheet-column.ts'
import { lineText, writtenText } from './written-text.ts'
import { escapedText } from './xml.ts'

/** Rows that spreadsheet programs can hold, the header among them. */
export const SHEET_ROWS_MAX = 1_048_576
const CELL_CHARACTERS_MAX = 32_767
/** Serial numbers of days count from here; that holds from March 1900 on. */
const SERIAL_ZERO: Day = '1899-12-30'
const FIRST_SERIAL_DAY: Day = '1900-03-01'

/** Numbers of the cell formats in the order that `styles` lists them. */
const style = { plain: 0, header: 1, money: 2, integer: 3, day: 4, month: 5, quoted: 6, headerRight: 7 } as const

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const styles = `${DECLARATION}<styleSheet xmlns="${MAIN}">
<numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="166" formatCode="mm\\/yyyy"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3EEE6"/></patternFill></fill></fills>
<borders count="2"><border/><border><bottom style="thin"><color rgb="FF143C2D"/></bottom></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="8">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>
<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="right"/></xf>
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

/** A written text inside XML, with Excel's own `_x0041_` escapes taken literally. */
function cellText(text: string): string {
  const held = text.slice(0, CELL_CHARACTERS_MAX).replace(/[\ud800-\udbff]$/, '')
  return escapedText(held.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'))
}

/** A name that spreadsheet programs take for a sheet: 31 characters, none of `[]:*?/\`, no apostrophe at the ends. */
function sheetTitle(name: string): string {
  const title = lineText(name)
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .replace(/^['\s]+|['\s]+$/g, '')
  return title || 'Sheet1'
}

/** Every part of the workbook but the sheet itself, by its name in the archive. */
export function fixedParts(sheetName: string): [string, string][] {
  return [
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${WORKBOOK}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${WORKBOOK}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapedText(sheetTitle(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ]
}

/** Widths in characters that fit the headers and the given rows, texts up to 48. */
export function columnWidths<T>(columns: readonly SheetColumn<T>[], rows: readonly T[]): number[] {
  return columns.map((column) => {
    const least = { text: 8, money: 12, integer: 8, day: 12, month: 10 }[column.kind]
    const texts = column.kind === 'text' ? rows.map((row) => column.value(row)?.length ?? 0) : []
    return Math.min(48, Math.max(least, column.header.length + 4, ...texts.map((length) => length + 2)))
  })
}

/** The sheet up to its rows. */
export function sheetHead(widths: readonly number[]): string {
  const cols = widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  const frozen =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${cols}</cols><sheetData>`
}

/** The sheet after its rows. */
export function sheetFoot(columnCount: number, rowCount: number): string {
  return `</sheetData><autoFilter ref="A1:${columnLetters(columnCount - 1)}${rowCount}"/></worksheet>`
}

function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

function textCell(place: string, text: string, format: number): string {
  return `<c r="${place}" t="inlineStr" s="${format}"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`
}

/** The quote prefix keeps a formula a text even after somebody has edited the cell. */
function writtenCell(place: string, text: string): string {
  const written = writtenText(text)
  return textCell(place, written, looksLikeFormula(written) ? style.quoted : style.plain)
}

function dayCell(place: string, day: Day, format: number): string {
  if (day < FIRST_SERIAL_DAY) return textCell(place, day, style.plain)
  return `<c r="${place}" s="${format}"><v>${daysBetween(SERIAL_ZERO, day)}</v></c>`
}

function cellXml<T>(column: SheetColumn<T>, row: T, place: string): string {
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return ''
  switch (column.kind) {
    case 'text':
      return writtenCell(place, value as string)
    case 'money':
      return `<c r="${place}" s="${style.money}"><v>${eurosFromCents(value as Cents)}</v></c>`
    case 'integer':
      return `<c r="${place}" s="${style.integer}"><v>${Number(value)}</v></c>`
    case 'day':
      return dayCell(place, value as Day, style.day)
    case 'month':
      return dayCell(place, `${value as Month}-01`, style.month)
  }
}

/** One row of the sheet; null makes the header. Rows count from 1. */
export function rowXml<T>(columns: readonly SheetColumn<T>[], row: T | null, number: number): string {
  const cells = columns.map((column, index) => {
    const place = `${columnLetters(index)}${number}`
    if (row !== null) return cellXml(column, row, place)
    const isNumber = column.kind === 'money' || column.kind === 'integer'
    return textCell(place, writtenText(column.header), isNumber ? style.headerRight : style.header)
  })
  return `<row r="${number}">${cells.join('')}</row>`
}
