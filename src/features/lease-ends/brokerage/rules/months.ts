/** What is left of a lease that is offered to others. Pure; Helsinki days. */
import { type Day, firstOfMonth, monthOf, monthsBetween } from '#platform/values/days.ts'

/** Whole months of a lease that are left after this one. */
export const monthsLeft = (today: Day, leaseEndDay: Day): number =>
  Math.max(0, monthsBetween(firstOfMonth(monthOf(today)), firstOfMonth(monthOf(leaseEndDay))))
