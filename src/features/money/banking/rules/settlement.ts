import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'

/** What a settlement of online payments consists of. Amounts in cents. */
export interface SettlementSum {
  readonly grossCents: Cents
  readonly paymentCount: number
  /** What came to the bank. */
  readonly amountCents: Cents
  /** Refunds that no settlement has withheld yet. */
  readonly refundedCents: Cents
}

/** The most that a service keeps: a tenth of the payments, and a euro for each. */
const mostFee = (sum: SettlementSum): Cents => Math.floor(sum.grossCents / 10) + 100 * sum.paymentCount

/**
 * What of the difference between the payments and the money that came is the service's fee, and what it has withheld for
 * refunds: none, or all that are open.
 * @returns null when neither explains the difference, or both do
 */
export function splitSettlement(sum: SettlementSum): { feeCents: Cents; withheldCents: Cents } | null {
  const fitting = [...new Set([0, sum.refundedCents])]
    .map((withheldCents) => ({ feeCents: sum.grossCents - withheldCents - sum.amountCents, withheldCents }))
    .filter(({ feeCents }) => feeCents >= 0 && feeCents <= mostFee(sum))
  return fitting.length === 1 ? present(fitting[0]) : null
}
