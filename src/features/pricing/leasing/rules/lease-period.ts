import type { Day } from '#platform/values/days.ts'
import { addMonths, firstOfNextMonth, lastOfMonth, laterDay } from '#platform/values/days.ts'

/** Where a lease stands between its agreement and its last day. */
export const leaseStates = ['NOT_STARTED', 'ACTIVE', 'ENDED'] as const
export type LeaseState = (typeof leaseStates)[number]

/** A lease starts on the first of the month after both the frame number and the delivery are known. */
export function leaseStart(frameKnownDay: Day, deliveryDay: Day): Day {
  return firstOfNextMonth(laterDay(frameKnownDay, deliveryDay))
}

/** A lease of so many months ends on the last day of its last month. @throws RangeError for less than one month. */
export function leaseEnd(start: Day, months: number): Day {
  if (!Number.isSafeInteger(months) || months < 1) throw new RangeError(`Not a number of lease months: ${months}`)
  return lastOfMonth(addMonths(start, months - 1))
}
