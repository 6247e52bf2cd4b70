/** When a lease goes to somebody else, and at which price. Pure; cents, Helsinki days. */
import { addMonths, type Day, firstOfNextMonth, monthsBetween } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

export interface PassedOnLease {
  readonly startDay: Day
  readonly residualCents: Cents
  /** The price at the end of each month from the first on. */
  readonly buyOutCents: readonly Cents[]
}

/** The day of a month until which the last signature moves the lease at that month's end. */
const LAST_SIGNING_DAY = 20

/** The first day of the new lease: the next month's, or the one after where the last signature comes late in a month. */
export function transferDay(lastSignature: Day): Day {
  const next = firstOfNextMonth(lastSignature)
  return Number(lastSignature.slice(8)) <= LAST_SIGNING_DAY ? next : addMonths(next, 1)
}

/** The buy-out price at the end of a day's month: what the next company takes on. */
export function priceAtEndOf(lease: PassedOnLease, day: Day): Cents {
  const months = monthsBetween(lease.startDay, firstOfNextMonth(day))
  return lease.buyOutCents[months - 1] ?? lease.residualCents
}
