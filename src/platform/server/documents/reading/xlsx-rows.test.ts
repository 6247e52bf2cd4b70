import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readCsv } from './csv.ts'
import { sheetsOf } from './xlsx-rows.ts'

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
const sheet = (rows: string, after = '') => `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`
const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'

/** A workbook with sheets in their order, as small as programs write one. */
function workbook(sheets: readonly { xml: string; state?: string }[], properties = '') {
  const named = sheets.map(({ state }, at) => `<sheet name="S${at}" r:id="r${at}"${state ? ` state="${state}"` : ''}/>`)
  const targets = sheets.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at + 1}.xml"/>`)
  return zipSync({
    'xl/workbook.xml': strToU8(`<workbook>${properties}<sheets>${named.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${targets.join('')}</Relationships>`),
    'xl/styles.xml': strToU8(styles),
    ...Object.fromEntries(sheets.map(({ xml }, at) => [`xl/worksheets/sheet${at + 1}.xml`, strToU8(xml)])),
  })
}

const day = (serial: number) => sheet(`<row r="1"><c r="A1" s="1"><v>${serial}</v></c></row>`)
const dayIn = (book: Uint8Array) => sheetsOf(book)[0]?.rows[0]?.cells[0]

it('a day is the same in a workbook that counts from 1900 and in one that counts from 1904', () => {
  expect(dayIn(workbook([{ xml: day(46_000) }]))).toBe('2025-12-09')
  expect(dayIn(workbook([{ xml: day(44_538) }], '<workbookPr date1904="1"/>'))).toBe('2025-12-09')
  expect(dayIn(workbook([{ xml: day(44_538) }], '<workbookPr date1904="true"/>'))).toBe('2025-12-09')
  const typed = sheet('<row r="1"><c r="A1" t="d"><v>2025-12-09T00:00:00</v></c></row>')
  expect(dayIn(workbook([{ xml: typed }]))).toBe('2025-12-09')
})

it('the list is the sheet that has its head, never a hidden one, and the search of an erasure sees all', () => {
  const list = sheet(`<row r="1">${text('A1', 'name')}</row><row r="2">${text('A2', 'Ähtäri')}</row>`)
  const old = sheet(`<row r="1">${text('A1', 'name')}</row><row r="2">${text('A2', 'Vanha')}</row>`)
  const book = workbook([
    { xml: sheet(`<row r="1">${text('A1', 'Ohje')}</row>`) },
    { xml: old, state: 'hidden' },
    { xml: list },
  ])
  expect(readCsv(book, ['name']).lines.map(({ values }) => values.name)).toEqual(['Ähtäri'])
  expect(sheetsOf(book).map(({ isHidden, rows }) => [isHidden, rows.at(-1)?.cells[0]])).toEqual([
    [false, 'Ohje'],
    [true, 'Vanha'],
    [false, 'Ähtäri'],
  ])
})

it('cells that are merged below each other say the same, and a formula without a value is told', () => {
  const rows = [
    `<row r="1">${text('A1', 'name')}${text('B1', 'city')}</row>`,
    `<row r="2">${text('A2', 'A')}${text('B2', 'Espoo')}</row>`,
    `<row r="3">${text('A3', 'B')}</row>`,
    `<row r="4">${text('A4', 'C')}<c r="B4"><f>B2&amp;B3</f><v></v></c></row>`,
  ]
  const merged = '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>'
  const read = readCsv(workbook([{ xml: sheet(rows.join(''), merged) }]), ['name', 'city'])
  expect(read.lines.map(({ values }) => values)).toEqual([
    { name: 'A', city: 'Espoo' },
    { name: 'B', city: 'Espoo' },
  ])
  expect(read.problems).toMatchObject([{ line: 4, column: 'city', code: 'NO_VALUE', value: '=B2&B3' }])
})

it('a workbook of the old form and a page of the web with its name cannot be read, and say so', () => {
  const problems = (content: Uint8Array) => readCsv(content, ['name']).problems.map(({ code }) => code)
  expect(problems(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toEqual(['FILE_UNREADABLE'])
  expect(problems(strToU8('<html><table><tr><td>name</td></tr></table></html>'))).toEqual(['FILE_UNREADABLE'])
})
