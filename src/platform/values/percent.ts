/** Percentages are whole basis points inside; percents with at most two decimals exist only on the wire and the screen. */
import { centsFromEuros, eurosFromCents } from './money.ts'

/** 25.5 as 2550. @throws RangeError for a third decimal */
export function basisPointsFromPercent(percent: number): number {
  return centsFromEuros(percent)
}

/** 2550 as 25.5. @throws RangeError for a fraction of a basis point */
export function percentFromBasisPoints(basisPoints: number): number {
  return eurosFromCents(basisPoints)
}
