import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf } from './instants.ts'

const asWritten = (instant: Date, digits: number) => {
  const iso = instant.toISOString()
  const fraction = digits === 0 ? '' : `.${iso.slice(20, 23)}999`.slice(0, digits + 1)
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction}+00`
}

test('an instant is read to the millisecond, however many digits PostgreSQL writes', () => {
  const years = {
    min: new Date('0100-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }
  fc.assert(
    fc.property(fc.date(years), fc.integer({ min: 0, max: 6 }), (instant, digits) => {
      const shown =
        digits < 3 ? Math.floor(instant.getTime() / 10 ** (3 - digits)) * 10 ** (3 - digits) : instant.getTime()
      expect(instantOf(asWritten(instant, digits)).getTime()).toBe(shown)
    }),
  )
})

test('an instant of another zone or of no ordinary year is read as the driver reads it', () => {
  expect(instantOf('2026-11-24 22:23:44.5+02')).toEqual(new Date('2026-11-24T20:23:44.500Z'))
  expect(instantOf('infinity')).toBe(Number.POSITIVE_INFINITY)
  expect(instantOf('0044-03-15 12:00:00+00 BC').getUTCFullYear()).toBe(-43)
})
