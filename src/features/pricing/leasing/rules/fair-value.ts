import type { Cents } from '#platform/values/money.ts'
import { mulDivHalfUp, percentOf } from '#platform/values/money.ts'

/** What a bicycle is worth after so many months, as a share of its price; linear in between. */
export interface FairValuePoint {
  readonly month: number
  readonly basisPoints: number
}

export type FairValueTable = readonly FairValuePoint[]

/**
 * The operator's own estimate until the staff set another, used wherever a fair value is asked for: calculator, price
 * card, redemption. No official rule gives one; an appraisal of the bicycle goes before it.
 */
export const defaultFairValues: FairValueTable = [
  { month: 0, basisPoints: 8000 },
  { month: 12, basisPoints: 6000 },
  { month: 24, basisPoints: 4500 },
  { month: 36, basisPoints: 3000 },
  { month: 48, basisPoints: 2000 },
  { month: 60, basisPoints: 1500 },
]

/** The first month in which a table does not fall, or null: a bicycle is never worth more than before. */
export function risingMonth(table: FairValueTable): number | null {
  return table.find((point, index) => index > 0 && point.basisPoints > table[index - 1]!.basisPoints)?.month ?? null
}

/** The share of the price that a bicycle is worth after some months; past the table's end its last share. */
export function fairValueBasisPoints(months: number, table: FairValueTable): number {
  const after = table.find(({ month }) => month >= months)
  const before = table.findLast(({ month }) => month <= months)
  if (!after) return table.at(-1)?.basisPoints ?? 0
  if (!before || before.month === after.month) return after.basisPoints
  const fallen = mulDivHalfUp(before.basisPoints - after.basisPoints, months - before.month, after.month - before.month)
  return before.basisPoints - fallen
}

/** By how much a bicycle is worth more than the price that somebody redeems it for; that is taxable wage. */
export function taxableDifferenceCents(
  priceCents: Cents,
  months: number,
  redemptionCents: Cents,
  table: FairValueTable,
): Cents {
  return Math.max(0, percentOf(priceCents, fairValueBasisPoints(months, table)) - redemptionCents)
}

/** The most that the tax of a redemption may be, of whatever pay: nothing, up to this, is the range. */
export const mostEndTaxCents = (taxableCents: Cents, topTaxBasisPoints: number): Cents =>
  Math.ceil((taxableCents * topTaxBasisPoints) / 10_000)
