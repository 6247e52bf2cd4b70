/**
 * The vouchers of a month as files that bookkeeping programs read. Pure. Read in public copies on 29 November 2026; each
 * file is to be tried with the program before its first use.
 *
 * NETVISOR: the columns of "Kirjanpitotietojen tuonti" (support.netvisor.fi, article 77000498453), which its clerk maps at
 * the import: kind, number and day of the voucher, an explanation of 255 characters at most, the account by its number
 * alone, one sum with debit above zero and without thousands. A header, decimal comma.
 *
 * PROCOUNTOR: "Laskuaineiston siirtotiedosto" (support.procountor.fi, article 360000256417) with documents of type N: each
 * voucher a journal receipt of its own, where the accounting file of article 360000242238 makes one receipt of all. A
 * record of 47 fields and a record for each row with its account in the fourteenth; no header, no quotes, no semicolon in
 * a field, decimal comma, a row's text of 80 characters at most. Tax stands in rows of its own, so every rate is 0.
 *
 * FENNOA: its import of files is described to its customers alone, so these are the fields and forms of its public
 * accounting interface (tietopankki.fennoa.com/api-accounting): the days of ISO 8601, a decimal point, debit or credit.
 * Fennoa numbers vouchers itself; ours stands in the description.
 */
import type { CsvForm } from '#platform/values/csv-form.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

export const voucherPrograms = ['NETVISOR', 'PROCOUNTOR', 'FENNOA'] as const
export type VoucherProgram = (typeof voucherPrograms)[number]

/** A numbered voucher of a closed month, with the codes that its accounts had at the closing. */
export interface FiledVoucher {
  readonly series: 'ML' | 'OL' | 'TI' | 'MU'
  readonly year: number
  readonly number: number
  readonly day: Day
  readonly ownDay: Day | null
  readonly document: string | null
  readonly party: string | null
  readonly rows: readonly { readonly code: string | undefined; readonly cents: Cents }[]
}

/** One field of a line: what it is called, what it holds, and what the program takes there. */
export interface Cell {
  readonly field: string
  readonly value: string | Cents | { readonly day: Day }
  /** So many characters at most. */
  readonly max?: number
  /** Digits alone, and at least one. */
  readonly isNumber?: true
}

export interface VoucherFile {
  readonly form: CsvForm
  readonly header: readonly string[] | null
  readonly linesOf: (voucher: FiledVoucher) => readonly (readonly Cell[])[]
}

const finnish = { separator: ';', quotes: 'NEEDED', dateFormat: 'DD.MM.YYYY', decimalSign: ',' } as const
const seriesNumbers = { ML: 1, OL: 2, TI: 3, MU: 4 } as const
/** A number of a series, made one of its year: `1000012` is ML 12. */
const NUMBERS_OF_SERIES = 1_000_000

const nameOf = ({ series, year, number }: FiledVoucher) => `${series} ${year}/${number}`

const explanationOf = (voucher: FiledVoucher, ...parts: readonly (string | null)[]) =>
  [nameOf(voucher), ...parts, voucher.ownDay && formatDay(voucher.ownDay)].filter(Boolean).join(', ')

const account = (field: string, code: string | undefined): Cell => ({
  field,
  value: code ?? '',
  isNumber: true,
  max: 9,
})

function netvisorLines(voucher: FiledVoucher): Cell[][] {
  const { series, number, day, document, party, rows } = voucher
  return rows.map(({ code, cents }) => [
    { field: 'Tositelaji', value: series },
    // Beyond a million the next series would begin.
    {
      field: 'Tositenumero',
      value: number < NUMBERS_OF_SERIES ? String(seriesNumbers[series] * NUMBERS_OF_SERIES + number) : '',
      isNumber: true,
    },
    { field: 'Päivämäärä', value: { day } },
    { field: 'Selite 1', value: explanationOf(voucher, document, party), max: 255 },
    account('Tilinumero', code),
    { field: 'Summa', value: cents },
  ])
}

const procountorFields = [
  ...['Laskutyyppi', 'Valuuttakoodi', 'Viitenumero', 'Pankkitili', 'Y-tunnus', 'Maksutapa', 'Liikekumppanin nimi'],
  ...['Toimitustapa', 'Laskun alennus', 'Sis. alv', 'Hyvityslasku', 'Viivästyskorko', 'Laskun päivä', 'Toimituspäivä'],
  ...['Eräpäivä', 'Liikekumppanin osoite', 'Laskutusosoite', 'Toimitusosoite', 'Lisätiedot', 'Muistiinpanot'],
  ...['Sähköposti', 'Maksupäivä', 'Valuuttakurssi', 'Loppusumma', 'Alv-prosentti', 'Laskukanava', 'Verkkolaskutunnus'],
  ...['Tilausviite', 'Kirjanpito riveittäin', 'Finvoice-osoite 1', 'Finvoice-osoite 2', 'Asiakasnumero'],
  ...['Automaattinen lähetys', 'Liitetiedosto', 'Yhteyshenkilö', 'SWIFT-tunnus', 'Verkkolaskuoperaattori'],
  ...['OVT-tunnus', 'Laskuttajan laskunumero', 'Faktoring-sopimus', 'Alv-maakoodi', 'Kielikoodi'],
  ...['Käteisalennuksen päivät', 'Käteisalennuksen prosentti', 'Alv-vähennysprosentti', 'Alv-tyyppi', 'Alv-status'],
] as const
const procountorRowFields = [
  ...['Tyhjä', 'Tuotteen kuvaus', 'Tuotekoodi', 'Määrä', 'Yksikkö', 'Yksikköhinta', 'Rivin alennus', 'Rivin alv'],
  ...['Rivikommentti', 'Rivin tilausviite', 'Ostotilausnumero', 'Tilausvahvistus', 'Lähetysluettelo', 'Kirjanpitotili'],
] as const
type ProcountorField = (typeof procountorFields)[number] | (typeof procountorRowFields)[number]
type Given = Partial<Record<ProcountorField, Omit<Cell, 'field'>>>

/** A record with all its fields in their places, those that are not given empty. */
const record = (names: readonly ProcountorField[], given: Given): Cell[] =>
  procountorFields.map((_, at) => {
    const field = names[at] ?? ''
    return { field, ...(given[field as ProcountorField] ?? { value: '' }) }
  })

function procountorLines(voucher: FiledVoucher): Cell[][] {
  const { day, document, party, rows } = voucher
  const head = record(procountorFields, {
    Laskutyyppi: { value: 'N' },
    Valuuttakoodi: { value: 'EUR' },
    'Sis. alv': { value: 'f' },
    Hyvityslasku: { value: 'f' },
    'Laskun päivä': { value: { day } },
    Muistiinpanot: { value: explanationOf(voucher, document) },
    'Alv-prosentti': { value: '0' },
    'Kirjanpito riveittäin': { value: 't' },
    'Laskuttajan laskunumero': { value: nameOf(voucher) },
  })
  const rowsOf = rows.map(({ code, cents }) =>
    record(procountorRowFields, {
      'Tuotteen kuvaus': { value: party ?? document ?? nameOf(voucher), max: 80 },
      Määrä: { value: '1' },
      Yksikköhinta: { value: cents },
      'Rivin alennus': { value: '0' },
      'Rivin alv': { value: '0' },
      Kirjanpitotili: account('', code),
    }),
  )
  return [head, ...rowsOf.map((cells) => cells.map((cell, at) => ({ ...cell, field: procountorRowFields[at] ?? '' })))]
}

const fennoaHeader = [
  'entry_date',
  'series_code',
  'description',
  'account',
  'debit',
  'credit',
  'row_description',
] as const

function fennoaLines(voucher: FiledVoucher): Cell[][] {
  const { day, document, party, rows } = voucher
  return rows.map(({ code, cents }) => [
    { field: 'entry_date', value: { day } },
    { field: 'series_code', value: 'GL' },
    { field: 'description', value: explanationOf(voucher, document), max: 255 },
    account('account', code),
    { field: 'debit', value: cents > 0 ? cents : '' },
    { field: 'credit', value: cents < 0 ? -cents : '' },
    { field: 'row_description', value: party ?? '', max: 255 },
  ])
}

export const voucherFiles: Readonly<Record<VoucherProgram, VoucherFile>> = {
  NETVISOR: {
    form: { ...finnish, encoding: 'ISO-8859-1' },
    header: ['Tositelaji', 'Tositenumero', 'Päivämäärä', 'Selite 1', 'Tilinumero', 'Summa'],
    linesOf: netvisorLines,
  },
  PROCOUNTOR: {
    form: { ...finnish, quotes: 'NEVER', encoding: 'ISO-8859-1' },
    header: null,
    linesOf: procountorLines,
  },
  FENNOA: {
    form: { ...finnish, dateFormat: 'YYYY-MM-DD', decimalSign: '.', encoding: 'UTF-8' },
    header: fennoaHeader,
    linesOf: fennoaLines,
  },
}

export type CellProblem = 'FILE_TOO_LONG' | 'FILE_NO_NUMBER'

/** What the program would not take of a cell; null where it takes it. */
export function problemOf({ value, max, isNumber }: Cell): CellProblem | null {
  if (typeof value !== 'string') return null
  if (isNumber && !/^\d+$/.test(value)) return 'FILE_NO_NUMBER'
  return max !== undefined && value.length > max ? 'FILE_TOO_LONG' : null
}
