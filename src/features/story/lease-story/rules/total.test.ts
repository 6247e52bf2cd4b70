import { describe, expect, it } from 'vitest'
import { defaultFairValues } from '#features/pricing/leasing/rules/fair-value.ts'
import { type PricedLease, takerTotalOf, totalOf } from './total.ts'

// 3,000 euros in 40 months, as the calculator and the order's card show it.
const lease: PricedLease = {
  startDay: '2026-05-01',
  endDay: '2029-08-31',
  lastDay: '2029-08-31',
  instalmentCents: 10_000,
  lastInstalmentCents: 9_933,
  changes: [],
  residualCents: 15_000,
  newPriceCents: 300_000,
  firstDay: '2026-05-01',
}
const values = { table: defaultFairValues, topTaxBasisPoints: 4646 }
const at = (today: string, more: Partial<PricedLease> = {}) => totalOf({ ...lease, ...more }, today, values)

describe('the figures of a lease', () => {
  it('are the calculator’s: 40 instalments, the price at the end, and its tax as a range', () => {
    const total = at('2026-05-01')
    expect(total).toMatchObject({ paidCount: 0, leftCount: 40, leftCents: 399_933, residualCents: 15_000 })
    // Worth 26.67 % of 3,000 euros after 40 months; what is above 150 euros is wage.
    expect(total.mostTaxCents).toBe(30_204)
    expect([total.wholeFromCents, total.wholeToCents]).toEqual([414_933, 445_137])
  })

  it('count a month as paid once it has gone by', () => {
    expect(at('2026-11-30')).toMatchObject({ paidCount: 6, paidCents: 60_000, leftCount: 34, leftCents: 339_933 })
    expect(at('2026-12-01')).toMatchObject({ paidCount: 7 })
  })

  it('end with the month that is set, and the last instalment is the term’s own alone', () => {
    const ending = at('2026-11-30', { lastDay: '2026-12-31' })
    expect(ending).toMatchObject({ paidCount: 6, leftCount: 2, leftCents: 20_000 })
  })

  it('leave nothing once the lease is over', () => {
    expect(at('2027-01-15', { lastDay: '2026-12-31' })).toMatchObject({ leftCount: 0, leftCents: 0, paidCount: 8 })
  })

  it('follow a payment that has changed, month by month', () => {
    const earlier = { instalmentCents: 10_000, lastInstalmentCents: 9_933 }
    const changes = [{ from: '2026-07', instalmentCents: 9_000, lastInstalmentCents: 8_933, earlier }]
    expect(at('2026-09-01', { changes })).toMatchObject({ paidCents: 38_000, paidCount: 4 })
  })

  it('say that nobody can tell the tax without tax tables', () => {
    const total = totalOf(lease, '2026-05-01', { ...values, topTaxBasisPoints: null })
    expect(total).toMatchObject({ mostTaxCents: null, wholeFromCents: 414_933, wholeToCents: 414_933 })
  })
})

describe('what a lease costs whoever takes it over', () => {
  it('is the months from their first day on with the same end, and tells the bicycle’s age', () => {
    const total = takerTotalOf(lease, '2027-05-01', values)
    expect(total).toMatchObject({
      leftCount: 28,
      leftCents: 279_933,
      residualCents: 15_000,
      ageMonths: 12,
      worthCents: 180_000,
    })
    expect([total.wholeFromCents, total.wholeToCents]).toEqual([294_933, 325_137])
  })
})
