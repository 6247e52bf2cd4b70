import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BillingTerms } from '#features/pricing/leasing/rules.ts'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { parametersFor } from '#features/pricing/tax/rules/tax-parameters.ts'
import { employerBikes } from './employer-bikes.ts'
import { type BenefitInput, type BenefitOptions, type BikeBenefit, bikeBenefit } from './rules.ts'

const terms: BillingTerms = {
  instalmentCents: 100_00,
  serviceShareCents: 22_00,
  yearlyInterestBasisPoints: 490,
  residualBasisPoints: 500,
  adminFeeCents: 15_00,
  minMonths: 12,
  maxMonths: 60,
  minPriceCents: 500_00,
  maxPriceCents: 4_500_00,
  campaign: null,
}

const person: BenefitInput = {
  priceCents: 2_700_00,
  accessoriesCents: 300_00,
  monthlyPayCents: 3_400_00,
  churchMembership: 'EVANGELICAL_LUTHERAN',
  model: 'FROM_SALARY',
  commitmentDay: '2026-03-15',
}

function rules(year: number, municipality = 'Tampere') {
  const found = parametersFor(year, shippedTaxTables, municipality)
  if (!found.ok) throw new Error(found.code)
  return found.parameters
}

function benefit(change: Partial<BenefitInput> = {}, options: BenefitOptions = {}, year = 2026): BikeBenefit {
  const result = bikeBenefit({ ...person, ...change }, terms, rules(year), options)
  if (!result.ok) throw new Error(result.code)
  return result
}

function codes(result: BikeBenefit): string[] {
  return result.assumptions.map(({ code }) => code)
}

describe('a taxable benefit of 3,000 €', () => {
  it('runs 40 months and ends in the redemption price', () => {
    expect(benefit()).toMatchObject({
      leaseTimeMonths: 40,
      instalmentCents: 100_00,
      lastInstalmentCents: 99_33,
      leaseStartDay: '2026-04-01',
      leaseEndDay: '2029-07-31',
      regime: 'TAXABLE',
      monthlyTaxValueCents: 100_00,
      residualCents: 150_00,
    })
    expect(benefit().buyOut.filter((_, index) => [0, 11, 23, 35, 38, 39].includes(index))).toEqual([
      2_934_25, 2_193_04, 1_345_64, 455_76, 226_41, 150_00,
    ])
  })

  it('costs each model what the model says', () => {
    const { byModel } = benefit()
    const figures = benefitModels.map((model) => {
      const { netPerMonthCents, netTotalCents, employerPerMonthCents, employerTotalCents } = byModel[model]
      return [netPerMonthCents, netTotalCents, employerPerMonthCents, employerTotalCents]
    })
    expect(figures).toEqual([
      [100_00, 3_999_33, 15_00, 600_00],
      [47_62, 1_904_65, 135_50, 5_419_19],
      [100_00, 3_999_33, 15_00, 600_00],
    ])
  })

  it('is compared with the same bicycle, insurance and service bought oneself', () => {
    const result = benefit()
    expect([result.totalToOwnCents, result.buyYourselfCents]).toEqual([4_149_33, 3_880_00])
    expect(result.parts).toEqual({
      excessCents: 0,
      bikeCents: 3_000_00,
      serviceCents: 880_00,
      financingCents: 269_33,
      taxCents: 0,
      employerCents: 0,
    })
  })

  it('may cost tax at the end when the bicycle is worth more than its redemption price', () => {
    const { possibleTax, totalToOwnCents, worstCaseTotalCents } = benefit()
    expect(possibleTax).toMatchObject({ fairValueCents: 800_10, taxableCents: 650_10 })
    expect(worstCaseTotalCents).toBe(totalToOwnCents + possibleTax.taxCents)
    expect(possibleTax.taxCents).toBeGreaterThan(0)
    expect(benefit({}, { fairValues: [{ month: 0, basisPoints: 500 }] }).possibleTax).toMatchObject({
      taxableCents: 0,
      taxCents: 0,
    })
  })
})

describe('the chosen model', () => {
  it('decides the total until the bicycle is one’s own', () => {
    const totals = benefitModels.map((model) => benefit({ model }).totalToOwnCents)
    expect(totals).toEqual([4_149_33, 2_054_65, 4_149_33])
  })

  it('leaves the instalments of ON_TOP to the employer and its tax to the person', () => {
    expect(benefit({ model: 'ON_TOP' }).parts).toMatchObject({ taxCents: 1_904_65, employerCents: -3_999_33 })
  })
})

describe('an exempt benefit', () => {
  it('of a commitment before 24 April 2025 saves tax through the whole lease', () => {
    const result = benefit({ commitmentDay: '2025-04-23' })
    expect([result.regime, result.regimeInMonth]).toEqual(['EXEMPT_GRANDFATHERED', 'EXEMPT_GRANDFATHERED'])
    expect(result.byModel.FROM_SALARY).toMatchObject({ netPerMonthCents: 57_27, netTotalCents: 2_290_55 })
    expect(result.byModel.ON_TOP).toMatchObject({
      netPerMonthCents: 0,
      netTotalCents: 0,
      employerPerMonthCents: 115_00,
    })
    expect(result.parts.taxCents).toBe(2_290_55 - 3_999_33)
    expect(codes(result)).not.toContain('REGIME_ENDS_DURING_LEASE')
  })

  it('of a commitment on 24 April 2025 is taxed from January 2026 and totals both times', () => {
    const result = benefit({ commitmentDay: '2025-06-01' })
    expect([result.regime, result.regimeInMonth]).toEqual(['EXEMPT_2025', 'TAXABLE'])
    expect(result.byModel.FROM_SALARY.netPerMonthCents).toBe(100_00)
    // Six exempt months at 687.28 / 12, 33 at 100.00 and the last at 99.33.
    expect(result.byModel.FROM_SALARY.netTotalCents).toBe(3_742_97)
    expect(result.assumptions).toContainEqual({
      code: 'REGIME_ENDS_DURING_LEASE',
      values: { exemptMonths: 6, taxableMonths: 34 },
    })
    expect(benefit({ commitmentDay: '2025-04-24' }).regime).toBe('EXEMPT_2025')
  })

  it('of 2025 shows that year’s months when the figures are asked for 2025', () => {
    const result = benefit({ commitmentDay: '2025-06-01' }, {}, 2025)
    expect(result.regimeInMonth).toBe('EXEMPT_2025')
    expect(result.byModel.ON_TOP.netPerMonthCents).toBe(0)
    expect(codes(result)).toEqual(expect.arrayContaining(['MUNICIPAL_RATES_YEAR', 'EMPLOYER_FACTOR_YEAR']))
  })

  it('committed to in December 2025 has no exempt month when the lease starts in January', () => {
    const result = benefit({ commitmentDay: '2025-12-15' }, {}, 2025)
    expect([result.regime, result.regimeInMonth, result.leaseStartDay]).toEqual([
      'EXEMPT_2025',
      'TAXABLE',
      '2026-01-01',
    ])
  })

  it('is taxed where the lease starts later than assumed and the start is given', () => {
    const result = benefit({ commitmentDay: '2025-06-01' }, { leaseStartDay: '2026-02-01' })
    expect(result.byModel.FROM_SALARY.netTotalCents).toBe(3_999_33)
    expect(codes(result)).not.toContain('LEASE_START_ASSUMED')
  })
})

describe('what the calculator says about itself', () => {
  it('names every assumption of a computed tax', () => {
    expect(codes(benefit())).toEqual([
      'LEASE_TERMS',
      'LEASE_START_ASSUMED',
      'REGIME_TAXABLE',
      'BENEFIT_VALUE',
      'INSTALMENT_VAT',
      'TWELVE_EQUAL_PAYS',
      'TAX_RATES',
      'AGE_18_TO_52',
      'AUTOMATIC_DEDUCTIONS_ONLY',
      'MARGINAL_RATE',
      'SAME_TAX_RULES_FOR_TERM',
      'CONTRIBUTIONS_ON_UNREDUCED_PAY',
      'EMPLOYER_FACTOR',
      'VAT_NOT_DEDUCTED',
      'BUY_YOURSELF_INCLUDES_SERVICE',
      'FAIR_VALUE_AT_END',
    ])
  })

  it('names the tax card instead of the rates of the municipality', () => {
    const result = benefit({ taxPercentBasisPoints: 2000 })
    expect(codes(result)).toContain('TAX_PERCENT_GIVEN')
    expect(codes(result)).toContain('TAX_PERCENT_LOW')
    expect(codes(benefit({ taxPercentBasisPoints: 4000 }))).not.toContain('TAX_PERCENT_LOW')
    expect(codes(result)).not.toContain('TAX_RATES')
    expect(result.byModel.ON_TOP.netPerMonthCents).toBe(28_19)
  })

  it('taxes the benefit at the margin of the pay that is given, not at its average', () => {
    const rateAt = (monthlyPayCents: number) =>
      benefit({ monthlyPayCents }).assumptions.find(({ code }) => code === 'MARGINAL_RATE')?.values?.marginalBasisPoints
    expect(Number(rateAt(6_000_00))).toBeGreaterThan(Number(rateAt(2_500_00)))
    const net = (monthlyPayCents: number) => benefit({ monthlyPayCents }).byModel.ON_TOP.netPerMonthCents
    expect(net(6_000_00)).toBeGreaterThan(net(2_500_00))
  })

  it('warns of a price above the company’s limit and still computes', () => {
    expect(benefit({}, { maxPriceCents: 2_500_00 }).isRefused).toBe(true)
    expect(benefit({}, { maxPriceCents: 2_500_00, excess: 'EMPLOYEE' })).toMatchObject({
      isRefused: false,
      parts: { excessCents: 500_00 },
    })
    expect(benefit({}, { maxPriceCents: 2_500_00 }).assumptions[0]).toEqual({
      code: 'PRICE_ABOVE_LIMIT',
      values: { maxPriceCents: 2_500_00, aboveCents: 500_00 },
    })
    expect(codes(benefit({}, { maxPriceCents: 3_000_00 }))).not.toContain('PRICE_ABOVE_LIMIT')
  })

  it('names a running campaign, which lowers the financed price but not that of buying oneself', () => {
    const campaign = { discountBasisPoints: 1000, minimumMonths: 30, validFrom: '2026-01-01', validTo: '2026-12-31' }
    const result = bikeBenefit({ ...person, priceCents: 2_200_00 }, { ...terms, campaign }, rules(2026))
    if (!result.ok) throw new Error(result.code)
    expect([result.leaseTimeMonths, result.lastInstalmentCents]).toEqual([30, 46_12])
    expect(result.buyYourselfCents).toBe(2_500_00 + 30 * 22_00)
    expect(result.assumptions).toContainEqual({
      code: 'CAMPAIGN_APPLIED',
      values: { discountBasisPoints: 1000, discountCents: 250_00 },
    })
  })
})

describe('what cannot be computed', () => {
  it('is refused with the schedule’s own code', () => {
    const tooShort = bikeBenefit({ ...person, priceCents: 579_00 }, terms, rules(2026))
    expect(tooShort).toMatchObject({ ok: false, code: 'LEASING_PERIOD_BELOW_MINIMUM' })
    const tooDear = bikeBenefit({ ...person, priceCents: 4_300_00 }, terms, rules(2026))
    expect(tooDear).toMatchObject({ ok: false, code: 'LEASING_TERMS_NOT_COMPUTABLE' })
  })

  it('is refused when the pay is below the instalment', () => {
    expect(bikeBenefit({ ...person, monthlyPayCents: 99_99 }, terms, rules(2026))).toEqual({
      ok: false,
      code: 'VALIDATION',
      details: { reason: 'PAY_BELOW_INSTALMENT' },
    })
    expect(bikeBenefit({ ...person, monthlyPayCents: 100_00 }, terms, rules(2026))).toMatchObject({ ok: true })
  })
})

describe('any benefit', () => {
  it('has parts that sum to its total, and totals that are its net cost and the redemption price', () => {
    const input = fc.record({
      priceCents: fc.integer({ min: 1_000_00, max: 4_000_00 }),
      accessoriesCents: fc.integer({ min: 0, max: 200_00 }),
      monthlyPayCents: fc.integer({ min: 500_00, max: 12_000_00 }),
      model: fc.constantFrom(...benefitModels),
      commitmentDay: fc.constantFrom('2024-05-02', '2025-04-23', '2025-04-24', '2025-11-30', '2026-01-01'),
    })
    fc.assert(
      fc.property(input, fc.constantFrom(2025, 2026), (change, year) => {
        const result = benefit(change, {}, year)
        const parts = Object.values(result.parts).reduce((sum, cents) => sum + cents, 0)
        expect(parts).toBe(result.totalToOwnCents)
        for (const model of benefitModels) {
          const figures = result.byModel[model]
          expect(figures.totalToOwnCents).toBe(figures.netTotalCents + result.residualCents)
        }
        expect(result.byModel.EMPLOYEE_PAYS.netTotalCents).toBe(
          (result.leaseTimeMonths - 1) * result.instalmentCents + result.lastInstalmentCents,
        )
        expect(result.byModel.FROM_SALARY.employerTotalCents).toBe(result.leaseTimeMonths * 15_00)
      }),
      { numRuns: 200 },
    )
  })
})

describe('an employer’s bicycles', () => {
  it('cost a year what each costs, times their number', () => {
    const { perBike, all } = employerBikes(
      { bikes: 25, model: 'ON_TOP', commitmentDay: '2026-03-15' },
      terms,
      rules(2026),
    )
    expect([perBike.totalCents, all.totalCents]).toEqual([1_626_00, 40_650_00])
  })

  it('carry no side costs while their exemption holds', () => {
    const fleet = { bikes: 1, model: 'ON_TOP' as const, commitmentDay: '2025-04-23' }
    expect(employerBikes(fleet, terms, rules(2026)).all.contributionsCents).toBe(0)
  })

  it('cannot be a part of a bicycle', () => {
    const fleet = { bikes: 1.5, model: 'ON_TOP' as const, commitmentDay: '2026-03-15' }
    expect(() => employerBikes(fleet, terms, rules(2026))).toThrow(RangeError)
  })
})
