import { failField } from '#platform/contract/errors.ts'
import { addDays, type Day, daysBetween } from '#platform/values/days.ts'

const PERIOD_DAYS_MAX = 366

export interface Period {
  readonly from: Day
  readonly to: Day
}

/** @throws VALIDATION at `to` for a period that ends before it begins, or is longer than a year */
export function checkPeriod({ from, to }: Period): void {
  if (to < from) failField('to', 'TOO_SMALL', 'is before the first day', from)
  if (daysBetween(from, to) > PERIOD_DAYS_MAX)
    failField('to', 'TOO_LARGE', 'is more than a year after the first day', addDays(from, PERIOD_DAYS_MAX))
}
