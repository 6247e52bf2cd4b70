/**
 * Business dates are `YYYY-MM-DD` texts of Europe/Helsinki and instants are
 * UTC. Everything here is calendar arithmetic on the text itself or goes
 * through Intl with a named zone, so the machine's own zone never matters.
 */

/** A calendar day of Helsinki, `YYYY-MM-DD`; sorts as text. */
export type Day = string
/** A calendar month, `YYYY-MM`; sorts as text. */
export type Month = string

/** The last working day of a person whose employment has no known end (specification §4). */
export const NO_LAST_DAY: Day = '2999-01-01'

const ZONE = 'Europe/Helsinki'
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const MS_PER_DAY = 86_400_000
const FAR_FUTURE_MONTHS = 20 * 12

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

type WallClock = { year: string; month: string; day: string; hour: string; minute: string; second: string }

function wallClock(instant: Date): WallClock {
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value])) as WallClock
  return { ...parts, year: parts.year.padStart(4, '0') }
}

/** What Helsinki's clock shows at an instant, as if it were UTC. */
function shownMs(instant: number): number {
  const { year, month, day, hour, minute, second } = wallClock(new Date(instant))
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const MS_PER_HOUR = 3_600_000
/** How far ahead of UTC Helsinki's clocks are in an hour of UTC; since 1970 they have changed at full hours alone. */
const offsets = new Map<number, number>()
const OFFSETS_MAX = 20_000

function offsetMs(ms: number): number {
  const hour = Math.floor(ms / MS_PER_HOUR)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const start = hour * MS_PER_HOUR
  const offset = shownMs(start) - start
  if (offsets.size < OFFSETS_MAX) offsets.set(hour, offset)
  return offset
}

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** Days that have proved to exist: a payroll month of a large employer asks about the same few a million times. */
const existingDays = new Set<string>()
const EXISTING_DAYS_MAX = 20_000

/** Whether a text is a day that exists in the calendar, `2025-02-29` is not. */
export function isDay(text: string): boolean {
  if (existingDays.has(text)) return true
  if (!DAY_PATTERN.test(text)) return false
  const day = Number(text.slice(8))
  const exists = day >= 1 && day <= longestDay(text)
  if (exists && existingDays.size < EXISTING_DAYS_MAX) existingDays.add(text)
  return exists
}

/** How many days the month of a day has; 0 for a month that there is not. */
function longestDay(text: string): number {
  const month = Number(text.slice(5, 7))
  return (DAYS_OF_MONTHS[month - 1] ?? 0) + (month === 2 && isLeap(Number(text.slice(0, 4))) ? 1 : 0)
}

function assertDay(day: Day): void {
  if (!isDay(day)) throw new RangeError(`Not a calendar day: ${day}`)
}

function utcMs(day: Day): number {
  assertDay(day)
  return Date.parse(`${day}T00:00:00Z`)
}

function dayOfUtc(ms: number): Day {
  const date = new Date(ms)
  const year = Number.isNaN(ms) ? Number.NaN : date.getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) throw new RangeError('Day is outside the years 0000 to 9999')
  return date.toISOString().slice(0, 10)
}

/** Months since year 0, and the day of the month. */
function monthNumber(day: Day): { months: number; dayOfMonth: number } {
  assertDay(day)
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  return { months, dayOfMonth: Number(day.slice(8)) }
}

function dayFrom(months: number, dayOfMonth: number): Day {
  const year = Math.floor(months / 12)
  const day = [
    String(year).padStart(4, '0'),
    String((months % 12) + 1).padStart(2, '0'),
    String(dayOfMonth).padStart(2, '0'),
  ].join('-')
  if (!isDay(day)) throw new RangeError('Day is outside the years 0000 to 9999')
  return day
}

/** The day that the wall calendar of Helsinki shows at an instant. */
export function helsinkiDay(instant: Date): Day {
  const ms = instant.getTime()
  if (ms >= 0) return dayOfUtc(ms + offsetMs(ms))
  const { year, month, day } = wallClock(instant)
  return `${year}-${month}-${day}`
}

/** The instant at which a Helsinki day begins, right on both days when the clocks change. */
export function startOfHelsinkiDay(day: Day): Date {
  const midnight = utcMs(day)
  let instant = midnight
  // The offset depends on the instant itself; the second round settles it next to a clock change.
  for (let round = 0; round < 2; round += 1) {
    instant += midnight - shownMs(instant)
  }
  return new Date(instant)
}

/** Negative, zero or positive, for sorting from the earliest day. */
export function compareDays(left: Day, right: Day): number {
  return Math.sign(utcMs(left) - utcMs(right))
}

/** The later of two days. */
export function laterDay(left: Day, right: Day): Day {
  return compareDays(left, right) >= 0 ? left : right
}

/** The day that many calendar days later, or earlier for a negative count. */
export function addDays(day: Day, days: number): Day {
  return dayOfUtc(utcMs(day) + days * MS_PER_DAY)
}

/** Whole days from one day to another, negative when the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((utcMs(to) - utcMs(from)) / MS_PER_DAY)
}

/** The same day of the month that many months later; the last day of the month where that day does not exist. */
export function addMonths(day: Day, months: number): Day {
  const { months: start, dayOfMonth } = monthNumber(day)
  const first = dayFrom(start + months, 1)
  const last = Number(lastOfMonth(first).slice(8))
  return `${first.slice(0, 8)}${String(Math.min(dayOfMonth, last)).padStart(2, '0')}`
}

/** Whole months that fit between two days, negative when the second is earlier. */
export function monthsBetween(from: Day, to: Day): number {
  if (compareDays(from, to) > 0) return 0 - monthsBetween(to, from)
  const months = monthNumber(to).months - monthNumber(from).months
  return compareDays(addMonths(from, months), to) > 0 ? months - 1 : months
}

/** The month a day is in. */
export function monthOf(day: Day): Month {
  assertDay(day)
  return day.slice(0, 7)
}

/** The first day of a month. */
export function firstOfMonth(month: Month): Day {
  const day = `${month}-01`
  assertDay(day)
  return day
}

/** The last day of the month a day is in. */
export function lastOfMonth(day: Day): Day {
  assertDay(day)
  return `${day.slice(0, 8)}${longestDay(day)}`
}

/** The month after a month. */
export function nextMonth(month: Month): Month {
  return monthOf(addMonths(firstOfMonth(month), 1))
}

/** The first day of the month after the one a day is in. */
export function firstOfNextMonth(day: Day): Day {
  return dayFrom(monthNumber(day).months + 1, 1)
}

/** A month for people, `3/2026`. */
export function formatMonth(month: Month): string {
  return `${Number(month.slice(5))}/${month.slice(0, 4)}`
}

/** A day for people, `15.3.2026`. */
export function formatDay(day: Day): string {
  utcMs(day)
  const [year, month, dayOfMonth] = day.split('-').map(Number)
  return `${dayOfMonth}.${month}.${year}`
}

/** An instant for people in Helsinki time, `15.03.2026 09:05` (specification §9). */
export function formatInstant(iso: string): string {
  const { year, month, day, hour, minute } = wallClock(new Date(iso))
  return `${day}.${month}.${year} ${hour}:${minute}`
}

/** The day a person typed as `15.3.2026`, `15.03.2026` or `2026-03-15`; null when it is none. */
export function parseDayInput(text: string): Day | null {
  const trimmed = text.trim()
  const finnish = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/u.exec(trimmed)
  const day = finnish
    ? `${finnish[3]}-${(finnish[2] ?? '').padStart(2, '0')}-${(finnish[1] ?? '').padStart(2, '0')}`
    : trimmed
  return isDay(day) ? day : null
}

/**
 * Whether a day is 20 years or more ahead, which is probably a slip of the
 * keyboard (specification §5: a warning). The stored "no last working day" is exempt.
 */
export function isFarFuture(day: Day, today: Day): boolean {
  return day !== NO_LAST_DAY && compareDays(day, addMonths(today, FAR_FUTURE_MONTHS)) >= 0
}
