import { unzipSync } from 'fflate'
import { addDays } from '#platform/values/days.ts'
import { type OpenElement, readXmlWhole } from './xml-reader.ts'

/** A row of a sheet: its number there, and its cells from the first column on. */
export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** A workbook that is larger unpacked, or wider, is no list for an import. */
const UNPACKED_MAX = 60_000_000
const COLUMNS_MAX = 500

/** Whether bytes begin as a workbook does, which is a packed folder. */
export const isWorkbook = (content: Uint8Array): boolean => content[0] === 0x50 && content[1] === 0x4b

function unpacked(content: Uint8Array): Record<string, Uint8Array> {
  let size = 0
  return unzipSync(content, {
    filter({ name, originalSize }) {
      if (!/^xl\/(?:workbook|styles|sharedStrings|worksheets\/[^/]+|_rels\/workbook)\.xml(?:\.rels)?$/.test(name))
        return false
      size += originalSize
      if (size > UNPACKED_MAX) throw new RangeError('the workbook is too large')
      return true
    },
  })
}

const each = (xml: Uint8Array | undefined, close: (path: readonly OpenElement[]) => void) =>
  xml && readXmlWhole(xml, { close })

/** Excel's way to write signs that XML cannot hold: `_x000D_`. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function sharedTexts(xml: Uint8Array | undefined): string[] {
  const texts: string[] = []
  let text = ''
  each(xml, (path) => {
    const top = path.at(-1)!
    if (top.name === 't' && path.at(-2)?.name !== 'rPh') text += top.text
    if (top.name !== 'si') return
    texts.push(unescaped(text))
    text = ''
  })
  return texts
}

type NumberForm = 'PLAIN' | 'DAY' | 'PERCENT'

const BUILT_IN_DAYS = new Set([14, 15, 16, 17, 22])

/** How each cell format shows its numbers. */
function numberForms(xml: Uint8Array | undefined): NumberForm[] {
  const own = new Map<number, NumberForm>()
  const forms: NumberForm[] = []
  each(xml, (path) => {
    const { name, attributes } = path.at(-1)!
    if (name === 'numFmt') {
      const code = (attributes.formatCode ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
      own.set(Number(attributes.numFmtId), code.includes('%') ? 'PERCENT' : /[yd]/i.test(code) ? 'DAY' : 'PLAIN')
    }
    if (name !== 'xf' || path.at(-2)?.name !== 'cellXfs') return
    const id = Number(attributes.numFmtId ?? 0)
    forms.push(own.get(id) ?? (BUILT_IN_DAYS.has(id) ? 'DAY' : id === 9 || id === 10 ? 'PERCENT' : 'PLAIN'))
  })
  return forms
}

/** A number without noise of its last bit; three decimals get a fourth, so that nobody takes the point for thousands. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

/** Days between the two calendars of spreadsheets: that of 1900, and that of 1904 which the Mac began with. */
const DAYS_FROM_1904 = 1462

function formatted(text: string, form: NumberForm, from1904: boolean): string {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return text
  if (form === 'PERCENT') return `${numberText(value * 100)} %`
  // Day 60 is the 29 February 1900, which never was.
  const serial = from1904 ? value + DAYS_FROM_1904 : value
  if (form === 'DAY' && serial > 60 && serial < 100_000) return addDays('1899-12-30', Math.floor(serial))
  return numberText(value)
}

/** The column of a place, `AB12`, from 0. */
const columnOf = (place: string) =>
  [...(/^[A-Z]+/i.exec(place)?.[0].toUpperCase() ?? '')].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1

/** Whether the workbook counts its days from 1904. */
function countsFrom1904(workbook: Uint8Array | undefined): boolean {
  let found = false
  each(workbook, (path) => {
    const { name, attributes } = path.at(-1)!
    if (name === 'workbookPr') found = ['1', 'true'].includes((attributes.date1904 ?? '').toLowerCase())
  })
  return found
}

interface Sheet {
  readonly isHidden: boolean
  readonly rows: SheetRow[]
}

/** The parts that hold the workbook's sheets, in its order. */
function sheetParts(parts: Record<string, Uint8Array>): { isHidden: boolean; xml: Uint8Array }[] {
  const sheets: { id: string; isHidden: boolean }[] = []
  const targets = new Map<string, string>()
  each(parts['xl/workbook.xml'], (path) => {
    const { name, attributes } = path.at(-1)!
    if (name !== 'sheet') return
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    sheets.push({ id, isHidden: /hidden/i.test(attributes.state ?? '') })
  })
  each(parts['xl/_rels/workbook.xml.rels'], (path) => {
    const { attributes } = path.at(-1)!
    if (attributes.Id && attributes.Target) targets.set(attributes.Id, attributes.Target)
  })
  const found = sheets.flatMap(({ id, isHidden }) => {
    const xml = parts[`xl/${targets.get(id)?.replace(/^\/?(?:xl\/)?/, '')}`]
    return xml ? [{ isHidden, xml }] : []
  })
  const first = parts['xl/worksheets/sheet1.xml']
  return found.length > 0 || !first ? found : [{ isHidden: false, xml: first }]
}

/** Gives the cells that are merged into one below each other the text of the first: `E2:E5` says the same four times. */
function fillMerged(rows: readonly SheetRow[], merged: readonly string[]): void {
  const byLine = new Map(rows.map((row) => [row.line, row.cells as string[]]))
  for (const place of merged) {
    const [from, first, last] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/i.exec(place)?.slice(1) ?? []
    const at = from ? columnOf(from) : -1
    const text = byLine.get(Number(first))?.[at]
    if (!text) continue
    for (let line = Number(first) + 1; line <= Math.min(Number(last), Number(first) + 10_000); line += 1) {
      const cells = byLine.get(line)
      if (!cells || cells[at]) continue
      while (cells.length < at) cells.push('')
      cells[at] = text
    }
  }
}

interface Reading {
  readonly texts: readonly string[]
  readonly forms: readonly NumberForm[]
  readonly from1904: boolean
}

function rowsOfSheet(sheet: Uint8Array, { texts, forms, from1904 }: Reading): SheetRow[] {
  const rows: SheetRow[] = []
  const merged: string[] = []
  let cells: string[] = []
  let inline = ''
  let value = ''
  let formula = ''
  const textOf = (attributes: OpenElement['attributes']): string => {
    // A formula whose program has kept no value of it stands as it is, for people to see.
    if (formula && value === '') return `=${formula}`
    if (attributes.t === 's') return texts[Number(value)] ?? ''
    if (attributes.t === 'inlineStr') return unescaped(inline)
    if (attributes.t === 'str') return unescaped(value)
    if (attributes.t === 'e' || attributes.t === 'b') return value
    if (attributes.t === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
    return formatted(value, forms[Number(attributes.s ?? 0)] ?? 'PLAIN', from1904)
  }
  const closeCell = ({ attributes }: OpenElement) => {
    const at = attributes.r ? columnOf(attributes.r) : cells.length
    if (at >= 0 && at < COLUMNS_MAX) {
      while (cells.length < at) cells.push('')
      cells[at] = textOf(attributes)
    }
    inline = ''
    value = ''
    formula = ''
  }
  each(sheet, (path) => {
    const top = path.at(-1)!
    if (top.name === 't') inline += top.text
    if (top.name === 'v') value = top.text
    if (top.name === 'f') formula = top.text
    if (top.name === 'c') closeCell(top)
    if (top.name === 'mergeCell' && top.attributes.ref) merged.push(top.attributes.ref)
    if (top.name !== 'row') return
    const line = Number(top.attributes.r ?? (rows.at(-1)?.line ?? 0) + 1)
    if (cells.some((cell) => cell.trim())) rows.push({ line, cells })
    cells = []
  })
  fillMerged(rows, merged)
  return rows
}

/**
 * The rows of a workbook's sheets as texts, sheet by sheet in its order: days as `2026-12-01`, percents with their sign,
 * other numbers with a decimal point, truth as 1 and 0. Empty rows are left out.
 * @throws Error for what is no workbook
 */
export function sheetsOf(content: Uint8Array): Sheet[] {
  const parts = unpacked(content)
  const found = sheetParts(parts)
  if (found.length === 0) throw new RangeError('no sheet')
  const reading = {
    texts: sharedTexts(parts['xl/sharedStrings.xml']),
    forms: numberForms(parts['xl/styles.xml']),
    from1904: countsFrom1904(parts['xl/workbook.xml']),
  }
  return found.map(({ isHidden, xml }) => ({ isHidden, rows: rowsOfSheet(xml, reading) }))
}

/** The sheets that people see, of which the first is the list unless its head stands in another. */
export function shownSheets(content: Uint8Array): SheetRow[][] {
  const sheets = sheetsOf(content)
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  return (shown.length > 0 ? shown : sheets).map(({ rows }) => rows)
}
