import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  centsFromEuros,
  eurosFromCents,
  formatEuros,
  mulDivHalfUp,
  parseEuroInput,
  percentOf,
  splitEvenly,
  sumCents,
  vatTotals,
} from './money.ts'

const NBSP = '\u00a0'
const cents = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 })
const rate = fc.constantFrom(0, 1000, 1350, 1400, 2550)

describe('euros on the wire', () => {
  it.each([
    [0, 0],
    [0.1, 10],
    [1.15, 115],
    [4.35, 435],
    [1234.5, 123_450],
    [-0.07, -7],
    [9_999_999_999_999.99, 999_999_999_999_999],
    ['12', 1200],
    ['12.3', 1230],
    ['-12.34', -1234],
  ])('%s euros become %s cents', (euros, expected) => {
    expect(centsFromEuros(euros)).toBe(expected)
  })

  it('never yields a negative zero', () => {
    expect(Object.is(centsFromEuros('-0.00'), 0)).toBe(true)
    expect(Object.is(centsFromEuros(-0), 0)).toBe(true)
  })

  it.each([
    0.125,
    0.1 + 0.2,
    1.005,
    1e-7,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1.234',
    '1.230',
    '1,5',
    '',
    ' 1',
    '1.',
    '.5',
    '+1',
    '1e3',
    '0x10',
    '99999999999999.99',
  ])('refuses %s', (euros) => {
    expect(() => centsFromEuros(euros)).toThrow(RangeError)
  })

  it.each([1.5, Number.NaN, 1e16, Number.MAX_SAFE_INTEGER])('refuses %s as cents', (amount) => {
    expect(() => eurosFromCents(amount)).toThrow(RangeError)
  })

  it('comes back unchanged from the wire', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), (amount) => {
        const wire = JSON.parse(JSON.stringify(eurosFromCents(amount))) as number
        expect(centsFromEuros(wire)).toBe(amount)
      }),
    )
  })
})

describe('what a person types', () => {
  it.each([
    ['1 234,50 €', 123_450],
    [`1${NBSP}234,50${NBSP}€`, 123_450],
    ['1\u202f234,50\u202f€', 123_450],
    ['1234.5', 123_450],
    ['1234,5', 123_450],
    ['  99 ', 9900],
    ['99e', 9900],
    ['99 euroa', 9900],
    ['0,05', 5],
    ['-12,30', -1230],
    ['\u221212,30 €', -1230],
    ['€1,234.50', 123_450],
    ['12 345 678,00', 1_234_567_800],
  ])('reads %s', (text, expected) => {
    expect(parseEuroInput(text)).toBe(expected)
  })

  it.each([
    '',
    ' ',
    '€',
    'abc',
    '1,234',
    '1.234',
    '1.234,50',
    '12 34',
    '1 2345',
    '1,,2',
    '--1',
    '1-',
    '1 234 5',
    '1e3',
  ])('refuses "%s"', (text) => {
    expect(parseEuroInput(text)).toBeNull()
  })

  it('reads back every amount that the screen prints, in every language', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom('fi' as const, 'sv' as const, 'en' as const), (amount, language) => {
        expect(parseEuroInput(formatEuros(amount, language))).toBe(amount)
      }),
    )
  })
})

describe('an amount on the screen', () => {
  it('is Finnish with no-break spaces by default', () => {
    expect(formatEuros(123_450)).toBe(`1${NBSP}234,50${NBSP}€`)
    expect(formatEuros(-5)).toBe(`\u22120,05${NBSP}€`)
  })

  it('is Swedish of Finland and English on request', () => {
    expect(formatEuros(123_450, 'sv')).toBe(`1${NBSP}234,50${NBSP}€`)
    expect(formatEuros(123_450, 'en')).toBe('€1,234.50')
  })

  it('keeps the last cent of a huge amount', () => {
    expect(formatEuros(999_999_999_999_999, 'en')).toBe('€9,999,999,999,999.99')
  })
})

describe('exact multiplication and division', () => {
  it.each([
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, -1, 2, -1],
    [1, 1, -2, -1],
    [-1, -1, 2, 1],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [300_000, 490, 120_000, 1225],
    [9_007_199_254_740_991, 3, 3, 9_007_199_254_740_991],
    [0, 5, 7, 0],
  ])('%s × %s / %s = %s', (amount, numerator, denominator, expected) => {
    expect(mulDivHalfUp(amount, numerator, denominator)).toBe(expected)
  })

  it('refuses to divide by zero, to take fractions and to leave safe integers', () => {
    expect(() => mulDivHalfUp(1, 1, 0)).toThrow(RangeError)
    expect(() => mulDivHalfUp(1.5, 1, 2)).toThrow(RangeError)
    expect(() => mulDivHalfUp(Number.MAX_SAFE_INTEGER, 2, 1)).toThrow(RangeError)
  })

  it('is never more than half a unit away from the true quotient and goes away from zero in the middle', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 1, max: 99_999 }), (a, n, d) => {
        const twiceError = 2n * (BigInt(mulDivHalfUp(a, n, d)) * BigInt(d) - BigInt(a) * BigInt(n))
        const size = twiceError < 0n ? -twiceError : twiceError
        expect(size <= BigInt(d)).toBe(true)
        if (size === BigInt(d)) expect(twiceError > 0n).toBe(BigInt(a) * BigInt(n) > 0n)
      }),
    )
  })

  it('takes percentages in basis points', () => {
    expect(percentOf(10_000, 2550)).toBe(2550)
    expect(percentOf(2, 2500)).toBe(1)
    expect(percentOf(-2, 2500)).toBe(-1)
  })
})

describe('VAT of an invoice', () => {
  it('rounds once per rate and not per line', () => {
    const line = { netCents: 10, vatBasisPoints: 2550 }
    expect(vatTotals([line, line, line])).toEqual({
      groups: [{ vatBasisPoints: 2550, netCents: 30, vatCents: 8, grossCents: 38 }],
      netCents: 30,
      vatCents: 8,
      grossCents: 38,
    })
  })

  it('takes the tax out of gross lines so that the payable sum stays', () => {
    const totals = vatTotals([
      { grossCents: 12_550, vatBasisPoints: 2550 },
      { grossCents: 11_350, vatBasisPoints: 1350 },
    ])
    expect(totals.groups.map((group) => [group.vatBasisPoints, group.netCents, group.vatCents])).toEqual([
      [1350, 10_000, 1350],
      [2550, 10_000, 2550],
    ])
    expect(totals.grossCents).toBe(23_900)
  })

  it('is empty for no lines and refuses bad rates and mixed lines', () => {
    expect(vatTotals([])).toEqual({ groups: [], netCents: 0, vatCents: 0, grossCents: 0 })
    expect(() => vatTotals([{ netCents: 1, vatBasisPoints: -1 }])).toThrow(RangeError)
    expect(() => vatTotals([{ netCents: 1, vatBasisPoints: 25.5 }])).toThrow(RangeError)
    const mixed = [
      { netCents: 1, vatBasisPoints: 0 },
      { grossCents: 1, vatBasisPoints: 0 },
    ] as never
    expect(() => vatTotals(mixed)).toThrow(TypeError)
  })

  const netLines = fc.array(fc.record({ netCents: cents, vatBasisPoints: rate }), { maxLength: 20 })
  const grossLines = fc.array(fc.record({ grossCents: cents, vatBasisPoints: rate }), { maxLength: 20 })

  it('adds up: net + VAT = gross in each group and in all', () => {
    fc.assert(
      fc.property(fc.oneof(netLines, grossLines), (lines) => {
        const totals = vatTotals(lines)
        for (const group of totals.groups) expect(group.netCents + group.vatCents).toBe(group.grossCents)
        expect(totals.netCents + totals.vatCents).toBe(totals.grossCents)
        expect(sumCents(totals.groups.map((group) => group.vatCents))).toBe(totals.vatCents)
      }),
    )
  })

  it('does not depend on the order of lines, and a credit note is the exact negative', () => {
    fc.assert(
      fc.property(netLines, (lines) => {
        const totals = vatTotals(lines)
        expect(vatTotals(lines.toReversed())).toEqual(totals)
        const credit = vatTotals(lines.map((line) => ({ ...line, netCents: 0 - line.netCents })))
        expect(credit.vatCents).toBe(0 - totals.vatCents)
        expect(credit.grossCents).toBe(0 - totals.grossCents)
      }),
    )
  })

  it('does not change when a line is split in two', () => {
    fc.assert(
      fc.property(cents, cents, rate, (first, second, vatBasisPoints) => {
        const whole = vatTotals([{ netCents: first + second, vatBasisPoints }])
        const parts = vatTotals([
          { netCents: first, vatBasisPoints },
          { netCents: second, vatBasisPoints },
        ])
        expect(parts).toEqual(whole)
      }),
    )
  })
})

describe('splitting an amount', () => {
  it('gives the odd cents to the largest remainders, earlier first', () => {
    expect(splitEvenly(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitEvenly(101, [1, 1, 1])).toEqual([34, 34, 33])
    expect(splitEvenly(-100, [1, 1, 1])).toEqual([-34, -33, -33])
    expect(splitEvenly(10, [1, 0, 3])).toEqual([3, 0, 7])
    expect(splitEvenly(10, [1, 2])).toEqual([3, 7])
    expect(splitEvenly(0, [5, 1])).toEqual([0, 0])
  })

  it.each([[[]], [[0, 0]], [[2, -1]], [[0.5, 0.5]]])('refuses the weights %j', (weights) => {
    expect(() => splitEvenly(100, weights)).toThrow(RangeError)
  })

  it('loses nothing and stays within a cent of the fair share', () => {
    const weights = fc
      .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 })
      .filter((list) => list.some((weight) => weight > 0))
    fc.assert(
      fc.property(cents, weights, (amount, list) => {
        const parts = splitEvenly(amount, list)
        const total = list.reduce((sum, weight) => sum + weight, 0)
        expect(sumCents(parts)).toBe(amount)
        for (const [index, part] of parts.entries()) {
          const error = BigInt(part) * BigInt(total) - BigInt(amount) * BigInt(list[index] ?? 0)
          expect((error < 0n ? -error : error) < BigInt(total)).toBe(true)
        }
      }),
    )
  })

  it('makes equal parts that differ by at most one cent', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 60 }), (amount, count) => {
        const parts = splitEvenly(
          amount,
          Array.from({ length: count }, () => 1),
        )
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
