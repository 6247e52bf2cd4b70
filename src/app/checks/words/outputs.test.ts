import { parse } from 'csv-parse/sync'
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { ordinaryProfile } from '#features/leases/lessor-files/rules/profile.ts'
import { newsFile } from '#features/leases/lessor-files/server/news-file.ts'
import { sepaText, writePaymentFile } from '#features/money/banking/server/paying/pain-001.ts'
import { writeFinvoice } from '#features/money/e-invoices/server/finvoice-write.ts'
import type { CsvProfile } from '#features/payroll/reporting/rules/export-profile.ts'
import { type ExportPlan, salaryFile } from '#features/payroll/reporting/server/export-file.ts'
import { csvStream, type SheetColumn, toBuffer, xlsxStream } from '#platform/server/documents/sheet.ts'
import { type CsvForm, encodings, quoteModes, separators } from '#platform/values/csv-form.ts'
import { latinText } from '#platform/values/typed/latin.ts'
import { changingCodePoints, codePointsOfRun, heldText } from '#testing/files/code-points.ts'
import { readWorkbook } from '#testing/files/read-workbook.ts'
import { finvoiceFacts } from '#testing/money/finvoice-facts.ts'
import { testPerson } from '#testing/money/payroll-facts.ts'
import { netvisorDocuments } from '#testing/money/payroll-files.ts'

const COLUMNS = 64
const letterColumns: SheetColumn<readonly string[]>[] = Array.from({ length: COLUMNS }, (_, at) => ({
  key: `c${at}`,
  header: `=${at}`,
  kind: 'text',
  value: (row) => row[at],
}))

/** The place of the nth cell below the header, `B2`. */
function placeOf(at: number): string {
  const column = at % COLUMNS
  const letters = `${column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))}${String.fromCharCode(65 + (column % 26))}`
  return `${letters}${2 + Math.floor(at / COLUMNS)}`
}

const inside = (sign: string) => `Mä${sign}ki;\u0308`

/** Texts in rows of as many as the test's sheets have columns. */
function rowsOf(texts: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(texts.length / COLUMNS) }, (_, at) =>
    texts.slice(at * COLUMNS, (at + 1) * COLUMNS),
  )
}

/** The first few texts that were read back as another, so that a failure can be read. */
const differences = (
  texts: readonly string[],
  read: (at: number) => string | undefined,
  wanted: (text: string) => string,
) =>
  texts
    .map((text, at) => ({ text: escape(text), wanted: escape(wanted(text)), read: escape(read(at) ?? 'nothing') }))
    .filter((one) => one.wanted !== one.read)
    .slice(0, 5)

/** Whether a sign begins a formula, by its compatible form. */
const begins = (sign: string, starts: string) => starts.includes(sign.normalize('NFKC')) && heldText(sign) !== ''
const isUnseen = (sign: string) => /^[\s\p{Cc}\p{Cf}]*$/u.test(heldText(sign))

type Case = readonly [
  name: string,
  signs: readonly string[],
  text: (sign: string) => string,
  isFormula: (sign: string) => boolean,
]

const cases: readonly Case[] = [
  ['each code point of the run alone', codePointsOfRun, (sign) => sign, (sign) => begins(sign, '=@')],
  ['each code point of the run inside a name', codePointsOfRun, inside, () => false],
  ['a call behind any sign', changingCodePoints, (sign) => `${sign}HYPERLINK(A1)`, (sign) => begins(sign, '=@+-')],
  [
    'a sum behind any sign',
    changingCodePoints,
    (sign) => `${sign}=1+1`,
    (sign) => begins(sign, '=@+-') || isUnseen(sign),
  ],
]

describe('a list', () => {
  it.each(cases)(
    'holds %s in a CSV file, with an apostrophe before formulas alone',
    async (_, signs, text, isFormula) => {
      const bytes = await toBuffer(csvStream(letterColumns, rowsOf(signs.map(text))))
      const read: string[][] = parse(bytes, { delimiter: ';', bom: true, relax_column_count: true })
      const cell = (at: number) => read[1 + Math.floor(at / COLUMNS)]?.[at % COLUMNS]
      expect(differences(signs, cell, (sign) => `${isFormula(sign) ? "'" : ''}${heldText(text(sign))}`)).toEqual([])
    },
  )

  it.each(cases)(
    'holds %s in a workbook, with the mark of a text on formulas alone',
    async (_, signs, text, isFormula) => {
      const sheet = xlsxStream(letterColumns, rowsOf(signs.map(text)), { sheetName: 'Rivit' })
      const read = readWorkbook(await toBuffer(sheet))
      const cell = (at: number) => {
        const found = read.get(placeOf(at))
        return `${found?.isQuoted ? "'" : ''}${found?.text ?? ''}`
      }
      expect(differences(signs, cell, (sign) => `${isFormula(sign) ? "'" : ''}${heldText(text(sign))}`)).toEqual([])
    },
  )

  it('keeps what looks like an escape of the workbook as it was typed', async () => {
    const texts = ['_x0041_', '_x0041_x0042_', '_x005F_x0041_', 'a_x00e4_x0041']
    const read = readWorkbook(await toBuffer(xlsxStream(letterColumns, [texts], { sheetName: 'Rivit' })))
    expect(texts.map((_, at) => read.get(placeOf(at))?.text)).toEqual(texts)
  })

  it('cuts a text that no cell can hold between two signs', async () => {
    const text = `${'a'.repeat(32_766)}🚲`
    const read = readWorkbook(await toBuffer(xlsxStream(letterColumns, [[text]], { sheetName: 'Rivit' })))
    expect(read.get('A2')?.text).toBe('a'.repeat(32_766))
  })
})

const oneLine = (text: string) => heldText(text).replace(/[\n\t]+/g, ' ')
/** A text in the letters of a form. */
const lettersOf = (text: string, { encoding }: Pick<CsvForm, 'encoding'>) =>
  encoding === 'ISO-8859-1'
    ? Array.from(oneLine(text), (sign) => (sign <= '\u00ff' ? sign : '?')).join('')
    : oneLine(text)

const forms = separators.flatMap((separator) =>
  quoteModes.flatMap((quotes) => encodings.map((encoding) => ({ separator, quotes, encoding }))),
)

/** What a program reads from the file of a form. */
function readForm(bytes: Buffer, { separator, quotes, encoding }: (typeof forms)[number]): string[][] {
  return parse(encoding === 'ISO-8859-1' ? bytes.toString('latin1') : bytes, {
    delimiter: separator === 'TAB' ? '\t' : separator,
    record_delimiter: '\r\n',
    bom: encoding !== 'ISO-8859-1',
    quote: quotes === 'NEVER' ? null : '"',
  })
}

describe('a salary file of a company’s own', () => {
  const plan = (profile: CsvProfile): ExportPlan => ({
    payrollMonth: '2026-05',
    codes: { billDeduction: '3000' },
    choice: { profile: 'OWN', own: profile },
    t: (key) => key,
  })
  const profileOf = (form: (typeof forms)[number]): CsvProfile => ({
    ...form,
    hasHeader: true,
    dateFormat: 'DD.MM.YYYY',
    decimalSign: '.',
    quantityDecimals: 0,
    columns: [
      { source: 'lastName', header: 'Nimi' },
      { source: 'firstName', header: '\u037e' },
      { source: 'payTypeCode', header: 'Laji' },
      { source: 'unitPrice', header: 'Hinta' },
    ],
  })
  const written = (form: (typeof forms)[number], names: readonly string[]) => {
    const deductions = names.map((lastName) => ({
      person: { ...testPerson, lastName, firstName: 'Helmi' },
      invoiceNumber: '1',
      cents: -12_345,
    }))
    return toBuffer(salaryFile([], plan(profileOf(form)), deductions).content)
  }

  it.each(forms)('keeps its columns whatever somebody is called ($separator, $quotes, $encoding)', async (form) => {
    const names = changingCodePoints.flatMap((sign) => [inside(sign), `Malli${sign}Helmi${sign}0,00`])
    const read = readForm(await written(form, names), form)
    const wanted = (name: string) => {
      const text = lettersOf(name, form)
      if (form.quotes !== 'NEVER') return text
      return text.replaceAll(form.separator === 'TAB' ? '\t' : form.separator, ' ').replaceAll('"', '')
    }
    expect(differences(names, (at) => read[at + 1]?.[0], wanted)).toEqual([])
    expect(new Set(read.slice(1).map((cells) => cells.slice(1).join('|')))).toEqual(new Set(['Helmi|3000|-123.45']))
  })

  it.each([
    { separator: ';', quotes: 'NEEDED', encoding: 'UTF-8' },
    { separator: ';', quotes: 'NEVER', encoding: 'ISO-8859-1' },
  ] as const)('holds each code point of the run alone ($quotes, $encoding)', async (form) => {
    const read = readForm(await written(form, codePointsOfRun), form)
    const wanted = (sign: string) => {
      const text = lettersOf(sign, form)
      if (form.quotes === 'NEVER') return begins(text, '=@;"') ? text.replace(/[^;]/, '').replace(';', ' ') : text
      return `${begins(text, '=@') ? "'" : ''}${text}`
    }
    expect(differences(codePointsOfRun, (at) => read[at + 1]?.[0], wanted)).toEqual([])
  })

  it.each(['Malli', '-Malli', '- Malli', '-Malli-Esimerkki', '+358 40 123 4567', '+358(0)40-123', '-12.50', '+'])(
    'writes %s without an apostrophe',
    async (name) => {
      for (const form of forms) expect(readForm(await written(form, [name]), form)[1]?.[0]).toBe(name)
    },
  )

  it('keeps amounts whole in a form that says neither quotes nor another sign, which no company can save any more', async () => {
    const form = { separator: ',', quotes: 'NEVER', encoding: 'UTF-8' } as const
    const rows = salaryFile([], plan({ ...profileOf(form), decimalSign: ',' }), [
      { person: testPerson, invoiceNumber: '1', cents: 12_345 },
    ])
    expect(parse(await toBuffer(rows.content), { delimiter: ',' })[1]?.[3]).toBe('123,45')
  })
})

/** Texts that together hold the code points of the run, each between letters, so many in one. */
function packed(length: number): string[] {
  return Array.from({ length: Math.ceil(codePointsOfRun.length / length) }, (_, at) =>
    codePointsOfRun
      .slice(at * length, (at + 1) * length)
      .map((sign) => `a${sign}b`)
      .join(''),
  )
}

/** Every element of a name in an XML document, by libxml2. */
function elementsOf(xml: Buffer, name: string): string[] {
  const document = XmlDocument.fromBuffer(xml)
  try {
    return document.find(`//*[local-name()="${name}"]`).map((found) => found.content)
  } finally {
    document.dispose()
  }
}

describe('a file for Netvisor', () => {
  it('holds each code point of the run inside a cost unit', async () => {
    const units = packed(500)
    const deductions = units.map((costUnit, at) => ({
      person: { ...testPerson, employeeId: String(at), costUnit },
      invoiceNumber: '1',
      cents: 100,
    }))
    const plan: ExportPlan = {
      payrollMonth: '2026-05',
      codes: {},
      choice: { profile: 'NETVISOR', own: undefined },
      t: String,
    }
    const documents = netvisorDocuments(await toBuffer(salaryFile([], plan, deductions).content))
    const read = documents.flatMap((xml) => elementsOf(Buffer.from(xml), 'dimensionitem'))
    expect(differences(units, (at) => read[at], oneLine)).toEqual([])
  })
})

describe('a file to a lessor', () => {
  it.each(forms.filter(({ quotes }) => quotes === 'NEEDED'))(
    'keeps its columns whatever a company is called ($separator, $encoding)',
    (form) => {
      const names = changingCodePoints.flatMap((sign) => [sign, inside(sign)])
      const bytes = newsFile(
        names.map((companyName) => ({
          kind: 'ENDED',
          subjectId: 's',
          companyId: 'c',
          agreementId: 'a',
          number: 'S-1',
          companyName,
          businessId: '1234567-1',
          frameNumber: null,
          startDay: '2026-01-01',
          endDay: '2026-12-31',
          instalmentCents: 12_345,
          residualCents: -5,
          endReason: null,
        })),
        { ...ordinaryProfile, ...form },
      )
      const read = readForm(bytes, form)
      const at = read[0]!.indexOf('yritys')
      const wanted = (name: string) => `${begins(lettersOf(name, form), '=@') ? "'" : ''}${lettersOf(name, form)}`
      expect(differences(names, (row) => read[row + 1]?.[at], wanted)).toEqual([])
      const rest = read.slice(1).map((cells) => cells.toSpliced(at, 1).join('|'))
      expect(new Set(rest)).toEqual(new Set(['ENDED|S-1|1234567-1||01.01.2026|31.12.2026|123,45|-0,05|']))
    },
  )
})

describe('a payment file', () => {
  it('holds of each code point of the run what SEPA carries, those of other alphabets as Latin ones', () => {
    const names = packed(20)
    const xml = writePaymentFile({
      messageId: 'M1',
      createdAt: new Date(0),
      executionDay: '2026-11-23',
      payer: { name: 'Maksaja Oy', iban: 'FI2112345600000785', businessId: '1234567-1' },
      payments: names.map((name) => ({
        paymentOrderId: '0192b1c0-1111-7000-8000-000000000001',
        payee: { name, iban: 'FI1410093000123458' },
        amountCents: 1,
        referenceNumber: '1232',
        message: null,
      })),
    })
    const wanted = (name: string) => {
      const carried = Array.from(latinText(heldText(name)), (sign) => {
        if (/\p{M}/u.test(sign)) return ''
        return /[\p{L}\p{N}/\-?:().,'+&]/u.test(sign) ? sign : ' '
      })
      const folded = carried.join('').replace(/ +/g, ' ').trim()
      return Array.from(folded).slice(0, 70).join('').trim()
    }
    const read = elementsOf(xml, 'Nm').slice(2)
    expect(differences(names, (at) => read[at], wanted)).toEqual([])
    expect(sepaText('Ma\u0308kela\u0308', 70)).toBe('M\u00e4kel\u00e4')
  })
})

describe('a Finvoice', () => {
  it('holds each code point of the run inside a line, cut between signs', () => {
    const descriptions = packed(30)
    const lines = descriptions.map((description) => ({ description, quantity: 1, netCents: 100, vatBasisPoints: 2550 }))
    const read = elementsOf(writeFinvoice(finvoiceFacts(lines)), 'ArticleName')
    const wanted = (text: string) => {
      const folded = heldText(text).replace(/\s+/gu, ' ').trim()
      return Array.from(folded).slice(0, 100).join('').trim()
    }
    expect(differences(descriptions, (at) => read[at], wanted)).toEqual([])
  })

  it('holds every sign that XML or a quote would change inside an attribute and a name', () => {
    for (const sign of changingCodePoints) {
      const facts = finvoiceFacts([])
      const xml = writeFinvoice({ ...facts, buyer: { ...facts.buyer, name: `Oy ${sign} Ab` } })
      expect(elementsOf(xml, 'BuyerOrganisationName')).toEqual([heldText(`Oy ${sign} Ab`).replace(/\s+/gu, ' ')])
    }
  })
})
