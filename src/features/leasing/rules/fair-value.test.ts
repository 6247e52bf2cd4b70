import { describe, expect, test } from 'vitest'
import { fairValueBasisPoints, taxableDifferenceCents } from './fair-value.ts'

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
    expect(fairValueBasisPoints(months)).toBe(basisPoints)
  })

  test('above the redemption price is taxable, below it nothing is', () => {
    expect(taxableDifferenceCents(300_000, 40, 15_000)).toBe(65_010)
    expect(taxableDifferenceCents(300_000, 12, 219_304)).toBe(0)
  })
})
