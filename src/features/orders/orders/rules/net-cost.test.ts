import { describe, expect, it } from 'vitest'
import type { BillingTerms } from '#features/pricing/leasing/rules.ts'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { parametersFor } from '#features/pricing/tax/rules/tax-parameters.ts'
import { bikeBenefit } from '#features/site/calculator/rules.ts'
import { employerCostOf, isNetCostCertain } from './net-cost.ts'

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
const found = parametersFor(2026, shippedTaxTables, 'Tampere')
if (!found.ok) throw new Error(found.code)
const { parameters } = found

function benefit(monthlyPayCents: number, commitmentDay: string) {
  const input = { priceCents: 2_700_00, accessoriesCents: 300_00, monthlyPayCents, commitmentDay } as const
  const result = bikeBenefit({ ...input, churchMembership: 'NONE', model: 'FROM_SALARY' }, terms, parameters)
  if (!result.ok) throw new Error(result.code)
  return result
}

describe('the cost of a month to the net pay', () => {
  it.each(benefitModels)('is certain for %s exactly where the calculator says the same for every pay', (model) => {
    for (const [day, taxRegime] of [
      ['2026-03-15', 'TAXABLE'],
      ['2025-03-15', 'EXEMPT_GRANDFATHERED'],
    ] as const) {
      const costs = [1_400_00, 2_300_00, 3_400_00, 9_000_00].map(
        (pay) => benefit(pay, day).byModel[model].netPerMonthCents,
      )
      const isInstalment = costs.every((cents) => cents === 100_00)
      expect(isNetCostCertain({ benefitModel: model, taxRegime }), `${model} ${taxRegime} ${costs}`).toBe(isInstalment)
    }
  })
})

describe('the cost of a lease to the employer', () => {
  const card = {
    taxRegime: 'TAXABLE',
    leaseTimeMonths: 40,
    instalment: 100,
    instalmentsTotal: 3999.33,
    adminFee: 15,
  } as const

  it('is the fee alone where the employee covers the instalment', () => {
    for (const benefitModel of ['FROM_SALARY', 'EMPLOYEE_PAYS'] as const)
      expect(employerCostOf({ ...card, benefitModel })).toEqual({ billed: 115, covered: 100, monthly: 15, total: 600 })
  })

  it('holds the instalments where the bicycle comes on top of the pay', () => {
    expect(employerCostOf({ ...card, benefitModel: 'ON_TOP' })).toEqual({
      billed: 115,
      covered: 0,
      monthly: 115,
      total: 4599.33,
    })
  })
})
