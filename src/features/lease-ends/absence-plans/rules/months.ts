/** Who bears which month of an absence, and what it comes to. Pure; cents, Helsinki days. */

import { absencePayers } from '#features/payroll/reporting/rules/absence-months.ts'
import { type PaymentChange, paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import { addMonths, type Day, firstOfMonth, type Month, monthOf } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

export const absenceKinds = ['SICK', 'PARENTAL', 'STUDY', 'LAY_OFF', 'OTHER'] as const
export type AbsenceKind = (typeof absenceKinds)[number]
export const planStates = ['PROPOSED', 'CONFIRMED', 'CHANGED', 'CANCELLED', 'ENDED'] as const
export type PlanState = (typeof planStates)[number]
export type PlanAsker = 'EMPLOYEE' | 'EMPLOYER'

/** Days from the first unpaid one on for which the employer bears the lease. */
export const employerDaysOf = (kind: AbsenceKind): number => (kind === 'LAY_OFF' ? 90 : 30)

export interface AbsentLease {
  readonly startDay: Day
  readonly endDay: Day
  /** The last day that the lease runs or will run. */
  readonly lastDay: Day
  readonly instalmentCents: Cents
  readonly lastInstalmentCents: Cents
  readonly changes: readonly PaymentChange[]
}

export interface PlanMonth {
  readonly month: Month
  readonly payer: 'EMPLOYER' | 'EMPLOYEE'
  /** The month's instalment. */
  readonly cents: Cents
}

/** What a month of a lease costs; the last one of the term has its own sum. */
export function instalmentIn(lease: AbsentLease, month: Month): Cents {
  const payment = paymentIn(lease, lease.changes, month)
  return month === monthOf(lease.endDay) ? payment.lastInstalmentCents : payment.instalmentCents
}

/** The months of an absence in which the lease runs, each with its payer and its sum. */
export function planMonths(
  lease: AbsentLease,
  { from, to, employerDays }: { from: Day; to: Day; employerDays: number },
): PlanMonth[] {
  const months: PlanMonth[] = []
  for (const period of absencePayers({ from, to, employerDays }))
    for (let month = period.from; month <= (period.to ?? month); month = monthOf(addMonths(firstOfMonth(month), 1))) {
      if (month < monthOf(lease.startDay) || month > monthOf(lease.lastDay)) continue
      const payer = period.payer === 'EMPLOYEE' ? 'EMPLOYEE' : 'EMPLOYER'
      months.push({ month, payer, cents: instalmentIn(lease, month) })
    }
  return months
}

/** Whether a plan may have these days: in their order, inside the lease, at most two years. */
export const arePossibleDays = (lease: Pick<AbsentLease, 'startDay' | 'lastDay'>, from: Day, to: Day): boolean =>
  from <= to && from >= lease.startDay && to <= lease.lastDay && to < addMonths(from, 24)
