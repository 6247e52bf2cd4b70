import { describe, expect, it } from 'vitest'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { STANDARD_VAT } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import { generalTerms } from '../../rules.ts'
import { comparisonOf } from './compared.ts'
import { defaultInputs, fromFragment, toFragment } from './inputs.ts'
import { outcomeOf } from './outcome.ts'

const basis = { terms: generalTerms, tables: shippedTaxTables, vat: STANDARD_VAT }
const two = { ...defaultInputs, compare: '2' as const, name2: 'Nopea', price2: '3 990,00', accessories2: '10,00' }

describe('bicycles side by side', () => {
  it('come to the figures that each has alone, and live in the address', () => {
    const [first, second] = comparisonOf(two, basis, 2026)
    const alone = outcomeOf({ ...defaultInputs, price: '3990', accessories: '10' }, basis, 2026)?.benefit
    expect(first).toMatchObject({ problem: null, priceCents: 300_000, benefit: { parts: { excessCents: 0 } } })
    expect(second).toMatchObject({ problem: null, priceCents: 400_000, benefit: alone })
    expect({ ...defaultInputs, ...fromFragment(toFragment(two)) }).toEqual(two)
  })

  it('say which one cannot be ordered within the limit, which one is no price, and which one the terms refuse', () => {
    const three = { ...two, compare: '3' as const, price3: 'paljon' }
    const limited = { ...basis, maxPriceCents: 350_000, excess: 'NO' as const }
    expect(comparisonOf(three, limited, 2026).map(({ problem }) => problem)).toEqual([null, 'OVER_LIMIT', 'TYPED'])
    expect(comparisonOf({ ...three, price3: '5' }, basis, 2026)[2]).toMatchObject({ problem: 'REFUSED' })
  })

  it('are leased up to the limit where the person pays the rest, which is a part of their total', () => {
    const limited = { ...basis, maxPriceCents: 350_000, excess: 'EMPLOYEE' as const }
    const second = comparisonOf(two, limited, 2026)[1]
    const main = outcomeOf({ ...two, price: two.price2, accessories: two.accessories2 }, limited, 2026)?.benefit
    const atLimit = outcomeOf({ ...defaultInputs, price: '3500', accessories: '0' }, basis, 2026)?.benefit
    expect(second).toMatchObject({ problem: null, priceCents: 400_000, benefit: main })
    expect(main?.parts).toEqual({ ...atLimit?.parts, excessCents: 50_000 })
    expect(main?.totalToOwnCents).toBe((atLimit?.totalToOwnCents ?? 0) + 50_000)
    expect(main?.buyOut).toEqual(atLimit?.buyOut)
  })
})
