import {
  defaultFairValues,
  type FairValueTable,
  fairValueBasisPoints,
  taxableDifferenceCents,
} from '#features/pricing/leasing/rules/fair-value.ts'
import { type ExcessPolicy, excessCents } from '#features/pricing/leasing/rules/price-limit.ts'
import { type BillingTerms, type LeasingRefusal, leaseSchedule } from '#features/pricing/leasing/rules.ts'
import type { Assumption } from '#features/pricing/tax/rules/assumptions.ts'
import { type EmployerVat, employerYear, STANDARD_VAT } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import {
  type BenefitModel,
  type BenefitMonth,
  benefitModels,
  benefitShares,
} from '#features/pricing/tax/rules/benefit-models.ts'
import { costOfTaxableBenefit, type PayAndTax, yearlyNetPayFall } from '#features/pricing/tax/rules/benefit-net-pay.ts'
import {
  type IncomesRegisterSplit,
  regimeInMonth,
  regimeOf,
  type TaxRegime,
} from '#features/pricing/tax/rules/benefit-regime.ts'
import type { TaxParameters } from '#features/pricing/tax/rules/tax-parameters.ts'
import { assumptionsOfBenefit } from '#features/site/calculator/assumptions.ts'
import {
  type Lease,
  leaseOf,
  MONTHS,
  type MonthKind,
  monthKinds,
  referenceMonth,
  totalOver,
} from '#features/site/calculator/lease-months.ts'
import type { Day } from '#platform/values/days.ts'
import { mulDivHalfUp, percentOf } from '#platform/values/money.ts'

/** What a person asks the calculator; amounts are whole cents. */
export interface BenefitInput extends PayAndTax {
  readonly priceCents: number
  readonly accessoriesCents: number
  readonly model: BenefitModel
  /** The day of the binding commitment: it decides the regime. */
  readonly commitmentDay: Day
}

export interface BenefitOptions {
  /** The day on which the price is asked, for campaigns; the commitment day when left out. */
  readonly day?: Day
  /** False leaves a running campaign out. */
  readonly useCampaign?: boolean
  /** The first day of the lease where it is known; else the first of the month after the commitment. */
  readonly leaseStartDay?: Day
  /** The company's limit on bicycle and accessories together. */
  readonly maxPriceCents?: number
  /** Who pays what is above the limit: the employee, beside the lease; or nobody, as it cannot be ordered. */
  readonly excess?: ExcessPolicy
  readonly vat?: EmployerVat
  /** What bicycles are worth after so many months; the product's own estimate when left out. */
  readonly fairValues?: FairValueTable
}

/** One model's figures, whole cents. */
export interface ModelFigures {
  /** By how much net pay falls in a month; positive = less money in the hand. */
  readonly netPerMonthCents: number
  /** The same over the whole lease, months after an exemption and the smaller last instalment included. */
  readonly netTotalCents: number
  /** By how much the employer's cost changes in a month; positive = costs more. */
  readonly employerPerMonthCents: number
  readonly employerTotalCents: number
  /** Net pay given up over the lease, the redemption price, and what the person pays beside the lease. */
  readonly totalToOwnCents: number
  /** The month in the Incomes Register: 363 exempt, 364 taxable, 420 collected. */
  readonly shares: IncomesRegisterSplit
}

export interface BikeBenefit {
  readonly ok: true
  /** Above the limit of an employer that allows nothing above it: the figures are of a bicycle that cannot be ordered. */
  readonly isRefused: boolean
  readonly leaseTimeMonths: number
  readonly instalmentCents: number
  readonly lastInstalmentCents: number
  readonly leaseStartDay: Day
  readonly leaseEndDay: Day
  /** By the commitment day. */
  readonly regime: TaxRegime
  /** In the month that the monthly figures stand for; an exemption that has ended has become TAXABLE. */
  readonly regimeInMonth: TaxRegime
  readonly monthlyTaxValueCents: number
  readonly byModel: Readonly<Record<BenefitModel, ModelFigures>>
  /** The buy-out price after k instalments at index k − 1. */
  readonly buyOut: readonly number[]
  readonly residualCents: number
  /** In the chosen model, redemption included. */
  readonly totalToOwnCents: number
  /** The same bicycle with insurance and service for as long, bought with one's own money. */
  readonly buyYourselfCents: number
  /**
   * What the total consists of; the six sum to `totalToOwnCents`. Tax is negative where an exemption saves money; the
   * employer's part is zero or negative: the instalments that ON_TOP leaves to the employer.
   */
  readonly parts: {
    readonly bikeCents: number
    /** What the person pays beside the lease, which stays within the employer's limit. */
    readonly excessCents: number
    readonly serviceCents: number
    readonly financingCents: number
    readonly taxCents: number
    readonly employerCents: number
  }
  /** The total with the tax that a redemption below the fair value may cost: the most that is to be expected. */
  readonly worstCaseTotalCents: number
  /** What a redemption below the fair value may cost in tax on top; not a part of the total. */
  readonly possibleTax: { readonly fairValueCents: number; readonly taxableCents: number; readonly taxCents: number }
  readonly assumptions: readonly Assumption[]
}

export type BenefitRefusal =
  | LeasingRefusal
  | { readonly ok: false; readonly code: 'VALIDATION'; readonly details: { readonly reason: 'PAY_BELOW_INSTALMENT' } }

type LikeMonth = Pick<MonthKind, 'valueCents' | 'regime'>

interface Case {
  readonly input: BenefitInput
  readonly terms: BillingTerms
  readonly parameters: TaxParameters
  readonly vat: EmployerVat
  readonly lease: Lease
  readonly regime: TaxRegime
  /** What of the price is leased, and what the person pays beside it. */
  readonly leasedCents: number
  readonly excessCents: number
}

function figuresOf(
  model: BenefitModel,
  { input, terms, parameters, vat, lease, regime, excessCents }: Case,
): ModelFigures {
  const { schedule } = lease
  const kinds = monthKinds(lease)
  const month = ({ valueCents, regime }: LikeMonth): BenefitMonth => ({ model, valueCents, regime })
  const netOf = (kind: LikeMonth) => yearlyNetPayFall(month(kind), input, parameters)
  const employerOf = (kind: LikeMonth) => {
    const bill = { instalmentCents: kind.valueCents, adminFeeCents: terms.adminFeeCents }
    return employerYear(month(kind), bill, vat, parameters).totalCents
  }
  const usual = { valueCents: schedule.instalmentCents, regime }
  const netTotalCents = totalOver(kinds, netOf)
  return {
    netPerMonthCents: mulDivHalfUp(netOf(usual), 1, MONTHS),
    netTotalCents,
    employerPerMonthCents: mulDivHalfUp(employerOf(usual), 1, MONTHS),
    employerTotalCents: totalOver(kinds, employerOf),
    totalToOwnCents: netTotalCents + schedule.residualCents + excessCents,
    shares: benefitShares(month(usual), parameters),
  }
}

function possibleTaxOf(
  { input, parameters, lease, leasedCents }: Case,
  fairValues: FairValueTable,
): BikeBenefit['possibleTax'] {
  const { months, residualCents } = lease.schedule
  const fairValueCents = percentOf(leasedCents, fairValueBasisPoints(months, fairValues))
  const taxableCents = taxableDifferenceCents(leasedCents, months, residualCents, fairValues)
  return { fairValueCents, taxableCents, taxCents: costOfTaxableBenefit(taxableCents, input, parameters) }
}

const taxableMonthsOf = (lease: Lease) =>
  monthKinds(lease)
    .filter((kind) => kind.regime === 'TAXABLE')
    .reduce((sum, kind) => sum + kind.months, 0)

function assumptionsOf(known: Case, options: BenefitOptions, fairValues: FairValueTable): readonly Assumption[] {
  const { input, terms, parameters, vat, lease } = known
  return assumptionsOfBenefit({
    input,
    terms,
    parameters,
    vat,
    schedule: lease.schedule,
    leaseStartDay: lease.leaseStart,
    leaseEndDay: lease.leaseEnd,
    isLeaseStartGiven: options.leaseStartDay !== undefined,
    taxableMonths: taxableMonthsOf(lease),
    fairValueBasisPoints: fairValueBasisPoints(lease.schedule.months, fairValues),
    leasedCents: known.leasedCents,
    maxPriceCents: options.maxPriceCents ?? null,
  })
}

/** What the total in the chosen model consists of. */
function partsOf({ input, lease: { schedule }, excessCents }: Case, totalToOwnCents: number): BikeBenefit['parts'] {
  const employerCents = input.model === 'ON_TOP' ? 0 - schedule.totalInstalmentsCents : 0
  return {
    bikeCents: schedule.financedCents,
    excessCents,
    serviceCents: schedule.serviceCents,
    financingCents: schedule.financingCents,
    taxCents: totalToOwnCents - excessCents - schedule.totalToOwnCents - employerCents,
    employerCents,
  }
}

/**
 * The bicycle benefit of one person, in all three models at once.
 *
 * Monthly figures are a twelfth of the difference between two whole years, with the benefit in every month and without
 * it, rounded half up to the cent. They stand for a month of the tax year (`parameters.year`), or for the nearest month
 * of the lease when it runs in other years. Totals add up every month of the lease under the regime of that month,
 * with the tax rules of that one year throughout, and are rounded once. Signs: what a person gives up and what an
 * employer pays is positive.
 *
 * Above the employer's limit the lease stands on the limit and the person pays the rest beside it, where the employer
 * allows that; where it does not, the figures are of the whole price and marked as refused.
 *
 * @param terms the billing table's terms
 * @param parameters the tax parameters of the year and of the person's municipality
 * @returns the schedule's refusal, or `VALIDATION` when the pay is below the instalment
 */
export function bikeBenefit(
  input: BenefitInput,
  terms: BillingTerms,
  parameters: TaxParameters,
  options: BenefitOptions = {},
): BikeBenefit | BenefitRefusal {
  const { day = input.commitmentDay, useCampaign = true, vat = STANDARD_VAT } = options
  const priceCents = input.priceCents + input.accessoriesCents
  const above = excessCents(priceCents, options.maxPriceCents ?? priceCents, options.excess ?? 'NO')
  const leasedCents = priceCents - (above ?? 0)
  const schedule = leaseSchedule(leasedCents, terms, { day, useCampaign })
  if (!schedule.ok) return schedule
  if (input.monthlyPayCents < schedule.instalmentCents) {
    return { ok: false, code: 'VALIDATION', details: { reason: 'PAY_BELOW_INSTALMENT' } }
  }
  const lease = leaseOf(input.commitmentDay, schedule, options.leaseStartDay)
  const regime = regimeInMonth(lease, referenceMonth(lease, parameters.year))
  const { fairValues = defaultFairValues } = options
  const known: Case = { input, terms, parameters, vat, lease, regime, leasedCents, excessCents: above ?? 0 }
  const byModel = Object.fromEntries(benefitModels.map((model) => [model, figuresOf(model, known)])) as Record<
    BenefitModel,
    ModelFigures
  >
  const { totalToOwnCents } = byModel[input.model]
  const possibleTax = possibleTaxOf(known, fairValues)
  return {
    ok: true,
    isRefused: above === null,
    leaseTimeMonths: schedule.months,
    instalmentCents: schedule.instalmentCents,
    lastInstalmentCents: schedule.lastInstalmentCents,
    leaseStartDay: lease.leaseStart,
    leaseEndDay: lease.leaseEnd,
    regime: regimeOf(input.commitmentDay),
    regimeInMonth: regime,
    monthlyTaxValueCents: schedule.instalmentCents,
    byModel,
    buyOut: schedule.buyOut,
    residualCents: schedule.residualCents,
    totalToOwnCents,
    buyYourselfCents: priceCents + schedule.serviceCents,
    parts: partsOf(known, totalToOwnCents),
    possibleTax,
    worstCaseTotalCents: totalToOwnCents + possibleTax.taxCents,
    assumptions: assumptionsOf(known, options, fairValues),
  }
}
