import { mulDivHalfUp, percentOf } from '#platform/values/money.ts'
import { type BenefitMonth, benefitShares } from './benefit-models.ts'
import type { TaxParameters } from './tax-parameters.ts'

/** How the employer treats VAT on what the lessor bills. */
export interface EmployerVat {
  readonly basisPoints: number
  /** False: the bicycle is for private use and the VAT stays a cost. */
  readonly isDeductible: boolean
}

/** The Finnish standard rate since September 2024; the bicycle is for private use, so its VAT stays a cost. */
export const STANDARD_VAT: EmployerVat = { basisPoints: 2550, isDeductible: false }

/** What the employer pays the lessor in a month, VAT included. */
export interface LeaseBill {
  readonly instalmentCents: number
  /** The fee beside the instalment; never a part of the benefit's value. */
  readonly adminFeeCents: number
}

/** The change in the employer's yearly cost, whole cents; positive = costs more, negative = costs less. */
export interface EmployerYear {
  readonly instalmentsCents: number
  readonly adminFeesCents: number
  /** Side costs on the taxable share of a benefit given on top of the pay. */
  readonly contributionsCents: number
  /** Pay in money that is no longer paid; zero or negative. */
  readonly lowerPayCents: number
  /** Collected from net pay; zero or negative. */
  readonly collectedCents: number
  /** VAT that the employer gets back, less the VAT of what it collects; zero or negative. */
  readonly vatCents: number
  readonly totalCents: number
}

const MONTHS = 12

/**
 * What one bicycle changes in an employer's yearly cost when every month of the year is like this one.
 *
 * - FROM_SALARY: instalment and fee come, the same value of pay goes. Side costs stay, because the pay before the
 *   benefit remains the base of pension insurance; the health contribution saved on an exempt share is left out.
 * - ON_TOP: instalment and fee come, and side costs on the taxable share.
 * - EMPLOYEE_PAYS: instalment and fee come, the value is collected back.
 *
 * With deductible VAT the tax inside bill and collected money is taken off, half up to the cent on the yearly sums.
 */
export function employerYear(
  month: BenefitMonth,
  bill: LeaseBill,
  vat: EmployerVat,
  parameters: TaxParameters,
): EmployerYear {
  const { employerFactor } = parameters
  const shares = benefitShares(month, parameters)
  const instalmentsCents = MONTHS * bill.instalmentCents
  const adminFeesCents = MONTHS * bill.adminFeeCents
  const collectedCents = 0 - MONTHS * shares.code420Cents
  const lowerPayCents = month.model === 'FROM_SALARY' ? 0 - MONTHS * month.valueCents : 0
  const sideCostBasisPoints = (employerFactor?.basisPoints ?? 10_000) - 10_000
  const contributionsCents =
    month.model === 'FROM_SALARY' ? 0 : percentOf(MONTHS * shares.code364Cents, sideCostBasisPoints)
  const taxedCents = instalmentsCents + adminFeesCents + collectedCents
  const vatCents = vat.isDeductible ? 0 - mulDivHalfUp(taxedCents, vat.basisPoints, 10_000 + vat.basisPoints) : 0
  return {
    instalmentsCents,
    adminFeesCents,
    contributionsCents,
    lowerPayCents,
    collectedCents,
    vatCents,
    totalCents: instalmentsCents + adminFeesCents + contributionsCents + lowerPayCents + collectedCents + vatCents,
  }
}

/** The yearly cost of many like bicycles, each line times their number. */
export function employerYearOf(bikes: number, one: EmployerYear): EmployerYear {
  return {
    instalmentsCents: bikes * one.instalmentsCents,
    adminFeesCents: bikes * one.adminFeesCents,
    contributionsCents: bikes * one.contributionsCents,
    lowerPayCents: bikes * one.lowerPayCents,
    collectedCents: bikes * one.collectedCents,
    vatCents: bikes * one.vatCents,
    totalCents: bikes * one.totalCents,
  }
}
