import { mulDivHalfUp } from '#platform/values/money.ts'
import { liabilities } from './ages.ts'
import { type BenefitMonth, benefitShares } from './benefit-models.ts'
import { type ChurchMembership, incomeTax } from './income-tax.ts'
import type { TaxParameters } from './tax-parameters.ts'

/** Whose net pay is computed. */
export interface PayAndTax {
  /** Pay before tax and before any benefit is taken out of it, whole cents a month; twelve equal pays make the year. */
  readonly monthlyPayCents: number
  /**
   * The additional percentage of the tax card (lisäprosentti): a benefit is taxed at the margin, so it stands for the
   * computed income tax of the benefit. The card's basic percentage is an average and too low.
   */
  readonly taxPercentBasisPoints?: number
  readonly churchMembership: ChurchMembership
  readonly birthYear?: number
  readonly children?: number
  readonly singleParent?: boolean
}

const MONTHS = 12

/** Pension and unemployment contributions of the person in basis points, on top of what a tax card withholds. */
function contributionBasisPoints(person: PayAndTax, parameters: TaxParameters): number {
  const liable = liabilities(person.birthYear, parameters)
  return liable.pensionBasisPoints + (liable.unemployment ? parameters.taxYear.unemploymentBasisPoints : 0)
}

function netOfYear(
  person: PayAndTax,
  parameters: TaxParameters,
  benefit: { outOfPayCents: number; taxableCents: number; exemptFromPayCents: number },
): number {
  const { monthlyPayCents, churchMembership, birthYear, children, singleParent } = person
  return incomeTax(
    {
      cashWageCents: MONTHS * monthlyPayCents - benefit.outOfPayCents,
      taxableBenefitCents: benefit.taxableCents,
      exemptBenefitFromPayCents: benefit.exemptFromPayCents,
      churchMembership,
      ...(birthYear === undefined ? {} : { birthYear }),
      ...(children === undefined ? {} : { children }),
      ...(singleParent === undefined ? {} : { singleParent }),
    },
    parameters,
  ).netCents
}

/** What an extra taxable benefit costs in tax and contributions, whole cents for the given yearly amount; positive. */
export function costOfTaxableBenefit(yearlyCents: number, person: PayAndTax, parameters: TaxParameters): number {
  if (person.taxPercentBasisPoints !== undefined) {
    const basisPoints = person.taxPercentBasisPoints + contributionBasisPoints(person, parameters)
    return mulDivHalfUp(yearlyCents, basisPoints, 10_000)
  }
  const none = { outOfPayCents: 0, taxableCents: 0, exemptFromPayCents: 0 }
  const without = netOfYear(person, parameters, none)
  return without - netOfYear(person, parameters, { ...none, taxableCents: yearlyCents })
}

/** The income tax that the pay's last euros carry, as a share of an extra yearly amount; contributions left aside. */
export function marginalTaxBasisPoints(yearlyCents: number, person: PayAndTax, parameters: TaxParameters): number {
  if (yearlyCents === 0) return 0
  const { taxPercentBasisPoints: _, ...withoutCard } = person
  const all = mulDivHalfUp(costOfTaxableBenefit(yearlyCents, withoutCard, parameters), 10_000, yearlyCents)
  return Math.max(0, all - contributionBasisPoints(person, parameters))
}

function costFromSalary(
  yearlyCents: number,
  exemptCents: number,
  person: PayAndTax,
  parameters: TaxParameters,
): number {
  if (exemptCents === 0) return yearlyCents
  if (person.taxPercentBasisPoints !== undefined) {
    return yearlyCents - mulDivHalfUp(exemptCents, person.taxPercentBasisPoints, 10_000)
  }
  const without = netOfYear(person, parameters, { outOfPayCents: 0, taxableCents: 0, exemptFromPayCents: 0 })
  const withBenefit = netOfYear(person, parameters, {
    outOfPayCents: yearlyCents,
    taxableCents: yearlyCents - exemptCents,
    exemptFromPayCents: exemptCents,
  })
  return without - withBenefit
}

/**
 * By how many cents the net pay of a year falls when every month of it carries this benefit. Positive = less money in
 * the hand than without the bicycle.
 *
 * - FROM_SALARY: the pay in money falls by the value. A taxable value stays in the wage, so tax and contributions
 *   stay and the fall is the value itself. An exempt share leaves the taxable wage and saves its income tax and daily
 *   allowance contribution, while pension and unemployment contributions stay on the pay before the benefit (a benefit
 *   agreed as a part of the pay is pensionable even where it is exempt from tax).
 * - ON_TOP: the pay stays; the taxable share costs its marginal tax and contributions, the exempt share nothing.
 * - EMPLOYEE_PAYS: the value is collected from the net pay and leaves nothing to tax, so the fall is the value.
 *
 * With a tax card percentage the tax of the taxable or exempt share is that percentage of it.
 *
 * @throws RangeError when FROM_SALARY takes more than the pay
 */
export function yearlyNetPayFall(month: BenefitMonth, person: PayAndTax, parameters: TaxParameters): number {
  const { code363Cents, code364Cents, code420Cents } = benefitShares(month, parameters)
  const yearlyCents = MONTHS * month.valueCents
  if (month.model === 'FROM_SALARY') return costFromSalary(yearlyCents, MONTHS * code363Cents, person, parameters)
  return MONTHS * code420Cents + costOfTaxableBenefit(MONTHS * code364Cents, person, parameters)
}
