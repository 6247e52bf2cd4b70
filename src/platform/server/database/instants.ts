import pg from 'pg'

/** PostgreSQL's text of an instant in UTC from the years 0100 to 9999, such as `2026-11-24 20:23:44.123456+00`. */
const inUtc = /^(?!00)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/
const TIMESTAMPTZ = 1184
const parseAny = pg.types.getTypeParser(TIMESTAMPTZ, 'text')

/** The instant of a `timestamptz`, cut to the millisecond: in UTC, as sessions here are, without the driver's long way. */
export function instantOf(text: string): Date {
  if (!inUtc.test(text)) return parseAny(text) as Date
  return new Date(`${text.slice(0, 10)}T${text.slice(11, Math.min(text.length - 3, 23))}Z`)
}
