import { expect, it } from 'vitest'
import { fairValuesToWire } from '#features/pricing/leasing/fair-values.ts'
import { defaultFairValues } from '#features/pricing/leasing/rules/fair-value.ts'
import { termsToWire } from '#features/pricing/leasing/terms.ts'
import { taxTablesToWire } from '#features/pricing/tax/columns.ts'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { STANDARD_VAT } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import { generalTerms } from '../../rules.ts'
import { basisOf } from './basis.ts'
import { municipalityNames } from './InputForm.tsx'
import { defaultInputs } from './inputs.ts'
import { outcomeOf } from './outcome.ts'

const parameters = {
  terms: termsToWire(generalTerms),
  maxPrice: null,
  vat: 25.5,
  fairValues: fairValuesToWire(defaultFairValues),
  taxTablesConfirmedOn: null,
  taxTables: taxTablesToWire(shippedTaxTables),
}
const travelled = (change: object = {}) => basisOf(JSON.parse(JSON.stringify({ ...parameters, ...change })))

it('reckons by the server’s parameters to the figures of the shipped ones while they are the same', () => {
  const shipped = { terms: generalTerms, tables: shippedTaxTables, vat: STANDARD_VAT }
  expect(outcomeOf(defaultInputs, travelled(), 2026)).toEqual(outcomeOf(defaultInputs, shipped, 2026))
})

it('follows a change of the terms and the limit of the company', () => {
  const basis = travelled({ terms: { ...parameters.terms, instalment: 120.5 }, maxPrice: 2500 })
  const outcome = outcomeOf(defaultInputs, basis, 2026)
  expect(outcome?.benefit?.instalmentCents).toBe(120_50)
  expect(outcome?.benefit?.assumptions[0]?.code).toBe('PRICE_ABOVE_LIMIT')
})

it('follows the operator’s estimate of the fair value', () => {
  const basis = travelled({ fairValues: { ...parameters.fairValues, month36: 20, month48: 20 } })
  const { benefit } = outcomeOf(defaultInputs, basis, 2026)!
  expect(benefit?.assumptions).toContainEqual({ code: 'FAIR_VALUE_AT_END', values: { fairValueBasisPoints: 2000 } })
})

it('tells the VAT rate in force to employee and employer', () => {
  const basis = travelled({ vat: 26 })
  const assumption = { code: 'VAT_NOT_DEDUCTED', values: { vatBasisPoints: 2600 } }
  expect(outcomeOf(defaultInputs, basis, 2026)?.benefit?.assumptions).toContainEqual(assumption)
  expect(outcomeOf({ ...defaultInputs, view: 'employer' }, basis, 2026)?.fleet?.assumptions).toContainEqual(assumption)
})

it('knows when the tables were compared with their sources, while they are', () => {
  expect(travelled().confirmedOn).toBeUndefined()
  expect(travelled({ taxTablesConfirmedOn: '2026-11-20' }).confirmedOn).toBe('2026-11-20')
})

it('names the municipalities by the Finnish alphabet, each once', () => {
  const names = municipalityNames(travelled())
  expect(names.slice(0, 2)).toEqual(['Akaa', 'Alajärvi'])
  expect(names.at(-1)).toBe('Äänekoski')
  expect(new Set(names).size).toBe(names.length)
})
