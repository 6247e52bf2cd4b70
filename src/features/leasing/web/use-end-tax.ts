import { centsFromEuros } from '#platform/values/money.ts'
import { basisPointsFromPercent } from '#platform/values/percent.ts'
import { useApi } from '#platform/web/api/api.ts'
import { fairValues } from '../fair-value-contract.ts'
import { fairValuesFromWire } from '../fair-values.ts'
import { mostEndTaxCents, taxableDifferenceCents } from '../rules/fair-value.ts'

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
export function useEndTax(card: Priced | null): EndTax | null {
  const { data } = useApi(fairValues.get, {})
  if (!data || !card) return null
  const [price, residual] = [centsFromEuros(card.totalAmount), centsFromEuros(card.residual)]
  const taxableCents = taxableDifferenceCents(price, card.leaseTimeMonths, residual, fairValuesFromWire(data))
  const top = data.topTaxPercent === null ? 0 : basisPointsFromPercent(data.topTaxPercent)
  return { taxableCents, mostCents: mostEndTaxCents(taxableCents, top) }
}
