/**
 * How the bicycle benefit of one agreement is taxed in a month. The exemption
 * of 1,200 € a year ended with 2025; agreements committed to before 24 April
 * 2025 keep it until their original end, at most five years.
 */
import type { Day, Month } from '#platform/values/days.ts'
import { addMonths, firstOfMonth } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import type { TaxYear } from './tax-tables.ts'

export const taxRegimes = ['EXEMPT_GRANDFATHERED', 'EXEMPT_2025', 'TAXABLE'] as const
export type TaxRegime = (typeof taxRegimes)[number]

export const exemptAllocations = ['MONTHLY', 'YEARLY'] as const
/** Whether the exemption is used at most by the monthly limit or as fast as the yearly one allows. */
export type ExemptAllocation = (typeof exemptAllocations)[number]

/** How much of the benefit an exemption covers at most. */
export interface ExemptLimits {
  readonly monthCents: Cents
  readonly yearCents: Cents
}

/** The limits of the Income Tax Act for as long as the exemption was in force. */
export const STATUTORY_EXEMPT_LIMITS: ExemptLimits = { monthCents: 100_00, yearCents: 1_200_00 }

/** What an exempt bike benefit and a commuter ticket are exempt for together in a year. */
export const COMMUTER_TICKET_YEAR_CENTS: Cents = 3_400_00

/** The limits that the tax table of a year gives. */
export function exemptLimitsOf({ bikeExemptMonthlyCents, bikeExemptYearlyCents }: TaxYear): ExemptLimits {
  return { monthCents: bikeExemptMonthlyCents, yearCents: bikeExemptYearlyCents }
}

/** The first commitment day that is no longer grandfathered. */
const EXEMPTION_CUT: Day = '2025-04-24'
/** The first commitment day, and the first day of benefit, that every rule taxes unless grandfathered. */
const TAXABLE_FROM: Day = '2026-01-01'
const GRANDFATHERED_MONTHS_MAX = 60

/** The regime that the day of a binding commitment puts an agreement under. */
export function regimeOf(commitmentDay: Day): TaxRegime {
  if (commitmentDay < EXEMPTION_CUT) return 'EXEMPT_GRANDFATHERED'
  return commitmentDay < TAXABLE_FROM ? 'EXEMPT_2025' : 'TAXABLE'
}

export interface RegimePeriod {
  commitmentDay: Day
  leaseStart: Day
  /** The original last day of the lease; a later extension does not lengthen the exemption. */
  leaseEnd: Day
}

/** The regime that holds in a month of the lease: an exemption that has run out has become TAXABLE. */
export function regimeInMonth({ commitmentDay, leaseStart, leaseEnd }: RegimePeriod, month: Month): TaxRegime {
  const regime = regimeOf(commitmentDay)
  if (regime === 'TAXABLE') return regime
  const first = firstOfMonth(month)
  if (regime === 'EXEMPT_2025') return first < TAXABLE_FROM ? regime : 'TAXABLE'
  return first <= leaseEnd && first < grandfatheredUntil(leaseStart) ? regime : 'TAXABLE'
}

/** Leases start on few days, and a payroll month asks for each in every earlier month. */
const grandfathered = new Map<Day, Day>()
const STARTS_KEPT = 5_000

/** The day from which a lease that started then is no longer grandfathered. */
function grandfatheredUntil(leaseStart: Day): Day {
  const until = grandfathered.get(leaseStart) ?? addMonths(leaseStart, GRANDFATHERED_MONTHS_MAX)
  if (grandfathered.size < STARTS_KEPT) grandfathered.set(leaseStart, until)
  return until
}

export interface MonthlyBenefit {
  /** The tax value of the month. */
  valueCents: Cents
  /** What the employer collects from the employee's pay for it. */
  collectedCents: Cents
  regimeInMonth: TaxRegime
  /** The exempt amount already used this calendar year with this employer, earlier months only. */
  usedThisYearCents: Cents
  exemptAllocation: ExemptAllocation
  limits: ExemptLimits
}

export interface IncomesRegisterSplit {
  /** 363: the exempt share of the benefit. */
  code363Cents: Cents
  /** 364: the taxable share. */
  code364Cents: Cents
  /** 420: collected from the employee. */
  code420Cents: Cents
}

function exemptShare(benefit: MonthlyBenefit): Cents {
  const { valueCents, collectedCents, regimeInMonth, usedThisYearCents, exemptAllocation, limits } = benefit
  if (regimeInMonth === 'TAXABLE') return 0
  const leftThisYearCents = Math.max(0, limits.yearCents - usedThisYearCents)
  const monthMaxCents = exemptAllocation === 'YEARLY' ? leftThisYearCents : limits.monthCents
  return Math.min(valueCents - collectedCents, monthMaxCents, leftThisYearCents)
}

/**
 * A month's benefit split into the Incomes Register's codes, which always add up to the value: what is collected is no
 * benefit, so an exemption covers only the rest.
 * @throws RangeError for amounts below zero or not whole cents, and when more is collected than the value
 */
export function incomesRegisterSplit(benefit: MonthlyBenefit): IncomesRegisterSplit {
  const { valueCents, collectedCents, usedThisYearCents } = benefit
  for (const cents of [valueCents, collectedCents, usedThisYearCents]) {
    if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`Not an amount in whole cents: ${cents}`)
  }
  if (collectedCents > valueCents) throw new RangeError(`More is collected than the value: ${collectedCents}`)
  const code363Cents = exemptShare(benefit)
  return {
    code363Cents,
    code364Cents: valueCents - code363Cents - collectedCents,
    code420Cents: collectedCents,
  }
}
