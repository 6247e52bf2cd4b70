import { describe, expect, test } from 'vitest'
import { defaultFairValues, fairValueBasisPoints, risingMonth, taxableDifferenceCents } from './fair-value.ts'

describe('the fair value', () => {
  test.each([
    [0, 8000],
    [6, 7000],
    [12, 6000],
    [36, 3000],
    [40, 2667],
    [60, 1500],
    [84, 1500],
  ])('after %s months is %s hundredths of a percent of the price', (months, basisPoints) => {
    expect(fairValueBasisPoints(months, defaultFairValues)).toBe(basisPoints)
  })

  test('above the redemption price is taxable, below it nothing is', () => {
    expect(taxableDifferenceCents(300_000, 40, 15_000, defaultFairValues)).toBe(65_010)
    expect(taxableDifferenceCents(300_000, 40, 15_000, [{ month: 0, basisPoints: 1000 }])).toBe(15_000)
    expect(taxableDifferenceCents(300_000, 12, 219_304, defaultFairValues)).toBe(0)
  })

  test('never rises with age', () => {
    expect(risingMonth(defaultFairValues)).toBeNull()
    expect(risingMonth(defaultFairValues.with(3, { month: 36, basisPoints: 4501 }))).toBe(36)
    expect(risingMonth(defaultFairValues.with(3, { month: 36, basisPoints: 4500 }))).toBeNull()
  })
})
