/**
 * The lease schedule: what a bicycle of a given price costs a month, for how
 * long, and what it costs to buy it out on the way. The schedule itself is the
 * definition; it runs in whole cents, each interest rounded half up, and every
 * later figure (agreement, payroll, buy-out) is read from it.
 */
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { mulDivHalfUp, percentOf } from '#platform/values/money.ts'

export interface Campaign {
  discountBasisPoints: number
  minimumMonths: number
  validFrom: Day
  validTo: Day
}

/** What a change of the VAT rate leaves as it is: what is paid a month, or what of it is without VAT. */
export const vatChanges = ['GROSS_STAYS', 'NET_STAYS'] as const
export type VatChange = (typeof vatChanges)[number]

/** What an agreement keeps of its table beside the schedule: the prices of the ways out, cents including VAT, and how VAT changes it. */
export interface EndPrices {
  readonly redemptionFeeCents: Cents
  readonly transferFeeCents: Cents
  /** Null: the bicycle is not taken back before the end. */
  readonly returnFeeCents: Cents | null
  readonly returnTransportCents: Cents
  /** The day of a month by which an end at that month's end is asked for. */
  readonly noticeDay: number
  /** Left out in agreements of earlier releases, whose payments stay. */
  readonly vatChange?: VatChange
}

/** What a table prices when it says nothing. */
export const usualEndPrices: EndPrices = {
  redemptionFeeCents: 0,
  transferFeeCents: 0,
  returnFeeCents: 29_000,
  returnTransportCents: 5_900,
  noticeDay: 20,
}

export const serviceReleases = ['WHOLE', 'YEARLY'] as const
/** WHOLE: the service of the whole term from its first day on; YEARLY: each year's share as the year begins. */
export type ServiceRelease = (typeof serviceReleases)[number]

/** How the service in the instalments can be used. A lease without such a rule has no service. */
export interface ServiceRule {
  readonly release: ServiceRelease
  /** For how many days after a buy-out what is left can still be used; with none it lapses. */
  readonly daysAfter: number
}

/** What a lease keeps of the rule: the sum of its whole term, and over how many months it was reckoned. */
export interface ServiceTerms extends ServiceRule {
  readonly cents: Cents
  readonly months: number
}

/** The terms of a billing table. Amounts are cents a month including VAT, rates are basis points. */
export interface BillingTerms {
  instalmentCents: Cents
  /** The insurance and service share contained in the instalment. */
  serviceShareCents: Cents
  /** The insurance inside the service share, for explanation only. */
  insuranceCents?: Cents | null
  yearlyInterestBasisPoints: number
  residualBasisPoints: number
  /** The employer's fee beside the instalment; never part of the schedule. */
  adminFeeCents: Cents
  minMonths: number
  maxMonths: number
  minPriceCents: Cents
  maxPriceCents: Cents
  campaign?: Campaign | null
  ends?: EndPrices
  /** Null or left out: the service share is a fee, and promises no service. */
  service?: ServiceRule | null
}

export interface LeaseSchedule {
  ok: true
  months: number
  instalmentCents: Cents
  lastInstalmentCents: Cents
  /** All instalments together, the last one included. */
  totalInstalmentsCents: Cents
  residualCents: Cents
  /** The price that is financed, after the campaign discount. */
  financedCents: Cents
  /** The buy-out price after k instalments at index k - 1; the last one is the residual. */
  buyOut: Cents[]
  financingCents: Cents
  serviceCents: Cents
  /** Instalments and residual: what it costs until the bicycle is one's own. */
  totalToOwnCents: Cents
  campaignApplied: boolean
}

export type LeasingProblem =
  | 'LEASING_CONFIGURATION_INVALID'
  | 'LEASING_TERMS_NOT_COMPUTABLE'
  | 'LEASING_CAMPAIGN_PERIOD_TOO_SHORT'
  | 'LEASING_PERIOD_BELOW_MINIMUM'

export type LeasingProblemReason =
  | 'NO_BILLING_TABLE'
  | 'SEVERAL_BILLING_TABLES'
  | 'TERMS_INCONSISTENT'
  | 'PRICE_BELOW_MINIMUM'
  | 'PRICE_ABOVE_MAXIMUM'
  | 'INTEREST_EATS_INSTALMENT'
  | 'PERIOD_ABOVE_MAXIMUM'
  | 'PERIOD_BELOW_MINIMUM'
  | 'PERIOD_BELOW_CAMPAIGN_MINIMUM'

export interface LeasingRefusal {
  ok: false
  code: LeasingProblem
  /** Why, with the figures of the limit that was hit; amounts in cents. */
  details: { reason: LeasingProblemReason; [figure: string]: string | number }
}

export interface LeaseOptions {
  /** The Helsinki day on which the price is asked; decides whether a campaign runs. */
  day: Day
  /** False leaves a running campaign out. */
  useCampaign?: boolean
}

function refuse(
  code: LeasingProblem,
  reason: LeasingProblemReason,
  figures: Record<string, number> = {},
): LeasingRefusal {
  return { ok: false, code, details: { ...figures, reason } }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function isRate(basisPoints: number): boolean {
  return isCount(basisPoints) && basisPoints <= 10_000
}

/** Whether the terms of a billing table make sense at all; the first check of a calculation and of saving a table. */
export function areTermsConsistent(terms: BillingTerms): boolean {
  const { campaign } = terms
  return (
    [terms.instalmentCents, terms.serviceShareCents, terms.adminFeeCents, terms.minPriceCents].every(isCount) &&
    [terms.minMonths, terms.maxMonths, terms.maxPriceCents, terms.insuranceCents ?? 0].every(isCount) &&
    isCount(terms.yearlyInterestBasisPoints) &&
    isRate(terms.residualBasisPoints) &&
    terms.instalmentCents > terms.serviceShareCents &&
    (terms.insuranceCents ?? 0) <= terms.serviceShareCents &&
    terms.maxMonths >= 1 &&
    terms.minMonths <= terms.maxMonths &&
    terms.minPriceCents <= terms.maxPriceCents &&
    (!campaign ||
      (isRate(campaign.discountBasisPoints) &&
        isCount(campaign.minimumMonths) &&
        campaign.validFrom <= campaign.validTo))
  )
}

function runningCampaign(terms: BillingTerms, { day, useCampaign = true }: LeaseOptions): Campaign | null {
  const { campaign } = terms
  return useCampaign && campaign && campaign.validFrom <= day && day <= campaign.validTo ? campaign : null
}

/** A month's interest: a twelfth of the yearly rate on the balance, rounded half up to the cent. */
export function monthlyInterest(balanceCents: Cents, yearlyInterestBasisPoints: number): Cents {
  return mulDivHalfUp(balanceCents, yearlyInterestBasisPoints, 120_000)
}

interface Run {
  buyOut: Cents[]
  financingCents: Cents
  lastPaymentCents: Cents
}

/** Month by month until the balance reaches the residual; null when that takes more than the longest term. */
function runSchedule(financedCents: Cents, residualCents: Cents, terms: BillingTerms): Run | null {
  const paymentCents = terms.instalmentCents - terms.serviceShareCents
  const buyOut: Cents[] = []
  let balanceCents = financedCents
  let financingCents = 0
  while (buyOut.length < terms.maxMonths) {
    const interestCents = monthlyInterest(balanceCents, terms.yearlyInterestBasisPoints)
    const dueCents = balanceCents + interestCents - residualCents
    financingCents += interestCents
    if (dueCents <= paymentCents) {
      buyOut.push(residualCents)
      return { buyOut, financingCents, lastPaymentCents: dueCents }
    }
    balanceCents += interestCents - paymentCents
    buyOut.push(balanceCents)
  }
  return null
}

function priceProblem(priceCents: Cents, financedCents: Cents, terms: BillingTerms): LeasingRefusal | null {
  const code = 'LEASING_TERMS_NOT_COMPUTABLE'
  const { minPriceCents, maxPriceCents, instalmentCents, serviceShareCents } = terms
  if (!isCount(priceCents) || priceCents < 1 || priceCents < minPriceCents) {
    return refuse(code, 'PRICE_BELOW_MINIMUM', { minPriceCents })
  }
  if (priceCents > maxPriceCents) return refuse(code, 'PRICE_ABOVE_MAXIMUM', { maxPriceCents })
  const interestCents = monthlyInterest(financedCents, terms.yearlyInterestBasisPoints)
  return instalmentCents - serviceShareCents <= interestCents
    ? refuse(code, 'INTEREST_EATS_INSTALMENT', { interestCents })
    : null
}

function periodProblem(months: number, terms: BillingTerms, campaign: Campaign | null): LeasingRefusal | null {
  if (campaign && months < campaign.minimumMonths) {
    const { minimumMonths } = campaign
    return refuse('LEASING_CAMPAIGN_PERIOD_TOO_SHORT', 'PERIOD_BELOW_CAMPAIGN_MINIMUM', { months, minimumMonths })
  }
  const { minMonths } = terms
  return months < minMonths
    ? refuse('LEASING_PERIOD_BELOW_MINIMUM', 'PERIOD_BELOW_MINIMUM', { months, minMonths })
    : null
}

/**
 * The whole schedule of a package price under the terms of a billing table.
 * Refusals come in a fixed order: terms that contradict themselves, a price or
 * a period that cannot be computed, a campaign that needs a longer period, a
 * period below the minimum. The price limits apply to the price before any
 * campaign discount.
 */
export function leaseSchedule(
  priceCents: Cents,
  terms: BillingTerms,
  options: LeaseOptions,
): LeaseSchedule | LeasingRefusal {
  if (!areTermsConsistent(terms)) return refuse('LEASING_CONFIGURATION_INVALID', 'TERMS_INCONSISTENT')
  const campaign = runningCampaign(terms, options)
  if (!isCount(priceCents)) throw new RangeError(`Not a price in whole cents: ${priceCents}`)
  const financedCents = campaign ? percentOf(priceCents, 10_000 - campaign.discountBasisPoints) : priceCents
  const unpriced = priceProblem(priceCents, financedCents, terms)
  if (unpriced) return unpriced
  const residualCents = percentOf(financedCents, terms.residualBasisPoints)
  const run = runSchedule(financedCents, residualCents, terms)
  if (!run) {
    const { maxMonths } = terms
    return refuse('LEASING_TERMS_NOT_COMPUTABLE', 'PERIOD_ABOVE_MAXIMUM', { maxMonths })
  }
  const months = run.buyOut.length
  return (
    periodProblem(months, terms, campaign) ?? closedSchedule(run, { financedCents, residualCents, terms, campaign })
  )
}

function closedSchedule(
  run: Run,
  {
    financedCents,
    residualCents,
    terms,
    campaign,
  }: { financedCents: Cents; residualCents: Cents; terms: BillingTerms; campaign: Campaign | null },
): LeaseSchedule {
  const months = run.buyOut.length
  const lastInstalmentCents = run.lastPaymentCents + terms.serviceShareCents
  const totalInstalmentsCents = (months - 1) * terms.instalmentCents + lastInstalmentCents
  return {
    ok: true,
    months,
    instalmentCents: terms.instalmentCents,
    lastInstalmentCents,
    totalInstalmentsCents,
    residualCents,
    financedCents,
    buyOut: run.buyOut,
    financingCents: run.financingCents,
    serviceCents: months * terms.serviceShareCents,
    totalToOwnCents: totalInstalmentsCents + residualCents,
    campaignApplied: campaign !== null,
  }
}
