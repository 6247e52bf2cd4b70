import { DayShape, Euros, Nullable, Percent, Shape, T } from '#platform/contract/contract.ts'

/** What the lateness of an invoice costs by a day, as long as nobody has billed or waived it. */
export const LateCost = Shape({
  until: DayShape,
  /** Null while the reference rate of a half-year is missing. */
  interest: Nullable(Euros),
  parts: T.Array(
    Shape({ from: DayShape, to: DayShape, days: T.Integer(), owed: Euros, percent: Percent, amount: Euros }),
  ),
  /** The 40 € that a company owes for the costs of collecting. */
  compensation: Euros,
})
