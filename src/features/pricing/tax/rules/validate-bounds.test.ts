import { expect, it } from 'vitest'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { deductions2026, taxYear2026 } from '../parameters/year-2026.ts'
import { type TableProblem, validateDeductions, validateMunicipalRates, validateTaxYear } from './validate-tables.ts'

const place = shippedTaxTables.municipalities[0]!

it.each<[string, (value: number) => TableProblem[], number, number]>([
  ['a year', (year) => validateMunicipalRates({ ...place, year }), 2000, 2100],
  ['a rate', (municipalBasisPoints) => validateMunicipalRates({ ...place, municipalBasisPoints }), 0, 10_000],
  [
    'an amount',
    (earnedIncomeCreditMaxCents) => validateDeductions({ ...deductions2026, earnedIncomeCreditMaxCents }),
    0,
    100_000_000_00,
  ],
  [
    'the employer factor',
    (employerFactorBasisPoints) => validateTaxYear({ ...taxYear2026, employerFactorBasisPoints }),
    10_000,
    20_000,
  ],
  ['an age', (yleFromAge) => validateTaxYear({ ...taxYear2026, yleFromAge }), 0, 120],
  ['the age of the credit', (age) => validateDeductions({ ...deductions2026, earnedIncomeCreditAge: age }), 0, 120],
  [
    'the first age of a range',
    (from) => validateTaxYear({ ...taxYear2026, pensionAges: { ...taxYear2026.pensionAges, from } }),
    0,
    68,
  ],
])('%s can be saved at both of its bounds and not beyond', (_, problemsOf, least, most) => {
  expect([problemsOf(least), problemsOf(most)]).toEqual([[], []])
  expect([problemsOf(least - 1).length, problemsOf(most + 1).length]).toEqual([1, 1])
})
