import type { CsvForm } from '#platform/values/csv-form.ts'

/**
 * How a company's salary rows become a file for its payroll program. A profile is data: a new program is a new entry
 * here and a golden file beside the test, no code. Each is to be proved with the program before its first use.
 */

/** What a column may hold. */
export const exportSources = [
  'employeeNumber',
  'lastName',
  'firstName',
  'unit',
  'costUnit',
  'agreementNumber',
  'payTypeCode',
  'payTypeName',
  'quantity',
  'unitPrice',
  'month',
  'payrollMonth',
  'monthStart',
  'monthEnd',
  'pensionable',
  'batch',
  'fixed',
] as const
export type ExportSource = (typeof exportSources)[number]

export interface ExportColumn {
  readonly source: ExportSource
  /** The header where it is not the column's name in the company's language. */
  readonly header?: string | undefined
  /** What a fixed column holds, or what the name of a batch begins with. */
  readonly value?: string | undefined
}

/** A file of one line for each salary row. */
export interface CsvProfile extends CsvForm {
  readonly hasHeader: boolean
  readonly quantityDecimals: 0 | 2
  readonly columns: readonly ExportColumn[]
}

const of = (...sources: readonly ExportSource[]): ExportColumn[] => sources.map((source) => ({ source }))
const fixed = (header: string, value = ''): ExportColumn => ({ source: 'fixed', header, value })

const plain: CsvProfile = {
  separator: ';',
  quotes: 'NEEDED',
  hasHeader: true,
  dateFormat: 'DD.MM.YYYY',
  decimalSign: ',',
  encoding: 'UTF-8-BOM',
  quantityDecimals: 0,
  columns: of('employeeNumber', 'payTypeCode', 'payTypeName', 'quantity', 'unitPrice', 'month', 'pensionable'),
}

/** The profiles that write lines. */
export const csvProfiles = {
  PLAIN: plain,
  /** The date first and mandatory, no header, no quotes. */
  MEPCO: {
    ...plain,
    quotes: 'NEVER',
    hasHeader: false,
    encoding: 'UTF-8',
    columns: of('monthEnd', 'employeeNumber', 'payTypeCode', 'quantity', 'unitPrice', 'costUnit'),
  },
  /** Number, start and end day, code, hours, factor, unit price; a decimal point, ISO-8859-1. */
  PRIMA: {
    ...plain,
    quotes: 'NEVER',
    hasHeader: false,
    decimalSign: '.',
    encoding: 'ISO-8859-1',
    quantityDecimals: 2,
    columns: [
      ...of('employeeNumber', 'monthStart', 'monthEnd', 'payTypeCode', 'quantity'),
      fixed('kerroin'),
      ...of('unitPrice'),
    ],
  },
  /**
   * Rows of type E: person, code, name, quantity, price and the first dimension. Nepton's description has the identity code
   * as the person, Ecom's the employee number; the service never holds the code, so the numbers have to be Procountor's.
   */
  PROCOUNTOR: {
    ...plain,
    hasHeader: false,
    encoding: 'UTF-8',
    quantityDecimals: 2,
    columns: [
      fixed('rivityyppi', 'E'),
      ...of('employeeNumber', 'payTypeCode', 'payTypeName', 'quantity', 'unitPrice'),
      fixed('dimensio', 'Kustannuspaikka'),
      ...of('costUnit'),
    ],
  },
  /**
   * Eleven columns in fixed places, as Maxtech describes "Fennoa: Palkka-aineistosiirto" (tuki.maxtech.fi, read on
   * 29 November 2026): number, code, day, hours, value and cost unit, the others empty; no header, UTF-8, decimal comma.
   */
  FENNOA: {
    ...plain,
    hasHeader: false,
    encoding: 'UTF-8',
    quantityDecimals: 2,
    columns: [
      ...of('employeeNumber', 'payTypeCode', 'monthEnd', 'quantity'),
      fixed('E'),
      ...of('unitPrice'),
      ...['G', 'H', 'I', 'J'].map((header) => fixed(header)),
      ...of('costUnit'),
    ],
  },
  FIVALDI: {
    ...plain,
    encoding: 'UTF-8',
    quantityDecimals: 2,
    columns: [
      { source: 'batch', header: 'ERA', value: 'Palkat' },
      { source: 'monthEnd', header: 'PVM' },
      { source: 'employeeNumber', header: 'HENKILO' },
      { source: 'payTypeCode', header: 'PALKKALAJI' },
      { source: 'quantity', header: 'MAARA' },
      { source: 'costUnit', header: 'SK1' },
      ...['SK2', 'SK3', 'SK4', 'KERROIN'].map((header) => fixed(header)),
      { source: 'unitPrice', header: 'HINTA' },
      fixed('KULUTILI'),
      { source: 'payTypeName', header: 'SELITE' },
      ...['PAIVITYSTAPA', 'LOMA_ALKUPVM', 'LOMA_LOPPUPVM'].map((header) => fixed(header)),
    ],
  },
} as const satisfies Record<string, CsvProfile>

/** The names that a company may choose; NETVISOR writes XML, OWN is a profile of the company's own. */
export const exportProfileNames = [
  'PLAIN',
  'MEPCO',
  'NETVISOR',
  'PRIMA',
  'PROCOUNTOR',
  'FENNOA',
  'FIVALDI',
  'OWN',
] as const
export type ExportProfileName = (typeof exportProfileNames)[number]

/** What a company has chosen. */
export interface ExportChoice {
  readonly profile?: ExportProfileName | undefined
  readonly own?: CsvProfile | undefined
}

/** The profile of a company's choice; null stands for Netvisor's XML. */
export function profileOf({ profile = 'PLAIN', own }: ExportChoice): CsvProfile | null {
  if (profile === 'NETVISOR') return null
  return profile === 'OWN' ? (own ?? plain) : csvProfiles[profile]
}
