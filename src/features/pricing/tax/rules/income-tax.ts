import { mulDivHalfUp } from '#platform/values/money.ts'
import { insuredAs, type Liabilities, liabilities } from './ages.ts'
import { type Assumption, assume } from './assumptions.ts'
import { afterCredit, type CreditableTaxes, earnedIncomeCreditCents, perChildCents } from './earned-income-credit.ts'
import { centsHalfUp, centsPlusShare, type Exact, exactCents, exactShare, notNegative } from './exact.ts'
import type { TaxParameters } from './tax-parameters.ts'

export type ChurchMembership = 'EVANGELICAL_LUTHERAN' | 'ORTHODOX' | 'NONE'

/** One person's year of wage income; every amount is whole cents a year and not negative. */
export interface IncomeTaxInput {
  /** Pay in money before tax. */
  readonly cashWageCents: number
  /** Taxable fringe benefits: they raise the wage but not what is paid out. */
  readonly taxableBenefitCents?: number
  /**
   * Tax-exempt benefit that the person took as a part of the pay: not in the wage, not taxed, but pension and
   * unemployment contributions stay on it (the pay before the benefit was taken out of it).
   */
  readonly exemptBenefitFromPayCents?: number
  /** Costs of commuting before the own share. */
  readonly commutingCents?: number
  readonly churchMembership: ChurchMembership
  /** Left out: the person is 18–52. */
  readonly birthYear?: number
  /** Children under age in the person's care. */
  readonly children?: number
  /** The person brings the children up alone: the addition for each is double. */
  readonly singleParent?: boolean
}

/** Whole cents a year; each tax after the earned income credit. */
export interface IncomeTax {
  /** State, municipal and church tax, health care and daily allowance contributions, Yle tax (Åland: media fee). */
  readonly totalTaxCents: number
  readonly stateTaxCents: number
  readonly municipalTaxCents: number
  readonly churchTaxCents: number
  readonly healthCareCents: number
  readonly dailyAllowanceCents: number
  readonly yleCents: number
  /** Withheld too, but not tax and not in the total. */
  readonly pensionCents: number
  readonly unemploymentCents: number
  /** Paid out: pay in money − total tax − pension − unemployment. */
  readonly netCents: number
  /** Total tax of the wage, rounded up to the next half percent; 0 without tax. */
  readonly taxPercentBasisPoints: number
  readonly assumptions: readonly Assumption[]
}

/** A deduction of at most `maxCents` that falls by a share of what the income has above it, rounded to cents. */
function basicDeductionCents(baseExact: Exact, maxCents: number, reductionBasisPoints: number): number {
  const above = notNegative(baseExact - exactCents(maxCents))
  const deductionCents = centsPlusShare(maxCents, -reductionBasisPoints, above)
  return Math.min(centsHalfUp(baseExact), deductionCents)
}

function stateTaxOf(taxable: Exact, parameters: TaxParameters): number {
  const reached = parameters.stateScale.findLast((step) => exactCents(step.lowerLimitCents) <= taxable)
  if (!reached) return 0
  const reductionBasisPoints = parameters.aland?.stateScaleReductionBasisPoints ?? 0
  const taxAtLimitCents =
    reached.taxAtLowerLimitCents - mulDivHalfUp(reached.lowerLimitCents, reductionBasisPoints, 10_000)
  return centsPlusShare(
    taxAtLimitCents,
    reached.rateBasisPoints - reductionBasisPoints,
    taxable - exactCents(reached.lowerLimitCents),
  )
}

function churchBasisPoints(parameters: TaxParameters, membership: ChurchMembership): number {
  if (membership === 'EVANGELICAL_LUTHERAN') return parameters.municipality.evangelicalLutheranBasisPoints
  return membership === 'ORTHODOX' ? parameters.municipality.orthodoxBasisPoints : 0
}

function netEarnedIncomeCents(wageCents: number, commutingCents: number, { deductions }: TaxParameters): number {
  const commuting = Math.min(
    Math.max(0, commutingCents - deductions.commutingOwnShareCents),
    deductions.commutingMaxCents,
  )
  return Math.max(0, wageCents - Math.min(deductions.incomeAcquisitionMaxCents, wageCents) - commuting)
}

/** Residents of Åland have a basic deduction of their own in municipal taxation; elsewhere one taxable income serves all. */
function taxableIncomes(base: Exact, { deductions, aland }: TaxParameters): { state: Exact; municipal: Exact } {
  const { basicDeductionMaxCents, basicDeductionReductionBasisPoints } = deductions
  const basicCents = basicDeductionCents(base, basicDeductionMaxCents, basicDeductionReductionBasisPoints)
  const state = notNegative(base - exactCents(basicCents))
  if (!aland) return { state, municipal: state }
  const { municipalBasicDeductionMaxCents, municipalBasicDeductionReductionBasisPoints } = aland
  const ownCents = basicDeductionCents(
    base,
    municipalBasicDeductionMaxCents,
    municipalBasicDeductionReductionBasisPoints,
  )
  return { state, municipal: notNegative(base - exactCents(ownCents)) }
}

function yleTaxCents(netEarnedCents: number, liable: Liabilities, { taxYear, aland }: TaxParameters): number {
  if (!liable.yle) return 0
  if (aland) return netEarnedCents > aland.mediaFeeThresholdCents ? aland.mediaFeeCents : 0
  const above = Math.max(0, netEarnedCents - taxYear.yleThresholdCents)
  return Math.min(taxYear.yleMaxCents, centsHalfUp(exactShare(above, taxYear.yleBasisPoints)))
}

interface Contributions {
  readonly pension: Exact
  readonly unemployment: Exact
  readonly dailyAllowance: Exact
}

function contributionsOf(
  wageCents: number,
  insuredCents: number,
  liable: Liabilities,
  { taxYear }: TaxParameters,
): Contributions {
  const isAboveThreshold = wageCents >= taxYear.dailyAllowanceThresholdCents
  return {
    pension: exactShare(insuredCents, liable.pensionBasisPoints),
    unemployment: liable.unemployment ? exactShare(insuredCents, taxYear.unemploymentBasisPoints) : 0n,
    dailyAllowance:
      liable.dailyAllowance && isAboveThreshold ? exactShare(wageCents, taxYear.dailyAllowanceBasisPoints) : 0n,
  }
}

function creditableTaxes(base: Exact, input: IncomeTaxInput, parameters: TaxParameters): CreditableTaxes {
  const taxable = taxableIncomes(base, parameters)
  return {
    stateCents: stateTaxOf(taxable.state, parameters),
    municipalCents: centsPlusShare(0, parameters.municipality.municipalBasisPoints, taxable.municipal),
    churchCents: centsPlusShare(0, churchBasisPoints(parameters, input.churchMembership), taxable.municipal),
    healthCents: centsPlusShare(0, parameters.taxYear.healthCareBasisPoints, taxable.municipal),
  }
}

function percentUpToHalf(totalTaxCents: number, wageCents: number): number {
  if (totalTaxCents === 0 || wageCents === 0) return 0
  const wage = BigInt(wageCents)
  return Number((BigInt(totalTaxCents) * 200n + wage - 1n) / wage) * 50
}

function assumptionsOf(input: IncomeTaxInput, parameters: TaxParameters): Assumption[] {
  const { municipality, deductions, aland } = parameters
  const children = input.children ?? 0
  return [
    ...parameters.assumptions,
    assume('TAX_RATES', {
      municipality: municipality.name,
      municipalBasisPoints: municipality.municipalBasisPoints,
      churchBasisPoints: churchBasisPoints(parameters, input.churchMembership),
      year: parameters.taxYear.year,
    }),
    ...(aland ? [assume('ALAND_RULES', { mediaFeeCents: aland.mediaFeeCents })] : []),
    insuredAs(input.birthYear, parameters.year),
    ...(children > 0
      ? [assume('CHILDREN_COUNTED', { children, perChildCents: perChildCents(input, deductions) })]
      : []),
    ...(input.commutingCents
      ? []
      : [assume('AUTOMATIC_DEDUCTIONS_ONLY', { incomeAcquisitionCents: deductions.incomeAcquisitionMaxCents })]),
  ]
}

/**
 * Income tax and contributions of a year's wage income, by the order of calculation and the rounding of the Tax
 * Administration's withholding decision: half up to cents at the basic deduction, at each tax, at the earned income
 * credit and at the Yle tax; contributions keep their fractions until they are paid out. On Åland municipal tax,
 * church tax and health care contribution are taken of the income taxable in municipal taxation there.
 *
 * @throws RangeError when an amount is negative or not whole cents
 */
export function incomeTax(input: IncomeTaxInput, parameters: TaxParameters): IncomeTax {
  const { cashWageCents, taxableBenefitCents = 0, exemptBenefitFromPayCents = 0, commutingCents = 0 } = input
  for (const amount of [cashWageCents, taxableBenefitCents, exemptBenefitFromPayCents, commutingCents]) {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount of whole cents: ${amount}`)
  }
  const wageCents = cashWageCents + taxableBenefitCents
  const liable = liabilities(input.birthYear, parameters)
  const netEarnedCents = netEarnedIncomeCents(wageCents, commutingCents, parameters)
  const due = contributionsOf(wageCents, wageCents + exemptBenefitFromPayCents, liable, parameters)
  const base = notNegative(exactCents(netEarnedCents) - due.pension - due.unemployment - due.dailyAllowance)
  const creditCents = earnedIncomeCreditCents(wageCents, netEarnedCents, input, parameters)
  const taxes = afterCredit(creditableTaxes(base, input, parameters), creditCents)
  const dailyAllowanceCents = centsHalfUp(due.dailyAllowance)
  const yleCents = yleTaxCents(netEarnedCents, liable, parameters)
  const pensionCents = centsHalfUp(due.pension)
  const unemploymentCents = centsHalfUp(due.unemployment)
  const totalTaxCents =
    taxes.stateCents + taxes.municipalCents + taxes.churchCents + taxes.healthCents + dailyAllowanceCents + yleCents
  return {
    totalTaxCents,
    stateTaxCents: taxes.stateCents,
    municipalTaxCents: taxes.municipalCents,
    churchTaxCents: taxes.churchCents,
    healthCareCents: taxes.healthCents,
    dailyAllowanceCents,
    yleCents,
    pensionCents,
    unemploymentCents,
    netCents: cashWageCents - totalTaxCents - pensionCents - unemploymentCents,
    taxPercentBasisPoints: percentUpToHalf(totalTaxCents, wageCents),
    assumptions: assumptionsOf(input, parameters),
  }
}
