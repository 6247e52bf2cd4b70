import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { afterCredit, type CreditableTaxes, earnedIncomeCreditCents } from './earned-income-credit.ts'
import { parametersFor } from './tax-parameters.ts'

const taxes = (stateCents: number, municipalCents: number, churchCents: number, healthCents: number) => ({
  stateCents,
  municipalCents,
  churchCents,
  healthCents,
})

describe('what the earned income credit leaves of the taxes', () => {
  it.each<[string, CreditableTaxes, number, CreditableTaxes]>([
    ['takes the state tax first', taxes(500, 300, 100, 50), 400, taxes(100, 300, 100, 50)],
    ['leaves the others alone when it ends with the state tax', taxes(500, 300, 100, 50), 500, taxes(0, 300, 100, 50)],
    ['lowers the others in proportion', taxes(500, 300, 100, 50), 725, taxes(0, 150, 50, 25)],
    ['rounds half up for municipality and parish, the rest is health care', taxes(0, 5, 1, 2), 4, taxes(0, 2, 0, 2)],
    ['takes no more than there is', taxes(500, 300, 100, 50), 10_000, taxes(0, 0, 0, 0)],
    ['never raises the health care contribution', taxes(0, 3, 1, 0), 2, taxes(0, 1, 1, 0)],
    ['has nothing to lower without taxes', taxes(0, 0, 0, 0), 100, taxes(0, 0, 0, 0)],
  ])('%s', (_, before, creditCents, after) => {
    expect(afterCredit(before, creditCents)).toEqual(after)
  })

  it('is to the cent what the credit does not cover, each tax between zero and what it was', () => {
    const cents = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 3_000_000 }))
    fc.assert(
      fc.property(cents, cents, cents, cents, cents, (state, municipal, church, health, creditCents) => {
        const before = taxes(state, municipal, church, health)
        const after = afterCredit(before, creditCents)
        const sum = (all: CreditableTaxes) => Object.values(all).reduce((total, one) => total + one, 0)
        expect(sum(after)).toBe(Math.max(0, sum(before) - creditCents))
        for (const key of Object.keys(before) as (keyof CreditableTaxes)[]) {
          expect(after[key]).toBeGreaterThanOrEqual(0)
          expect(after[key]).toBeLessThanOrEqual(before[key])
        }
      }),
      { numRuns: 5_000 },
    )
  })
})

it('is 105 € more for each child in 2026, and twice that for each child of a single parent', () => {
  const found = parametersFor(2026, shippedTaxTables, 'Tampere')
  if (!found.ok) throw new Error(found.code)
  const credit = (person: { children?: number; singleParent?: boolean }) =>
    earnedIncomeCreditCents(30_000_00, 30_000_00, person, found.parameters)
  const without = credit({ singleParent: true })
  expect(without).toBe(credit({}))
  expect(credit({ children: 2 }) - without).toBe(2 * 105_00)
  expect(credit({ children: 2, singleParent: true }) - without).toBe(4 * 105_00)
})
