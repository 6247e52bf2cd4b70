import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deductionPlan, firstDeductionMonth, hasPayIn } from './rules.ts'

it('splits 400.00 over three months into equal parts, the odd cent first', () => {
  expect(deductionPlan(40_000, 3, '2026-11')).toEqual([
    { month: '2026-11', askedCents: 13_334 },
    { month: '2026-12', askedCents: 13_333 },
    { month: '2027-01', askedCents: 13_333 },
  ])
})

it('always adds up to the bill, with no part a cent apart from another by more than one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 10_000_000 }), fc.integer({ min: 1, max: 6 }), (cents, months) => {
      const parts = deductionPlan(cents, months, '2026-11').map(({ askedCents }) => askedCents)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
    }),
  )
})

it.each([0, 7, 1.5])('refuses %s months', (months) => {
  expect(() => deductionPlan(40_000, months, '2026-11')).toThrow(RangeError)
})

it('begins with this month until the 15th, and keeps nothing after the month of the last working day', () => {
  expect([firstDeductionMonth('2026-11-15'), firstDeductionMonth('2026-12-16')]).toEqual(['2026-11', '2027-01'])
  expect([hasPayIn('2026-11', '2026-11-02'), hasPayIn('2026-12', '2026-11-30')]).toEqual([true, false])
})
