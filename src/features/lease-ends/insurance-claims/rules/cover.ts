/** What the insurance covers and what is left to pay. Pure; cents including VAT, Helsinki days. */
import type { Day } from '#platform/values/days.ts'
import { type Cents, percentOf } from '#platform/values/money.ts'

/** What the insurance terms say of every claim. */
export interface ClaimTerms {
  readonly deductibleMaxCents: Cents
  /** By how much of the price the cover falls each month of the lease. */
  readonly fallBasisPoints: number
  /** The most that is paid for one damage; null for the bicycle's price. */
  readonly limitCents: Cents | null
}

/** What holds while no insurance terms have been published. */
export const usualTerms: ClaimTerms = { deductibleMaxCents: 20_000, fallBasisPoints: 100, limitCents: null }

const WHOLE = 10_000
const indexOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** Which month of the lease a day falls into; the first is 1, and no day before the start is earlier. */
export const monthOfLease = (startDay: Day, day: Day): number => Math.max(1, indexOf(day) - indexOf(startDay) + 1)

/** What the insurance pays and the deductible cover together in a month of the lease. */
export function coverCents(priceCents: Cents, month: number, { fallBasisPoints, limitCents }: ClaimTerms): Cents {
  const cover = percentOf(priceCents, Math.max(0, WHOLE - month * fallBasisPoints))
  return limitCents === null ? cover : Math.min(cover, limitCents)
}

/** The part of a cost that is not insured. */
export const deductibleCents = (costCents: Cents, { deductibleMaxCents }: ClaimTerms): Cents =>
  Math.min(deductibleMaxCents, Math.max(0, costCents))

/** The buy-out price at the end of a month of the lease; the residual at its last. */
export const buyOutAt = (buyOutCents: readonly Cents[], residualCents: Cents, month: number): Cents =>
  month >= buyOutCents.length ? residualCents : buyOutCents[month - 1]!

/** What a compensation leaves of the buy-out price: to be paid, or over it, which is the owner's. */
export const closingOf = (buyOut: Cents, compensation: Cents): { leftCents: Cents; surplusCents: Cents } => ({
  leftCents: Math.max(0, buyOut - compensation),
  surplusCents: Math.max(0, compensation - buyOut),
})
