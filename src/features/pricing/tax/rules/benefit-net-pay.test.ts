import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { type BenefitModel, benefitModels } from './benefit-models.ts'
import { costOfTaxableBenefit, type PayAndTax, yearlyNetPayFall } from './benefit-net-pay.ts'
import type { TaxRegime } from './benefit-regime.ts'
import { parametersFor, type TaxParameters } from './tax-parameters.ts'

function rules(year: number, municipality: string): TaxParameters {
  const found = parametersFor(year, shippedTaxTables, municipality)
  if (!found.ok) throw new Error(found.code)
  return found.parameters
}

const tampere = rules(2026, 'Tampere')
const tamperePerson: PayAndTax = { monthlyPayCents: 3_400_00, churchMembership: 'EVANGELICAL_LUTHERAN' }

function fall(
  model: BenefitModel,
  regime: TaxRegime,
  valueCents: number,
  person = tamperePerson,
  parameters = tampere,
) {
  return yearlyNetPayFall({ model, regime, valueCents }, person, parameters)
}

// Each expected figure was worked out a second time with exact fractions, independently of this code.
describe('the yearly fall in net pay of 3,400 € a month in Tampere, 2026', () => {
  it.each<[BenefitModel, TaxRegime, number, number]>([
    ['FROM_SALARY', 'TAXABLE', 100_00, 1_200_00],
    ['FROM_SALARY', 'EXEMPT_GRANDFATHERED', 100_00, 687_28],
    ['FROM_SALARY', 'EXEMPT_GRANDFATHERED', 99_33, 682_68],
    ['FROM_SALARY', 'EXEMPT_2025', 150_00, 1_287_28],
    ['ON_TOP', 'TAXABLE', 100_00, 571_49],
    ['ON_TOP', 'TAXABLE', 99_33, 567_66],
    ['ON_TOP', 'EXEMPT_GRANDFATHERED', 100_00, 0],
    ['ON_TOP', 'EXEMPT_GRANDFATHERED', 150_00, 285_74],
    ['EMPLOYEE_PAYS', 'TAXABLE', 100_00, 1_200_00],
    ['EMPLOYEE_PAYS', 'EXEMPT_2025', 150_00, 1_800_00],
  ])('is right for %s, %s, %d cents a month', (model, regime, valueCents, expected) => {
    expect(fall(model, regime, valueCents)).toBe(expected)
  })
})

describe('the yearly fall in net pay of others', () => {
  it.each<[string, TaxParameters, PayAndTax, number, number]>([
    [
      'Åland resident',
      rules(2026, 'Maarianhamina'),
      { monthlyPayCents: 2_800_00, churchMembership: 'NONE' },
      392_33,
      880_42,
    ],
    [
      '55-year-old parent in 2025',
      rules(2025, 'Espoo'),
      { monthlyPayCents: 5_200_00, churchMembership: 'ORTHODOX', birthYear: 1970, children: 2 },
      617_15,
      646_96,
    ],
    [
      'parent of six whose credit reaches past the state tax',
      rules(2026, 'Turku'),
      { monthlyPayCents: 1_800_00, churchMembership: 'EVANGELICAL_LUTHERAN', children: 6 },
      153_90,
      1159_44,
    ],
    [
      'person just below the daily allowance threshold',
      rules(2026, 'Oulu'),
      { monthlyPayCents: 1_430_00, churchMembership: 'NONE' },
      289_85,
      1_170_00,
    ],
  ])('is right for a %s', (_, parameters, person, onTopTaxable, fromSalaryExempt) => {
    expect(fall('ON_TOP', 'TAXABLE', 100_00, person, parameters)).toBe(onTopTaxable)
    expect(fall('FROM_SALARY', 'EXEMPT_GRANDFATHERED', 100_00, person, parameters)).toBe(fromSalaryExempt)
  })

  it('exempts up to the limits that the tax table of the year gives', () => {
    const limits = { bikeExemptMonthlyCents: 150_00, bikeExemptYearlyCents: 1_800_00 }
    const raised = { ...tampere, taxYear: { ...tampere.taxYear, ...limits } }
    expect(fall('ON_TOP', 'EXEMPT_GRANDFATHERED', 150_00, tamperePerson, raised)).toBe(0)
    // 600 € a year are 50 € a month, the other 50 € are taxed.
    const halved = { ...tampere, taxYear: { ...tampere.taxYear, bikeExemptYearlyCents: 600_00 } }
    expect(fall('ON_TOP', 'EXEMPT_GRANDFATHERED', 100_00, tamperePerson, halved)).toBe(285_74)
    const tightened = { ...raised, taxYear: { ...raised.taxYear, bikeExemptMonthlyCents: 50_00 } }
    expect(fall('ON_TOP', 'EXEMPT_GRANDFATHERED', 150_00, tamperePerson, tightened)).toBe(
      fall('ON_TOP', 'TAXABLE', 100_00),
    )
  })

  it('uses the tax card percentage where it is given, with pension and unemployment beside it', () => {
    const person = { ...tamperePerson, taxPercentBasisPoints: 2000 }
    expect(fall('FROM_SALARY', 'EXEMPT_GRANDFATHERED', 100_00, person)).toBe(1_200_00 - 240_00)
    expect(fall('FROM_SALARY', 'TAXABLE', 100_00, person)).toBe(1_200_00)
    // 20 % + 7.30 % + 0.89 %
    expect(fall('ON_TOP', 'TAXABLE', 100_00, person)).toBe(338_28)
    // The unemployment contribution ends at 64.
    expect(costOfTaxableBenefit(1_200_00, { ...person, birthYear: 1960 }, tampere)).toBe(327_60)
  })
})

describe('the fall in net pay of anybody', () => {
  const person = fc.record<PayAndTax>({
    monthlyPayCents: fc.integer({ min: 200_00, max: 15_000_00 }),
    churchMembership: fc.constantFrom('EVANGELICAL_LUTHERAN', 'ORTHODOX', 'NONE'),
    birthYear: fc.integer({ min: 1950, max: 2010 }),
    children: fc.integer({ min: 0, max: 4 }),
  })
  const value = fc.integer({ min: 0, max: 200_00 })
  const place = fc.constantFrom(rules(2025, 'Halsua'), rules(2026, 'Kauniainen'), rules(2026, 'Geta'))

  it('is the value itself when it is taxable and taken from the salary or paid by the employee', () => {
    fc.assert(
      fc.property(person, value, place, (who, valueCents, parameters) => {
        expect(fall('FROM_SALARY', 'TAXABLE', valueCents, who, parameters)).toBe(12 * valueCents)
        expect(fall('EMPLOYEE_PAYS', 'TAXABLE', valueCents, who, parameters)).toBe(12 * valueCents)
      }),
    )
  })

  it('is never more when the benefit is exempt, never below zero and never above the value', () => {
    fc.assert(
      fc.property(person, value, place, fc.constantFrom(...benefitModels), (who, valueCents, parameters, model) => {
        const taxable = fall(model, 'TAXABLE', valueCents, who, parameters)
        const exempt = fall(model, 'EXEMPT_GRANDFATHERED', valueCents, who, parameters)
        // Contributions of the two years are rounded apart, so a cent may lie between like sums.
        expect(exempt).toBeLessThanOrEqual(taxable + 1)
        expect(exempt).toBeGreaterThanOrEqual(0)
        const stepsCents = parameters.aland ? 128_00 + 152_00 : 152_00
        expect(taxable).toBeLessThanOrEqual(12 * valueCents + (model === 'ON_TOP' ? stepsCents : 0))
      }),
      { numRuns: 500 },
    )
  })
})
