import { expect, it } from 'vitest'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { costOfTaxableBenefit } from './benefit-net-pay.ts'
import { parametersFor } from './tax-parameters.ts'
import { topTaxBasisPoints } from './top-tax.ts'

it('is at least what any pay gives of an extra taxed sum, in any municipality', () => {
  const top = topTaxBasisPoints(shippedTaxTables, 2026)!
  const sum = 65_010
  const names = [...new Set(shippedTaxTables.municipalities.map(({ name }) => name))]
  for (const name of names.filter((_, place) => place % 20 === 0))
    for (const monthlyPayCents of [150_000, 360_000, 720_000, 2_500_000]) {
      const found = parametersFor(2026, shippedTaxTables, name)
      const person = { monthlyPayCents, churchMembership: 'EVANGELICAL_LUTHERAN' } as const
      const cost = found.ok ? costOfTaxableBenefit(sum, person, found.parameters) : 0
      expect(cost).toBeLessThanOrEqual(Math.ceil((sum * top) / 10_000))
    }
})

it('is not told without tables', () => {
  const none = { years: [], stateScales: [], deductions: [], municipalities: [] }
  expect(topTaxBasisPoints(none, 2026)).toBeNull()
})
