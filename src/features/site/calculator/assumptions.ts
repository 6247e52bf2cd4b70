import type { BillingTerms, LeaseSchedule } from '#features/pricing/leasing/rules.ts'
import { insuredAs } from '#features/pricing/tax/rules/ages.ts'
import { type Assumption, assume, distinctAssumptions } from '#features/pricing/tax/rules/assumptions.ts'
import type { EmployerVat } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import { marginalTaxBasisPoints, type PayAndTax } from '#features/pricing/tax/rules/benefit-net-pay.ts'
import { regimeOf } from '#features/pricing/tax/rules/benefit-regime.ts'
import { incomeTax } from '#features/pricing/tax/rules/income-tax.ts'
import type { TaxParameters } from '#features/pricing/tax/rules/tax-parameters.ts'
import type { Day } from '#platform/values/days.ts'
import { vatTotals } from '#platform/values/money.ts'

/** Everything a benefit calculation took for granted. */
export interface BenefitGrounds {
  readonly input: PayAndTax & {
    readonly priceCents: number
    readonly accessoriesCents: number
    readonly commitmentDay: Day
  }
  readonly terms: BillingTerms
  readonly parameters: TaxParameters
  readonly vat: EmployerVat
  readonly schedule: LeaseSchedule
  readonly leaseStartDay: Day
  readonly leaseEndDay: Day
  readonly isLeaseStartGiven: boolean
  /** Months of the lease in which the benefit is taxable. */
  readonly taxableMonths: number
  readonly fairValueBasisPoints: number
  readonly maxPriceCents: number | null
  /** What of the price is leased. */
  readonly leasedCents: number
}

/** A given percentage this far below the margin of the pay is most likely the card's basic one. */
const LOW_BY_BASIS_POINTS = 500

function taxAssumptions(input: PayAndTax, parameters: TaxParameters, yearlyCents: number): readonly Assumption[] {
  const { taxPercentBasisPoints, monthlyPayCents, churchMembership, birthYear, children, singleParent } = input
  const marginalBasisPoints = marginalTaxBasisPoints(yearlyCents, input, parameters)
  if (taxPercentBasisPoints !== undefined) {
    const fallbacks = parameters.assumptions.filter(({ code }) => code === 'YEAR_FALLBACK')
    const isLow = taxPercentBasisPoints + LOW_BY_BASIS_POINTS < marginalBasisPoints
    return [
      ...fallbacks,
      assume('TAX_PERCENT_GIVEN', { taxPercentBasisPoints }),
      ...(isLow ? [assume('TAX_PERCENT_LOW', { marginalBasisPoints })] : []),
      insuredAs(birthYear, parameters.year),
    ]
  }
  const person = {
    churchMembership,
    ...(birthYear === undefined ? {} : { birthYear }),
    ...(children === undefined ? {} : { children }),
    ...(singleParent === undefined ? {} : { singleParent }),
  }
  const { assumptions } = incomeTax({ ...person, cashWageCents: 12 * monthlyPayCents }, parameters)
  return [...assumptions, assume('MARGINAL_RATE', { marginalBasisPoints })]
}

function regimeAssumption(commitmentDay: Day, parameters: TaxParameters): Assumption[] {
  const regime = regimeOf(commitmentDay)
  if (regime === 'TAXABLE') return [assume('REGIME_TAXABLE', { commitmentDay })]
  const limits = {
    commitmentDay,
    exemptMonthlyCents: parameters.taxYear.bikeExemptMonthlyCents,
    exemptYearlyCents: parameters.taxYear.bikeExemptYearlyCents,
  }
  return [assume(regime === 'EXEMPT_2025' ? 'REGIME_EXEMPT_2025' : 'REGIME_EXEMPT_GRANDFATHERED', limits)]
}

function regimeAssumptions({ input, schedule, taxableMonths, parameters }: BenefitGrounds): Assumption[] {
  const held = regimeAssumption(input.commitmentDay, parameters)
  if (regimeOf(input.commitmentDay) === 'TAXABLE' || taxableMonths === 0) return held
  return [...held, assume('REGIME_ENDS_DURING_LEASE', { exemptMonths: schedule.months - taxableMonths, taxableMonths })]
}

function leaseAssumptions(grounds: BenefitGrounds): Assumption[] {
  const { terms, schedule, leaseStartDay, leaseEndDay, leasedCents } = grounds
  const campaign = terms.campaign && schedule.campaignApplied ? terms.campaign : null
  return [
    assume('LEASE_TERMS', {
      instalmentCents: terms.instalmentCents,
      serviceShareCents: terms.serviceShareCents,
      yearlyInterestBasisPoints: terms.yearlyInterestBasisPoints,
      residualBasisPoints: terms.residualBasisPoints,
      months: schedule.months,
    }),
    ...(campaign
      ? [
          assume('CAMPAIGN_APPLIED', {
            discountBasisPoints: campaign.discountBasisPoints,
            discountCents: leasedCents - schedule.financedCents,
          }),
        ]
      : []),
    ...(grounds.isLeaseStartGiven ? [] : [assume('LEASE_START_ASSUMED', { leaseStartDay, leaseEndDay })]),
  ]
}

/** The VAT that an instalment contains, which an employer's accountant asks for. */
function instalmentVat(instalmentCents: number, { basisPoints }: EmployerVat): Assumption {
  const totals = vatTotals([{ grossCents: instalmentCents, vatBasisPoints: basisPoints }])
  return assume('INSTALMENT_VAT', { instalmentVatCents: totals.vatCents, vatBasisPoints: basisPoints })
}

function employerAssumptions({ parameters, vat }: Pick<BenefitGrounds, 'parameters' | 'vat'>): Assumption[] {
  const { employerFactor, year } = parameters
  if (!employerFactor)
    return [assume(vat.isDeductible ? 'VAT_DEDUCTED' : 'VAT_NOT_DEDUCTED', { vatBasisPoints: vat.basisPoints })]
  const sideCostBasisPoints = employerFactor.basisPoints - 10_000
  return [
    assume('EMPLOYER_FACTOR', { sideCostBasisPoints }),
    ...(employerFactor.year === year
      ? []
      : [assume('EMPLOYER_FACTOR_YEAR', { year: employerFactor.year, requestedYear: year })]),
    assume(vat.isDeductible ? 'VAT_DEDUCTED' : 'VAT_NOT_DEDUCTED', { vatBasisPoints: vat.basisPoints }),
  ]
}

/** What an employer's yearly cost took for granted. */
export interface FleetGrounds {
  readonly terms: BillingTerms
  readonly parameters: TaxParameters
  readonly vat: EmployerVat
  readonly commitmentDay: Day
}

/** What the yearly cost of an employer's bicycles took for granted, in the order in which a reader asks for it. */
export function assumptionsOfFleet({ terms, parameters, vat, commitmentDay }: FleetGrounds): Assumption[] {
  return distinctAssumptions([
    assume('BENEFIT_VALUE', { monthlyTaxValueCents: terms.instalmentCents, adminFeeCents: terms.adminFeeCents }),
    instalmentVat(terms.instalmentCents, vat),
    ...regimeAssumption(commitmentDay, parameters),
    ...parameters.assumptions.filter(({ code }) => code === 'YEAR_FALLBACK'),
    ...employerAssumptions({ parameters, vat }),
  ])
}

/** What a benefit calculation took for granted, in the order in which a reader asks for it. */
export function assumptionsOfBenefit(grounds: BenefitGrounds): Assumption[] {
  const { input, terms, parameters, schedule, maxPriceCents } = grounds
  const aboveCents = maxPriceCents === null ? 0 : input.priceCents + input.accessoriesCents - maxPriceCents
  return distinctAssumptions([
    ...(maxPriceCents !== null && aboveCents > 0 ? [assume('PRICE_ABOVE_LIMIT', { maxPriceCents, aboveCents })] : []),
    ...leaseAssumptions(grounds),
    ...regimeAssumptions(grounds),
    assume('BENEFIT_VALUE', { monthlyTaxValueCents: schedule.instalmentCents, adminFeeCents: terms.adminFeeCents }),
    instalmentVat(schedule.instalmentCents, grounds.vat),
    assume('TWELVE_EQUAL_PAYS', { yearlyPayCents: 12 * input.monthlyPayCents }),
    ...taxAssumptions(input, parameters, 12 * schedule.instalmentCents),
    assume('SAME_TAX_RULES_FOR_TERM', { year: parameters.taxYear.year }),
    assume('CONTRIBUTIONS_ON_UNREDUCED_PAY'),
    ...employerAssumptions(grounds),
    assume('BUY_YOURSELF_INCLUDES_SERVICE', { serviceShareCents: terms.serviceShareCents, months: schedule.months }),
    assume('FAIR_VALUE_AT_END', { fairValueBasisPoints: grounds.fairValueBasisPoints }),
  ])
}
