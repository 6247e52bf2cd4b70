import type { Day, Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

interface ColumnBase {
  /** Stays the same in every language; programs that read the file may rely on it. */
  readonly key: string
  readonly header: string
}

/** What a cell of each kind is made from. Null and undefined make an empty cell. */
export interface CellValues {
  readonly text: string
  readonly money: Cents
  readonly integer: number
  readonly day: Day
  readonly month: Month
}

export type CellKind = keyof CellValues

/** One column of a file for spreadsheets; the same description makes the CSV and the XLSX. */
export type SheetColumn<T> = {
  [K in CellKind]: ColumnBase & { readonly kind: K; value(row: T): CellValues[K] | null | undefined }
}[CellKind]

/** `=`, `+`, `-`, `@` and their full-width twins begin a formula; spaces, controls and invisible marks before them do not help. */
const FORMULA_START = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u

/** Whether a spreadsheet program might take a text for a formula. */
export function looksLikeFormula(text: string): boolean {
  return FORMULA_START.test(text)
}
