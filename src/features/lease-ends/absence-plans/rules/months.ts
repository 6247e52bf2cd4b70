/** Who bears which month of an absence, and what it comes to. Pure; cents, Helsinki days. */

import { absencePayers, type UnpaidAbsence } from '#features/payroll/reporting/rules/absence-months.ts'
import { monthsFrom } from '#features/payroll/reporting/rules/months.ts'
import { type PaymentChange, paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import { addMonths, type Day, type Month, monthOf } from '#platform/values/days.ts'
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

/** Whether an absence may have these days, whatever its lease: in their order, at most two years. */
export const isSpan = (from: Day, to: Day): boolean => from <= to && to < addMonths(from, 24)

/** Each month of an absence with who pays it. */
export const payersByMonth = (absence: UnpaidAbsence): Omit<PlanMonth, 'cents'>[] =>
  absencePayers(absence).flatMap(({ from, to, payer }) =>
    monthsFrom(from, to ?? from).map((month) => ({ month, payer: payer === 'EMPLOYEE' ? 'EMPLOYEE' : 'EMPLOYER' })),
  )

/** The months of an absence in which the lease runs, each with its payer and its sum. */
export const planMonths = (lease: AbsentLease, absence: UnpaidAbsence): PlanMonth[] =>
  payersByMonth(absence)
    .filter(({ month }) => month >= monthOf(lease.startDay) && month <= monthOf(lease.lastDay))
    .map((one) => ({ ...one, cents: instalmentIn(lease, one.month) }))

/** Whether a plan may have these days: in their order, inside the lease, at most two years. */
export const arePossibleDays = (lease: Pick<AbsentLease, 'startDay' | 'lastDay'>, from: Day, to: Day): boolean =>
  isSpan(from, to) && from >= lease.startDay && to <= lease.lastDay
