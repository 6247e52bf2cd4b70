import { type Day, type Month, monthOf } from '#platform/values/days.ts'

/** The month of a day that was checked when it was read; a month of many leases asks for millions. */
export const monthOfKnown = (day: Day): Month => day.slice(0, 7)

/** The month that many months later, or earlier for a negative count. */
export function shiftMonth(month: Month, months: number): Month {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  const year = String(Math.floor(number / 12)).padStart(4, '0')
  return monthOf(`${year}-${String((number % 12) + 1).padStart(2, '0')}-01`)
}

/** Every month from the first to the last, both included; none when the last is earlier. */
export function monthsFrom(first: Month, last: Month): Month[] {
  const months: Month[] = []
  for (let month = first; month <= last; month = shiftMonth(month, 1)) months.push(month)
  return months
}

/** How many months lie from one month to another; 0 for the same month. */
export function monthsApart(from: Month, to: Month): number {
  const number = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return number(to) - number(from)
}

/** January of the month's year, where the yearly exemption begins anew. */
export function januaryOf(month: Month): Month {
  return `${month.slice(0, 4)}-01`
}

/** The earliest of the months, or null of none. Months sort as text. */
export function earliestMonth(months: readonly Month[]): Month | null {
  return months.reduce<Month | null>((found, month) => (found === null || month < found ? month : found), null)
}

/** The latest of the months, or null of none. */
export function latestMonth(months: readonly Month[]): Month | null {
  return months.reduce<Month | null>((found, month) => (found === null || month > found ? month : found), null)
}

/** The months from one on that no period of a lease covers, as periods of their own; the last one is open. */
export function gapsFrom(periods: readonly { from: Month; to: Month | null }[], first: Month) {
  const gaps: { from: Month; to: Month | null }[] = []
  let next: Month | null = first
  for (const { from, to } of periods.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (next === null) break
    if (to !== null && to < next) continue
    if (from > next) gaps.push({ from: next, to: shiftMonth(from, -1) })
    next = to === null ? null : shiftMonth(to, 1)
  }
  return next === null ? gaps : [...gaps, { from: next, to: null }]
}
