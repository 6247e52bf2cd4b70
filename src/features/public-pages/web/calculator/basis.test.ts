import { expect, it } from 'vitest'
import { termsToWire } from '#features/leasing/terms.ts'
import { taxTablesToWire } from '#features/tax/columns.ts'
import { shippedTaxTables } from '#features/tax/parameters/shipped.ts'
import { generalTerms } from '../../rules.ts'
import { basisOf } from './basis.ts'
import { defaultInputs } from './inputs.ts'
import { outcomeOf } from './outcome.ts'

const parameters = { terms: termsToWire(generalTerms), maxPrice: null, taxTables: taxTablesToWire(shippedTaxTables) }
const travelled = (change: object = {}) => basisOf(JSON.parse(JSON.stringify({ ...parameters, ...change })))

it('reckons by the server’s parameters to the figures of the shipped ones while they are the same', () => {
  const shipped = { terms: generalTerms, tables: shippedTaxTables }
  expect(outcomeOf(defaultInputs, travelled(), 2026)).toEqual(outcomeOf(defaultInputs, shipped, 2026))
})

it('follows a change of the terms and the limit of the company', () => {
  const basis = travelled({ terms: { ...parameters.terms, instalment: 120.5 }, maxPrice: 2500 })
  const outcome = outcomeOf(defaultInputs, basis, 2026)
  expect(outcome?.benefit?.instalmentCents).toBe(120_50)
  expect(outcome?.benefit?.assumptions[0]?.code).toBe('PRICE_ABOVE_LIMIT')
})
