/** The fair value table between the wire, in percents by month, and the rules; without schemas, for the public pages. */
import { centsFromEuros } from '#platform/values/money.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import { type FairValueTable, mostEndTaxCents, taxableDifferenceCents } from './rules/fair-value.ts'

/** The months for which a share is set; in between it is linear. */
export const fairValueMonths = [0, 12, 24, 36, 48, 60] as const

export type FairValues = Record<`month${(typeof fairValueMonths)[number]}`, number>

export const fairValuesFromWire = (values: FairValues): FairValueTable =>
  fairValueMonths.map((month) => ({ month, basisPoints: basisPointsFromPercent(values[`month${month}`]) }))

export const fairValuesToWire = (table: FairValueTable): FairValues =>
  Object.fromEntries(
    table.map(({ month, basisPoints }) => [`month${month}`, percentFromBasisPoints(basisPoints)]),
  ) as FairValues

/** What of a price card the tax at its end follows from; euros, as on the wire. */
interface Priced {
  readonly totalAmount: number
  readonly residual: number
  readonly leaseTimeMonths: number
}

interface EndTax {
  /** By how much the bike may be worth more than its redemption. */
  readonly taxableCents: number
  /** The most that its tax may be; 0 where there is none, or where nobody can tell. */
  readonly mostCents: number
}

/** The tax that may come when a bike is redeemed at the end, by the operator's estimate of its value. */
export function endTaxOf(card: Priced, values: FairValues & { readonly topTaxPercent: number | null }): EndTax {
  const [price, residual] = [centsFromEuros(card.totalAmount), centsFromEuros(card.residual)]
  const taxableCents = taxableDifferenceCents(price, card.leaseTimeMonths, residual, fairValuesFromWire(values))
  const top = values.topTaxPercent === null ? 0 : basisPointsFromPercent(values.topTaxPercent)
  return { taxableCents, mostCents: mostEndTaxCents(taxableCents, top) }
}
