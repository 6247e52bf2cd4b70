import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BillingTerms, leaseSchedule } from '#features/pricing/leasing/rules.ts'
import { reachablePrices } from './reachable-prices.ts'

const terms: BillingTerms = {
  instalmentCents: 10_000,
  serviceShareCents: 2_200,
  yearlyInterestBasisPoints: 490,
  residualBasisPoints: 500,
  adminFeeCents: 1_500,
  minMonths: 12,
  maxMonths: 60,
  minPriceCents: 50_000,
  maxPriceCents: 450_000,
}
const isLeased = (priceCents: number, of: BillingTerms) =>
  leaseSchedule(priceCents, of, { day: '2026-01-01', useCampaign: false }).ok

describe('the prices that a table can lease', () => {
  test('are narrower than its limits where the terms are', () => {
    expect(reachablePrices(terms)).toEqual({ lowestCents: 87_938, highestCents: 431_217 })
    expect(reachablePrices({ ...terms, minPriceCents: 100_000, maxPriceCents: 400_000 })).toEqual({
      lowestCents: 100_000,
      highestCents: 400_000,
    })
  })

  test('are none where no price reaches the term', () => {
    expect(reachablePrices({ ...terms, maxPriceCents: 60_000 })).toBeNull()
    expect(reachablePrices({ ...terms, instalmentCents: 2_300 })).toBeNull()
  })

  test('end exactly where the schedule begins to refuse', () => {
    const some = fc.record({
      instalmentCents: fc.integer({ min: 4_000, max: 30_000 }),
      yearlyInterestBasisPoints: fc.integer({ min: 0, max: 2_000 }),
      minMonths: fc.integer({ min: 1, max: 24 }),
    })
    fc.assert(
      fc.property(some, (values) => {
        const own = { ...terms, ...values }
        const found = reachablePrices(own)
        if (!found) return
        const { lowestCents, highestCents } = found
        expect([lowestCents, highestCents].map((cents) => isLeased(cents, own))).toEqual([true, true])
        expect([lowestCents - 1, highestCents + 1].map((cents) => isLeased(cents, own))).toEqual([false, false])
      }),
      { numRuns: 60 },
    )
  })
})
