import { addDays, type Day } from './days.ts'

/**
 * Easter Sunday of a year of the Gregorian calendar (the anonymous algorithm of 1876, as printed by Meeus).
 * @param year a full year, such as 2026
 */
export function easterSunday(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** 0 for Sunday to 6 for Saturday. */
function weekdayOf(day: Day): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay()
}

const FIXED_HOLIDAYS = ['01-01', '01-06', '05-01', '12-06', '12-24', '12-25', '12-26']

/** Midsummer Eve: the Friday between 19 and 25 June. */
function isMidsummerEve(day: Day): boolean {
  return day.slice(5) >= '06-19' && day.slice(5) <= '06-25' && weekdayOf(day) === 5
}

/**
 * Whether banks in Finland settle payments on this day: no Saturday, Sunday, public holiday, Midsummer Eve or Christmas
 * Eve (Finance Finland's list of banking days).
 */
export function isBankDay(day: Day): boolean {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6) return false
  if (FIXED_HOLIDAYS.includes(day.slice(5)) || isMidsummerEve(day)) return false
  const easter = easterSunday(Number(day.slice(0, 4)))
  return ![addDays(easter, -2), addDays(easter, 1), addDays(easter, 39)].includes(day)
}

/** The day itself when it is a bank day, else the first one after it. */
export function bankDayFrom(day: Day): Day {
  return isBankDay(day) ? day : bankDayFrom(addDays(day, 1))
}

/** The day itself when it is a bank day, else the last one before it. */
export function bankDayUntil(day: Day): Day {
  return isBankDay(day) ? day : bankDayUntil(addDays(day, -1))
}

/** The bank day that follows a day by a number of bank days, at least one. */
export function addBankDays(day: Day, count: number): Day {
  const next = bankDayFrom(addDays(day, 1))
  return count <= 1 ? next : addBankDays(next, count - 1)
}
