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

/** The part that holds the workbook's first sheet. */
function firstSheet(parts: Record<string, Uint8Array>): Uint8Array | undefined {
  const ids: string[] = []
  const targets = new Map<string, string>()
  each(parts['xl/workbook.xml'], (path) => {
    const { name, attributes } = path.at(-1)!
    const isHidden = /hidden/i.test(attributes.state ?? '')
    if (name === 'sheet' && !isHidden)
      ids.push(Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '')
  })
  each(parts['xl/_rels/workbook.xml.rels'], (path) => {
    const { attributes } = path.at(-1)!
    if (attributes.Id && attributes.Target) targets.set(attributes.Id, attributes.Target)
  })
  const target = targets.get(ids[0] ?? '')?.replace(/^\/?(?:xl\/)?/, '')
  return parts[`xl/${target}`] ?? parts['xl/worksheets/sheet1.xml']
}

/**
 * The rows of a workbook's first sheet as texts: days as `2026-12-01`, percents with their sign, other numbers with a
 * decimal point, truth as 1 and 0. Empty rows are left out.
 * @throws Error for what is no workbook
 */
export function sheetRows(content: Uint8Array): SheetRow[] {
  const parts = unpacked(content)
  const sheet = firstSheet(parts)
  if (!sheet) throw new RangeError('no sheet')
  const [texts, forms] = [sharedTexts(parts['xl/sharedStrings.xml']), numberForms(parts['xl/styles.xml'])]
  const from1904 = countsFrom1904(parts['xl/workbook.xml'])
  const rows: SheetRow[] = []
  let cells: string[] = []
  let inline = ''
  let value = ''
  let formula = ''
  const closeCell = ({ attributes }: OpenElement) => {
    const at = attributes.r ? columnOf(attributes.r) : cells.length
    const text = {
      s: () => texts[Number(value)] ?? '',
      inlineStr: () => unescaped(inline),
      str: () => unescaped(value),
      e: () => value,
      b: () => value,
    }[attributes.t ?? '']
    if (at >= 0 && at < COLUMNS_MAX) {
      while (cells.length < at) cells.push('')
      // A formula whose program has kept no value of it stands as it is, for people to see.
      if (formula && value === '') cells[at] = `=${formula}`
      else cells[at] = text ? text() : formatted(value, forms[Number(attributes.s ?? 0)] ?? 'PLAIN', from1904)
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
    if (top.name !== 'row') return
    const line = Number(top.attributes.r ?? (rows.at(-1)?.line ?? 0) + 1)
    if (cells.some((cell) => cell.trim())) rows.push({ line, cells })
    cells = []
  })
  return rows
}
