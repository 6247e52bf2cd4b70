import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import type { TaxRegime } from '#features/pricing/tax/rules/benefit-regime.ts'

interface Terms {
  readonly benefitModel: BenefitModel
  readonly taxRegime: TaxRegime
  readonly leaseTimeMonths: number
  /** Euros, as on the wire. */
  readonly instalment: number
  readonly instalmentsTotal: number
  readonly adminFee: number
}

/**
 * Whether a month costs the net pay exactly the instalment, whatever the pay and its tax: where the employee pays from
 * the net pay, and where a wholly taxed benefit takes the place of as much pay.
 */
export function isNetCostCertain({ benefitModel, taxRegime }: Pick<Terms, 'benefitModel' | 'taxRegime'>): boolean {
  return benefitModel === 'EMPLOYEE_PAYS' || (benefitModel === 'FROM_SALARY' && taxRegime === 'TAXABLE')
}

/** What a lease costs the employer beside contributions on the benefit, in euros. */
export function employerCostOf({ benefitModel, leaseTimeMonths, instalment, instalmentsTotal, adminFee }: Terms) {
  const isCovered = benefitModel !== 'ON_TOP'
  const cents = (euros: number) => Math.round(euros * 100)
  const fees = cents(adminFee) * leaseTimeMonths
  return {
    /** What the operator bills each month. */
    billed: (cents(instalment) + cents(adminFee)) / 100,
    /** What the month's pay is lower by, or what is kept from it. */
    covered: isCovered ? instalment : 0,
    monthly: (isCovered ? cents(adminFee) : cents(instalment) + cents(adminFee)) / 100,
    total: (isCovered ? fees : cents(instalmentsTotal) + fees) / 100,
  }
}
