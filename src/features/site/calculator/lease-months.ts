import type { LeaseSchedule } from '#features/pricing/leasing/rules.ts'
import { regimeInMonth, type TaxRegime } from '#features/pricing/tax/rules/benefit-regime.ts'
import {
  addMonths,
  type Day,
  firstOfNextMonth,
  lastOfMonth,
  laterDay,
  type Month,
  monthOf,
} from '#platform/values/days.ts'
import { mulDivHalfUp, sumCents } from '#platform/values/money.ts'

/** Yearly amounts are spread over twelve equal months. */
export const MONTHS = 12

/** A lease in the calendar. */
export interface Lease {
  readonly schedule: LeaseSchedule
  readonly commitmentDay: Day
  readonly leaseStart: Day
  readonly leaseEnd: Day
}

/** Months of the lease that are alike: same value, same regime. */
export interface MonthKind {
  readonly valueCents: number
  readonly regime: TaxRegime
  readonly months: number
}

/** The months of a lease, like ones together. */
export function monthKinds({ schedule, ...period }: Lease): MonthKind[] {
  const kinds = new Map<string, MonthKind>()
  for (let index = 0; index < schedule.months; index += 1) {
    const isLast = index === schedule.months - 1
    const valueCents = isLast ? schedule.lastInstalmentCents : schedule.instalmentCents
    const regime = regimeInMonth(period, monthOf(addMonths(period.leaseStart, index)))
    const key = `${valueCents} ${regime}`
    kinds.set(key, { valueCents, regime, months: (kinds.get(key)?.months ?? 0) + 1 })
  }
  return [...kinds.values()]
}

/** The month that the monthly figures stand for: January of the tax year, or the nearest month of the lease. */
export function referenceMonth({ leaseStart, leaseEnd }: Lease, year: number): Month {
  const fromStart = laterDay(`${year}-01-01`, leaseStart)
  return monthOf(fromStart < leaseEnd ? fromStart : leaseEnd)
}

/** Twelfths of yearly amounts over the months of each kind, rounded once, half up. */
export function totalOver(kinds: readonly MonthKind[], yearlyCents: (kind: MonthKind) => number): number {
  return mulDivHalfUp(sumCents(kinds.map((kind) => kind.months * yearlyCents(kind))), 1, MONTHS)
}

/** The lease from its first day, or from the first of the month after the commitment where that is not known. */
export function leaseOf(commitmentDay: Day, schedule: LeaseSchedule, leaseStartDay?: Day): Lease {
  const leaseStart = leaseStartDay ?? firstOfNextMonth(commitmentDay)
  const leaseEnd = lastOfMonth(addMonths(leaseStart, schedule.months - 1))
  return { schedule, commitmentDay, leaseStart, leaseEnd }
}
