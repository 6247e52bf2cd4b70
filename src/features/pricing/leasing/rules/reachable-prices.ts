import { type BillingTerms, leaseSchedule } from '#features/pricing/leasing/rules.ts'
import type { Cents } from '#platform/values/money.ts'

/** The prices that a table's schedule carries, both inclusive. */
export interface ReachablePrices {
  readonly lowestCents: Cents
  readonly highestCents: Cents
}

/** Whether a price is too low or too high for the schedule, or fits; a longer price runs at least as long. */
function sideOf(priceCents: Cents, terms: BillingTerms): -1 | 0 | 1 {
  const schedule = leaseSchedule(priceCents, terms, { day: '2000-01-01', useCampaign: false })
  if (schedule.ok) return 0
  return ['PRICE_BELOW_MINIMUM', 'PERIOD_BELOW_MINIMUM'].includes(schedule.details.reason) ? -1 : 1
}

/** The first price of a range for which a test holds, given that it holds for all above it; null when for none. */
function firstFrom(fromCents: Cents, toCents: Cents, holds: (priceCents: Cents) => boolean): Cents | null {
  if (fromCents > toCents || !holds(toCents)) return null
  let [low, high] = [fromCents, toCents]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The lowest price that reaches the shortest term and the highest that ends within the longest, campaigns left aside:
 * what may be promised as limits.
 * @returns null when no price within the table's own limits can be leased
 */
export function reachablePrices(terms: BillingTerms): ReachablePrices | null {
  const from = Math.max(1, terms.minPriceCents)
  const lowestCents = firstFrom(from, terms.maxPriceCents, (cents) => sideOf(cents, terms) >= 0)
  if (lowestCents === null || sideOf(lowestCents, terms) > 0) return null
  const tooHigh = firstFrom(lowestCents, terms.maxPriceCents, (cents) => sideOf(cents, terms) > 0)
  return { lowestCents, highestCents: tooHigh === null ? terms.maxPriceCents : tooHigh - 1 }
}
