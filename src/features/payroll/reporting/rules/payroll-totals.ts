import type { Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { sumAmounts } from './corrections.ts'
import { type PayrollAmounts, type PayrollEvent, type PayrollRow, payrollEvents } from './payroll-facts.ts'

export interface PayrollTotals {
  /** The sums of the month's own rows, corrections left aside. */
  readonly amounts: Record<keyof PayrollAmounts, Cents>
  /** The sums of the corrections by the month that they correct, oldest first. */
  readonly corrected: readonly { readonly month: Month; readonly amounts: Record<keyof PayrollAmounts, Cents> }[]
  readonly rows: number
  readonly corrections: number
  /** Rows in which something differs from a running month: everything but RUNNING, and corrections. */
  readonly changes: number
  readonly events: Record<PayrollEvent, number>
}

/** Whether a row tells something new: all but a lease that just runs on. */
export function isDifference(row: Pick<PayrollRow, 'event' | 'correctsMonth'>): boolean {
  return row.event !== 'RUNNING' || row.correctsMonth !== null
}

function correctedSums(rows: readonly PayrollRow[]): PayrollTotals['corrected'] {
  const months = Map.groupBy(
    rows.flatMap((row) => (row.correctsMonth === null ? [] : { ...row, correctsMonth: row.correctsMonth })),
    ({ correctsMonth }) => correctsMonth,
  )
  return [...months]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([month, own]) => ({ month, amounts: sumAmounts(own) }))
}

/** Sums and counts of a month's rows. */
export function totalsOf(rows: readonly PayrollRow[]): PayrollTotals {
  const events = Object.fromEntries(payrollEvents.map((event) => [event, 0])) as Record<PayrollEvent, number>
  for (const row of rows) events[row.event] += 1
  return {
    amounts: sumAmounts(rows.filter((row) => row.correctsMonth === null)),
    corrected: correctedSums(rows),
    rows: rows.length,
    corrections: rows.filter((row) => row.correctsMonth !== null).length,
    changes: rows.filter(isDifference).length,
    events,
  }
}
