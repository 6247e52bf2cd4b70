import { describe, expect, it } from 'vitest'
import { buyOutAt, closingOf, coverCents, deductibleCents, monthOfLease } from './cover.ts'

const terms = { deductibleMaxCents: 20_000, fallBasisPoints: 100, limitCents: null }

describe('the cover of a bicycle of 3,000.00', () => {
  it('falls by one percent of the price a month and never below nothing', () => {
    expect(coverCents(300_000, 12, terms)).toBe(264_000)
    expect(coverCents(300_000, 36, terms)).toBe(192_000)
    expect(coverCents(300_000, 120, terms)).toBe(0)
    expect(coverCents(300_000, 12, { ...terms, fallBasisPoints: 50 })).toBe(282_000)
    expect(coverCents(300_000, 12, { ...terms, limitCents: 200_000 })).toBe(200_000)
    expect(coverCents(300_000, 36, { ...terms, limitCents: 200_000 })).toBe(192_000)
  })
  it('counts the month of the start as the first, and a delivery before it too', () => {
    expect(monthOfLease('2026-01-01', '2026-01-31')).toBe(1)
    expect(monthOfLease('2026-01-01', '2026-12-01')).toBe(12)
    expect(monthOfLease('2026-01-01', '2025-12-20')).toBe(1)
  })
})

it('leaves a deductible of 200.00 at most, and of the whole of a smaller cost', () => {
  expect(deductibleCents(35_000, terms)).toBe(20_000)
  expect(deductibleCents(12_345, terms)).toBe(12_345)
})

it('closes a lease at the buy-out price of its month without the compensation; a surplus is not the payer’s', () => {
  expect(buyOutAt([90_000, 80_000, 70_000], 5_000, 2)).toBe(80_000)
  expect(buyOutAt([90_000, 80_000, 70_000], 5_000, 3)).toBe(5_000)
  expect(closingOf(80_000, 60_000)).toEqual({ leftCents: 20_000, surplusCents: 0 })
  expect(closingOf(80_000, 80_000)).toEqual({ leftCents: 0, surplusCents: 0 })
  expect(closingOf(80_000, 95_000)).toEqual({ leftCents: 0, surplusCents: 15_000 })
})
