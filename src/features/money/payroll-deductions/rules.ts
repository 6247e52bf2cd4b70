import { type Day, firstOfMonth, firstOfNextMonth, type Month, monthOf } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

/** A bill is kept from the pay over so many months at most. */
export const MAX_DEDUCTION_MONTHS = 6
/** After this day of the month the pay of the month is taken to be made. */
const LAST_DAY_FOR_THIS_MONTH = 15

const next = (month: Month): Month => monthOf(firstOfNextMonth(firstOfMonth(month)))

/** The first month from whose pay something can still be kept. */
export function firstDeductionMonth(today: Day): Month {
  const month = monthOf(today)
  return Number(today.slice(8)) <= LAST_DAY_FOR_THIS_MONTH ? month : next(month)
}

export interface DeductionMonth {
  readonly month: Month
  readonly askedCents: Cents
}

/**
 * A bill in equal parts over consecutive months; cents that do not divide fall into the first ones.
 * @throws RangeError for more than six months, for none, and for less than a cent a month
 */
export function deductionPlan(openCents: Cents, months: number, first: Month): DeductionMonth[] {
  if (!Number.isSafeInteger(months) || months < 1 || months > MAX_DEDUCTION_MONTHS || openCents < months)
    throw new RangeError(`Not to be kept over ${months} months`)
  const part = Math.floor(openCents / months)
  const rest = openCents - part * months
  const plan: DeductionMonth[] = []
  let month = first
  for (let index = 0; index < months; index += 1) {
    plan.push({ month, askedCents: part + (index < rest ? 1 : 0) })
    month = next(month)
  }
  return plan
}

/** Whether pay still runs in the month of somebody whose last working day is known. */
export const hasPayIn = (month: Month, lastWorkingDay: Day) => month <= monthOf(lastWorkingDay)
