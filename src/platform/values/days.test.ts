import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  compareDays,
  daysBetween,
  firstOfMonth,
  firstOfNextMonth,
  formatDay,
  formatInstant,
  helsinkiDay,
  isDay,
  isFarFuture,
  lastOfMonth,
  laterDay,
  monthOf,
  monthsBetween,
  NO_LAST_DAY,
  parseDayInput,
  startOfHelsinkiDay,
} from './days.ts'

const machineZone = process.env.TZ
afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ
  else process.env.TZ = machineZone
})

const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2150-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe.each(['UTC', 'Europe/Helsinki', 'Pacific/Kiritimati', 'America/Los_Angeles'])('on a machine in %s', (zone) => {
  it('knows the Helsinki day of an instant around midnight, in winter and in summer', () => {
    process.env.TZ = zone
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect(helsinkiDay(new Date('2025-12-31T21:59:59Z'))).toBe('2025-12-31')
    expect(helsinkiDay(new Date('2025-12-31T22:00:00Z'))).toBe('2026-01-01')
    expect(helsinkiDay(new Date('2026-06-30T20:59:59Z'))).toBe('2026-06-30')
    expect(helsinkiDay(new Date('2026-06-30T21:00:00Z'))).toBe('2026-07-01')
  })

  it.each([
    ['2026-01-01', '2025-12-31T22:00:00.000Z'],
    ['2026-03-29', '2026-03-28T22:00:00.000Z'],
    ['2026-03-30', '2026-03-29T21:00:00.000Z'],
    ['2026-07-01', '2026-06-30T21:00:00.000Z'],
    ['2026-10-25', '2026-10-24T21:00:00.000Z'],
    ['2026-10-26', '2026-10-25T22:00:00.000Z'],
    ['2999-01-01', '2998-12-31T22:00:00.000Z'],
  ])('begins the day %s at %s', (text, instant) => {
    process.env.TZ = zone
    expect(startOfHelsinkiDay(text).toISOString()).toBe(instant)
  })

  it('knows the day of any instant, from before its clock was set to full hours until far ahead, as Intl does', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Helsinki', dateStyle: 'short' })
    const years = { min: new Date('1880-01-01T00:00:00Z'), max: new Date('2200-12-31T00:00:00Z'), noInvalidDate: true }
    const nearMidnight = fc
      .integer({ min: 0, max: 40_000 })
      .chain((day) => fc.integer({ min: -1, max: 1 }).map((ms) => new Date(day * 86_400_000 + 21 * 3_600_000 + ms)))
    fc.assert(
      fc.property(fc.oneof(fc.date(years), nearMidnight), (instant) => {
        expect(helsinkiDay(instant)).toBe(calendar.format(instant))
      }),
      { numRuns: 500 },
    )
  })

  it('prints instants in Helsinki time over both clock changes', () => {
    process.env.TZ = zone
    expect(formatInstant('2026-03-29T00:59:00Z')).toBe('29.03.2026 02:59')
    expect(formatInstant('2026-03-29T01:00:00Z')).toBe('29.03.2026 04:00')
    expect(formatInstant('2026-10-25T00:30:00Z')).toBe('25.10.2026 03:30')
    expect(formatInstant('2026-10-25T01:30:00Z')).toBe('25.10.2026 03:30')
    expect(formatInstant('2025-12-31T22:00:00.000Z')).toBe('01.01.2026 00:00')
  })

  it('has every day begin within itself and end where the next begins', () => {
    process.env.TZ = zone
    fc.assert(
      fc.property(day, (text) => {
        const start = startOfHelsinkiDay(text)
        expect(helsinkiDay(start)).toBe(text)
        expect(helsinkiDay(new Date(start.getTime() - 1))).toBe(addDays(text, -1))
      }),
    )
  })
})

describe('the calendar', () => {
  it.each(['2025-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-01-01', '2026-1-1', '2026-01-01T00:00', ''])(
    'has no day "%s"',
    (text) => {
      expect(isDay(text)).toBe(false)
      expect(() => addDays(text, 1)).toThrow(RangeError)
      expect(() => addMonths(text, 1)).toThrow(RangeError)
    },
  )

  it.each([
    ['2026-01-31', '2026-02-01', '2026-01-31'],
    ['2026-12-31', '2027-01-01', '2026-12-31'],
    ['2026-12-01', '2027-01-01', '2026-12-31'],
    ['2024-02-10', '2024-03-01', '2024-02-29'],
    ['2100-02-10', '2100-03-01', '2100-02-28'],
    ['2000-02-10', '2000-03-01', '2000-02-29'],
    ['2026-03-29', '2026-04-01', '2026-03-31'],
    ['2026-10-25', '2026-11-01', '2026-10-31'],
  ])('after %s the next month begins %s and its own ends %s', (text, next, last) => {
    expect(firstOfNextMonth(text)).toBe(next)
    expect(lastOfMonth(text)).toBe(last)
  })

  it('adds months and stays within the month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(addMonths('2026-11-30', 14)).toBe('2028-01-30')
    expect(() => addMonths('9999-12-01', 1)).toThrow(RangeError)
  })

  it.each([
    ['2026-01-01', '2026-04-01', 3],
    ['2026-01-01', '2026-03-31', 2],
    ['2026-01-31', '2026-02-28', 1],
    ['2026-01-15', '2026-02-14', 0],
    ['2026-04-01', '2026-01-01', -3],
    ['2026-02-14', '2026-01-15', 0],
  ])('from %s to %s are %i whole months', (from, to, months) => {
    const counted = monthsBetween(from, to)
    expect(counted).toBe(months)
    expect(Object.is(counted, -0)).toBe(false)
  })

  it('names months and compares days', () => {
    expect(monthOf('2026-03-15')).toBe('2026-03')
    expect(firstOfMonth('2026-03')).toBe('2026-03-01')
    expect(compareDays('2026-03-15', '2026-03-16')).toBe(-1)
    expect(compareDays('2026-03-15', '2026-03-15')).toBe(0)
    expect(laterDay('2026-03-15', '2026-03-16')).toBe('2026-03-16')
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  })

  it('is consistent: days and months added and counted agree', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -4000, max: 4000 }),
        fc.integer({ min: 0, max: 400 }),
        (text, days, months) => {
          expect(daysBetween(text, addDays(text, days))).toBe(days)
          expect(addDays(addDays(text, days), -days)).toBe(text)
          expect(monthsBetween(text, addMonths(text, months))).toBe(months)
          expect(firstOfNextMonth(text)).toBe(addDays(lastOfMonth(text), 1))
          expect(monthOf(addMonths(text, months)) >= monthOf(text)).toBe(true)
        },
      ),
    )
  })
})

describe('days for people', () => {
  it('prints a day without leading zeros', () => {
    expect(formatDay('2026-03-05')).toBe('5.3.2026')
  })

  it.each([
    ['15.3.2026', '2026-03-15'],
    ['15.03.2026', '2026-03-15'],
    [' 5. 3. 2026 ', '2026-03-05'],
    ['2026-03-15', '2026-03-15'],
    ['31.2.2026', null],
    ['3/15/2026', null],
    ['15.3.26', null],
    ['15.3.', null],
    ['', null],
  ])('reads "%s" as %s', (text, expected) => {
    expect(parseDayInput(text)).toBe(expected)
  })

  it('reads back what it prints', () => {
    fc.assert(
      fc.property(day, (text) => {
        expect(parseDayInput(formatDay(text))).toBe(text)
      }),
    )
  })
})

describe('a day far in the future', () => {
  it.each([
    ['2046-03-14', false],
    ['2046-03-15', true],
    ['2060-01-01', true],
    ['2026-03-15', false],
    ['1990-01-01', false],
    [NO_LAST_DAY, false],
    ['2999-01-02', true],
    ['2998-12-31', true],
  ])('on 15.3.2026, %s: %s', (text, flagged) => {
    expect(isFarFuture(text, '2026-03-15')).toBe(flagged)
  })

  it('counts twenty years from a leap day to the end of February', () => {
    expect(isFarFuture('2044-02-28', '2024-02-29')).toBe(false)
    expect(isFarFuture('2044-02-29', '2024-02-29')).toBe(true)
  })
})
