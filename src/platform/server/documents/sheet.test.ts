import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { changingCodePoints, heldText } from '#testing/files/code-points.ts'
import { readWorkbook } from '#testing/files/read-workbook.ts'
import { csvStream, type SheetColumn, toBuffer, xlsxStream } from './sheet.ts'

interface Row {
  readonly name: string | null
  readonly cents: number | null
  readonly count: number | null
  readonly day: string | null
  readonly month: string | null
}

const columns: SheetColumn<Row>[] = [
  { key: 'name', header: 'Nimi; "koko"', kind: 'text', value: (row) => row.name },
  { key: 'amount', header: 'Erä €', kind: 'money', value: (row) => row.cents },
  { key: 'count', header: 'Kuukausia', kind: 'integer', value: (row) => row.count },
  { key: 'day', header: 'Alkaa', kind: 'day', value: (row) => row.day },
  { key: 'month', header: 'Kuukausi', kind: 'month', value: (row) => row.month },
]
const headers = columns.map(({ header }) => header)

const rows: Row[] = [
  { name: 'Äijö, Örjan "Å"', cents: 123_450, count: 40, day: '2026-03-01', month: '2026-03' },
  { name: 'kaksi\nriviä; ja puolipiste', cents: -5, count: 0, day: '2999-01-01', month: '2026-12' },
  { name: ' _x0041_ <&> ]]> ', cents: 100, count: -3, day: '2026-02-28', month: '2025-01' },
  { name: null, cents: null, count: null, day: null, month: null },
]

async function* slowly(all: readonly Row[]) {
  for (const row of all) {
    await null
    yield row
  }
}

const readCsv = (bytes: Buffer): string[][] => parse(bytes, { delimiter: ';', bom: true })

/** The texts of the first column, without the header. */
const firstTexts = (workbook: Uint8Array) =>
  [...readWorkbook(workbook)].flatMap(([place, { text }]) => (/^A(?!1$)/.test(place) ? [text] : []))

describe('CSV', () => {
  it('reads back as what went in, in the Finnish way of writing', async () => {
    const bytes = await toBuffer(csvStream(columns, slowly(rows)))
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(readCsv(bytes)).toEqual([
      headers,
      ['Äijö, Örjan "Å"', '1234,50', '40', '01.03.2026', '03/2026'],
      ['kaksi\nriviä; ja puolipiste', '-0,05', '0', '01.01.2999', '12/2026'],
      [' _x0041_ <&> ]]> ', '1,00', '-3', '28.02.2026', '01/2025'],
      ['', '', '', '', ''],
    ])
  })

  it('quotes texts alone, and writes days and months the Finnish way', async () => {
    const text = (await toBuffer(csvStream(columns, rows.slice(0, 1)))).toString('utf8')
    expect(text.split('\r\n')[1]).toBe('"Äijö, Örjan ""Å""";1234,50;40;01.03.2026;03/2026')
  })

  it('gives the same bytes for the same rows', async () => {
    const once = await toBuffer(csvStream(columns, rows))
    expect(await toBuffer(csvStream(columns, slowly(rows)))).toEqual(once)
  })

  it('puts an apostrophe before every text that could be a formula, and before no other', async () => {
    const starter = fc.constantFrom(
      '=x',
      '@x',
      '＝x',
      '＠x',
      ' =x',
      '\u200b=x',
      '\u00a0@x',
      '+A1',
      '-cmd|',
      '+SUM(',
      '－A1',
    )
    const text = fc.oneof(
      fc.tuple(starter, fc.string({ unit: 'binary' })).map(([begin, rest]) => ({ text: begin + rest, risky: true })),
      fc.tuple(starter, fc.string()).map(([begin, rest]) => ({ text: `a, ${begin}${rest}`, risky: false })),
      fc.stringMatching(/^[-+]?[A-Za-zäöåÄÖÅ .-]*$/).map((safe) => ({ text: safe, risky: false })),
      fc.stringMatching(/^[-+]?[\d ().,-]*$/).map((safe) => ({ text: safe, risky: false })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1 }), async (texts) => {
        const named = texts.map(({ text: name }) => ({ ...rows[0]!, name }))
        const read = readCsv(await toBuffer(csvStream(columns, named))).slice(1)
        const expected = texts.map((one) => (one.risky ? `'${heldText(one.text)}` : heldText(one.text)))
        expect(read.map(([first]) => first)).toEqual(expected)
      }),
    )
  })

  it('keeps a negative amount a number', async () => {
    const read = readCsv(await toBuffer(csvStream(columns, [{ ...rows[0]!, cents: -123 }])))
    expect(read[1]![1]).toBe('-1,23')
  })
})

describe('XLSX', () => {
  it('holds texts as string cells, whatever they begin with, and no formula', async () => {
    const text = fc.tuple(fc.constantFrom('', '=', '+', '-', '@', '\t', '＝', '_x0041_', '<f>', 'a, ='), fc.string())
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1 }), async (parts) => {
        const texts = parts.map(([begin, rest]) => `x${begin}${rest}`.slice(begin ? 1 : 0))
        const workbook = await toBuffer(
          xlsxStream(
            columns,
            texts.map((name) => ({ ...rows[0]!, name })),
            { sheetName: 'Rivit' },
          ),
        )
        const xml = strFromU8(unzipSync(workbook)['xl/worksheets/sheet1.xml']!)
        expect(xml).not.toContain('<f>')
        expect(firstTexts(workbook)).toEqual(texts.filter(Boolean).map(heldText))
      }),
      { numRuns: 50 },
    )
  })

  it('holds no sign that XML cannot hold instead of breaking the workbook', async () => {
    const workbook = await toBuffer(
      xlsxStream(columns, [{ ...rows[0]!, name: 'a\0b\u000bc\ud800d\uffff' }], { sheetName: 'Rivit' }),
    )
    expect(firstTexts(workbook)).toEqual(['a b c\ufffdd'])
  })

  it('gives the same bytes for the same rows', async () => {
    const once = await toBuffer(xlsxStream(columns, rows, { sheetName: 'Rivit' }))
    expect(await toBuffer(xlsxStream(columns, slowly(rows), { sheetName: 'Rivit' }))).toEqual(once)
  })

  it.each([0, 1, 99, 100, 101, 5_000])('numbers %i rows without a gap', async (count) => {
    const many = Array.from({ length: count }, (_, index) => ({ ...rows[0]!, name: `rivi ${index}` }))
    const workbook = await toBuffer(xlsxStream(columns, many, { sheetName: 'Rivit' }))
    const xml = strFromU8(unzipSync(workbook)['xl/worksheets/sheet1.xml']!)
    expect([...xml.matchAll(/<row r="(\d+)">/g)].map(([, row]) => Number(row))).toEqual(
      Array.from({ length: count + 1 }, (_, index) => index + 1),
    )
    expect(firstTexts(workbook)).toEqual(many.map(({ name }) => name))
  })

  it.each([csvStream, (c: SheetColumn<Row>[], r: AsyncIterable<Row>) => xlsxStream(c, r, { sheetName: 'Rivit' })])(
    'draws rows only as they are read, and stops drawing when the reader leaves',
    async (open) => {
      let drawn = 0
      let closed = false
      const endless = async function* () {
        try {
          for (;;) {
            drawn += 1
            yield { ...rows[0]!, name: String(Math.sin(drawn)) }
          }
        } finally {
          closed = true
        }
      }
      const stream = open(columns, endless())
      for await (const chunk of stream) {
        expect(chunk).toBeInstanceOf(Uint8Array)
        break
      }
      expect(stream.destroyed).toBe(true)
      await vi.waitFor(() => expect(closed).toBe(true))
      expect(drawn).toBeLessThan(20_000)
    },
  )

  it('hands an error of the rows to the reader', async () => {
    const broken = async function* () {
      yield rows[0]!
      throw new Error('the database went away')
    }
    await expect(toBuffer(xlsxStream(columns, broken(), { sheetName: 'Rivit' }))).rejects.toThrow(
      'the database went away',
    )
  })
})

function isThere(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.skipIf(!isThere('soffice'))('LibreOffice', () => {
  it('opens the workbook and finds the same cells', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sheet-'))
    try {
      const risky = [
        ...['=1+1', '+358401234567', '-12', '@SUM(A1)', '＝1+1'],
        ...changingCodePoints.map((sign) => `Mä${sign}ki;`),
      ].map((name) => ({ ...rows[0]!, name }))
      await writeFile(
        path.join(folder, 'rows.xlsx'),
        await toBuffer(xlsxStream(columns, [...rows, ...risky], { sheetName: "Rivit [3/2026]'" })),
      )
      // Field separator ;, quote ", UTF-8, from the first row, cells as they are shown.
      const filter = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true'
      await promisify(execFile)('soffice', [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        filter,
        '--outdir',
        folder,
        path.join(folder, 'rows.xlsx'),
      ])
      const read = readCsv(await readFile(path.join(folder, 'rows.csv')))
      expect(read).toEqual([
        headers,
        ['Äijö, Örjan "Å"', '1,234.50', '40', '01.03.2026', '03/2026'],
        ['kaksi\nriviä; ja puolipiste', '-0.05', '0', '01.01.2999', '12/2026'],
        [' _x0041_ <&> ]]> ', '1.00', '-3', '28.02.2026', '01/2025'],
        ...(read.length === 4 + risky.length ? [] : [['', '', '', '', '']]),
        ...risky.map(({ name }) => [heldText(name), '1,234.50', '40', '01.03.2026', '03/2026']),
      ])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 120_000)
})
