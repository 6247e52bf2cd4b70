import { addDays, type Day, daysBetween } from '#platform/values/days.ts'

/** The longest period that is counted at once. */
export const PERIOD_MAX_DAYS = 366

/** The first counts openings of registration links, the others people. */
export const funnelSteps = ['OPENED', 'APPLIED', 'JOINED', 'ORDERED', 'SIGNED', 'DELIVERED'] as const
export type FunnelStep = (typeof funnelSteps)[number]

/** The days that a quarter of a year is chosen by where nobody has chosen any. */
export const usualPeriod = (today: Day): { from: Day; to: Day } => ({ from: addDays(today, -90), to: today })

/** Whether a period is longer than is counted at once. */
export const isTooLong = (from: Day, to: Day): boolean => daysBetween(from, to) >= PERIOD_MAX_DAYS

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** The Mondays of every week that a period touches. */
export function weeksOf(from: Day, to: Day): Day[] {
  const weeks: Day[] = []
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) weeks.push(monday)
  return weeks
}
