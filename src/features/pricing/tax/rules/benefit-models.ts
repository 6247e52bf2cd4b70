import { exemptLimitsOf, type IncomesRegisterSplit, incomesRegisterSplit, type TaxRegime } from './benefit-regime.ts'
import type { TaxParameters } from './tax-parameters.ts'

/** How the bicycle is paid: out of the gross pay, by the employer on top of it, or by the employee from the net pay. */
export const benefitModels = ['FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS'] as const
export type BenefitModel = (typeof benefitModels)[number]

const MONTHS = 12

/** One month of a benefit as payroll sees it. */
export interface BenefitMonth {
  readonly model: BenefitModel
  /** The tax value of the month, whole cents. */
  readonly valueCents: number
  /** The regime that holds in that month. */
  readonly regime: TaxRegime
}

/**
 * The month's value as exempt (363), taxable (364) and collected (420), with the exemption spread evenly over the
 * year and limited as the year's tax table says. Only EMPLOYEE_PAYS collects: the whole value, from the net pay, so
 * that nothing is left to tax.
 */
export function benefitShares(
  { model, valueCents, regime }: BenefitMonth,
  { taxYear }: TaxParameters,
): IncomesRegisterSplit {
  const limits = exemptLimitsOf(taxYear)
  return incomesRegisterSplit({
    valueCents,
    collectedCents: model === 'EMPLOYEE_PAYS' ? valueCents : 0,
    regimeInMonth: regime,
    usedThisYearCents: 0,
    exemptAllocation: 'MONTHLY',
    limits: { ...limits, monthCents: Math.min(limits.monthCents, Math.floor(limits.yearCents / MONTHS)) },
  })
}
