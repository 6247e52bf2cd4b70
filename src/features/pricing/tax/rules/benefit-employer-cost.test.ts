import { describe, expect, it } from 'vitest'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { employerYear, employerYearOf, STANDARD_VAT } from './benefit-employer-cost.ts'
import type { BenefitModel } from './benefit-models.ts'
import type { TaxRegime } from './benefit-regime.ts'
import { parametersFor } from './tax-parameters.ts'

function year2026() {
  const found = parametersFor(2026, shippedTaxTables, null)
  if (!found.ok) throw new Error(found.code)
  return found.parameters
}

const bill = { instalmentCents: 100_00, adminFeeCents: 15_00 }

function cost(model: BenefitModel, regime: TaxRegime, isDeductible = false) {
  const month = { model, regime, valueCents: bill.instalmentCents }
  return employerYear(month, bill, { ...STANDARD_VAT, isDeductible }, year2026())
}

describe("the employer's yearly cost of one bicycle", () => {
  it('is the admin fee alone when the benefit is taken from the salary, exempt or not', () => {
    for (const regime of ['TAXABLE', 'EXEMPT_GRANDFATHERED', 'EXEMPT_2025'] as const) {
      expect(cost('FROM_SALARY', regime)).toMatchObject({ lowerPayCents: -1_200_00, totalCents: 180_00 })
    }
  })

  it('is bill and side costs when a taxable benefit is given on top', () => {
    expect(cost('ON_TOP', 'TAXABLE')).toEqual({
      instalmentsCents: 1_200_00,
      adminFeesCents: 180_00,
      contributionsCents: 246_00,
      lowerPayCents: 0,
      collectedCents: 0,
      vatCents: 0,
      totalCents: 1_626_00,
    })
  })

  it('has no side costs on an exempt benefit on top', () => {
    expect(cost('ON_TOP', 'EXEMPT_GRANDFATHERED')).toMatchObject({ contributionsCents: 0, totalCents: 1_380_00 })
  })

  it('is the admin fee alone when the employee pays', () => {
    expect(cost('EMPLOYEE_PAYS', 'TAXABLE')).toMatchObject({ collectedCents: -1_200_00, totalCents: 180_00 })
  })

  it('is without VAT where the VAT can be deducted, and what is collected then carries VAT itself', () => {
    // 1,380.00 × 25.5 / 125.5 = 280.40; 180.00 × 25.5 / 125.5 = 36.57
    expect(cost('ON_TOP', 'EXEMPT_GRANDFATHERED', true)).toMatchObject({ vatCents: -280_40, totalCents: 1_099_60 })
    expect(cost('EMPLOYEE_PAYS', 'TAXABLE', true)).toMatchObject({ vatCents: -36_57, totalCents: 143_43 })
  })

  it('grows line by line with the number of bicycles', () => {
    const many = employerYearOf(25, cost('ON_TOP', 'TAXABLE'))
    expect([many.instalmentsCents, many.contributionsCents, many.totalCents]).toEqual([30_000_00, 6_150_00, 40_650_00])
    for (const [model, isDeductible] of [
      ['FROM_SALARY', false],
      ['EMPLOYEE_PAYS', true],
    ] as const) {
      const one = cost(model, 'TAXABLE', isDeductible)
      const lines = Object.entries(one).map(([line, cents]) => [line, 25 * cents])
      expect(employerYearOf(25, one)).toEqual(Object.fromEntries(lines))
    }
  })

  it('is without side costs where no year has a factor for them', () => {
    const month = { model: 'ON_TOP', regime: 'TAXABLE', valueCents: 100_000_00 } as const
    const cost = employerYear(month, bill, STANDARD_VAT, { ...year2026(), employerFactor: null })
    expect(cost).toMatchObject({ contributionsCents: 0, totalCents: 1_380_00 })
  })
})
