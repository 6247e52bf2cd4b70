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
