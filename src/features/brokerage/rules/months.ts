/** What is left of a lease that is offered to others. Pure; cents, Helsinki days. */
import { type Day, firstOfMonth, firstOfNextMonth, monthOf, monthsBetween } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

export interface PassedOnLease {
  readonly startDay: Day
  readonly residualCents: Cents
  /** The price at the end of each month from the first on. */
  readonly buyOutCents: readonly Cents[]
}

/** Whole months of a lease that are left after this one. */
export const monthsLeft = (today: Day, leaseEndDay: Day): number =>
  Math.max(0, monthsBetween(firstOfMonth(monthOf(today)), firstOfMonth(monthOf(leaseEndDay))))

/** The buy-out price at the end of a day's month: what the next company takes on. */
export function priceAtEndOf(lease: PassedOnLease, day: Day): Cents {
  const months = monthsBetween(lease.startDay, firstOfNextMonth(day))
  return lease.buyOutCents[months - 1] ?? lease.residualCents
}
