import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import { regimeOf, type TaxRegime } from '#features/pricing/tax/rules/benefit-regime.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import type { BillingTerms, EndPrices, LeaseSchedule, ServiceRule, ServiceTerms } from '../rules.ts'

/**
 * What a package costs, all in, as shown before it is chosen and as it stands in the agreement. Cents and basis points.
 */
export interface PriceCard {
  readonly day: Day
  readonly bikePriceCents: Cents
  readonly accessoriesCents: Cents
  readonly totalPriceCents: Cents
  /** What the employee pays beside the lease; absent on cards of earlier releases. */
  readonly excessCents?: Cents
  readonly financedCents: Cents
  readonly leaseMonths: number
  readonly instalmentCents: Cents
  readonly lastInstalmentCents: Cents
  readonly totalInstalmentsCents: Cents
  /** Insurance and service over the whole term. */
  readonly insuranceCents: Cents
  readonly serviceCents: Cents
  /** Interest over the whole term; it is part of the instalments. */
  readonly financingCents: Cents
  /** Absent on cards of earlier releases. */
  readonly yearlyInterestBasisPoints?: number
  readonly residualCents: Cents
  readonly totalToOwnCents: Cents
  /** The employer's monthly fee beside the instalment. */
  readonly adminFeeCents: Cents
  readonly serviceShareCents: Cents
  readonly buyOutCents: readonly Cents[]
  readonly vatBasisPoints: number
  readonly benefitModel: BenefitModel
  readonly taxRegime: TaxRegime
  readonly campaignApplied: boolean
  readonly billingTableId: string
  readonly billingTableVersion: number
  /** Absent on cards of earlier releases. */
  readonly ends?: EndPrices
  /** Absent where the terms have no rule for it: then `serviceCents` is a fee. */
  readonly service?: ServiceRule
}

/** What a lease of this price keeps of the rule of its service; null where the terms promise none. */
export function serviceTermsOf({
  service,
  serviceCents: cents,
  leaseMonths: months,
}: Pick<PriceCard, 'service' | 'serviceCents' | 'leaseMonths'>): ServiceTerms | null {
  return service && cents > 0 ? { ...service, cents, months } : null
}

export interface PriceCardInput {
  readonly day: Day
  readonly bikePriceCents: Cents
  readonly accessoriesCents: Cents
  readonly excessCents: Cents
  /** Of the price without the excess. */
  readonly schedule: LeaseSchedule
  readonly terms: BillingTerms
  readonly vatBasisPoints: number
  readonly benefitModel: BenefitModel
  readonly billingTable: { readonly id: string; readonly version: number }
}

/** Lays out a schedule as a price card: the parts add up to what it costs to own the bike. */
export function priceCardOf(input: PriceCardInput): PriceCard {
  const { schedule, terms } = input
  // The service share is contained in every instalment; the insurance is its named part, the rest is service.
  const insuranceCents = (terms.insuranceCents ?? 0) * schedule.months
  return {
    day: input.day,
    bikePriceCents: input.bikePriceCents,
    accessoriesCents: input.accessoriesCents,
    totalPriceCents: input.bikePriceCents + input.accessoriesCents,
    excessCents: input.excessCents,
    financedCents: schedule.financedCents,
    leaseMonths: schedule.months,
    instalmentCents: schedule.instalmentCents,
    lastInstalmentCents: schedule.lastInstalmentCents,
    totalInstalmentsCents: schedule.totalInstalmentsCents,
    insuranceCents,
    serviceCents: schedule.serviceCents - insuranceCents,
    financingCents: schedule.financingCents,
    yearlyInterestBasisPoints: terms.yearlyInterestBasisPoints,
    residualCents: schedule.residualCents,
    totalToOwnCents: schedule.totalToOwnCents,
    adminFeeCents: terms.adminFeeCents,
    serviceShareCents: terms.serviceShareCents,
    buyOutCents: schedule.buyOut,
    vatBasisPoints: input.vatBasisPoints,
    benefitModel: input.benefitModel,
    taxRegime: regimeOf(input.day),
    campaignApplied: schedule.campaignApplied,
    billingTableId: input.billingTable.id,
    billingTableVersion: input.billingTable.version,
    ...(terms.ends ? { ends: terms.ends } : {}),
    ...(terms.service ? { service: terms.service } : {}),
  }
}

/** The part of the package's price that is leased: all but what the employee pays beside the lease. */
export function leasedCents(card: Pick<PriceCard, 'totalPriceCents' | 'excessCents'>): Cents {
  return card.totalPriceCents - (card.excessCents ?? 0)
}

/** Whether what was signed still is what the order says: same price, excess, term and instalments. */
export function sameTerms(
  card: PriceCard | null,
  signed: { price_cents: number; excess_cents: number; lease_months: number } | null,
): boolean {
  return (
    card !== null &&
    signed !== null &&
    leasedCents(card) === signed.price_cents &&
    (card.excessCents ?? 0) === signed.excess_cents &&
    card.leaseMonths === signed.lease_months
  )
}
