import type { PayerPeriod } from '#features/story/lease-story/rules/payer.ts'
import { addDays, type Day, firstOfMonth, laterDay, type Month, monthOf } from '#platform/values/days.ts'
import { monthsFrom, shiftMonth } from './months.ts'

/** An absence without pay, whatever its reason: payroll knows its days and how long the employer bears the lease. */
export interface UnpaidAbsence {
  readonly from: Day
  readonly to: Day
  /** The policy's days from the first unpaid one on: 90 for a lay-off, 30 otherwise. */
  readonly employerDays: number
}

/**
 * Who bears the months of an absence: the employer those whose first unpaid day lies within the policy's days, the
 * person the rest. Months alike stand in one period.
 */
export function absencePayers({ from, to, employerDays }: UnpaidAbsence): PayerPeriod[] {
  const lastEmployerDay = addDays(from, employerDays - 1)
  const payerOf = (month: Month) => (laterDay(from, firstOfMonth(month)) <= lastEmployerDay ? 'EMPLOYER' : 'EMPLOYEE')
  const periods: PayerPeriod[] = []
  for (const month of monthsFrom(monthOf(from), monthOf(to))) {
    const last = periods.at(-1)
    const payer = payerOf(month)
    if (last?.payer === payer && last.to === shiftMonth(month, -1)) periods[periods.length - 1] = { ...last, to: month }
    else periods.push({ from: month, to: month, payer, paidCents: null })
  }
  return periods
}
