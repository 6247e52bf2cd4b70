/** How a program wants its CSV files written. */

export const separators = [';', ',', 'TAB'] as const
export const quoteModes = ['NEEDED', 'ALWAYS', 'NEVER'] as const
export const dateFormats = ['DD.MM.YYYY', 'D.M.YYYY', 'YYYY-MM-DD', 'YYYYMMDD'] as const
export const decimalSigns = [',', '.'] as const
export const encodings = ['UTF-8', 'UTF-8-BOM', 'ISO-8859-1'] as const

export interface CsvForm {
  readonly separator: (typeof separators)[number]
  readonly quotes: (typeof quoteModes)[number]
  readonly dateFormat: (typeof dateFormats)[number]
  readonly decimalSign: (typeof decimalSigns)[number]
  readonly encoding: (typeof encodings)[number]
}

/** Whether a form would tear every amount in two: its decimal sign is its separator, and quotes may not hold them together. */
export function splitsAmounts({ separator, decimalSign, quotes }: Omit<CsvForm, 'dateFormat' | 'encoding'>): boolean {
  return quotes === 'NEVER' && separator === decimalSign
}
