/** Which rate of VAT is valid when. Pure. */
import type { Day } from '#platform/values/days.ts'

/** A rate of VAT with the days on which it is valid. */
export interface ValidRate {
  readonly basis_points: number
  readonly valid_from: Day
  readonly valid_to: Day | null
}

/** The rate of a day: of those that are valid the one that began last. */
export const rateOn = (rates: readonly ValidRate[], day: Day): ValidRate | undefined =>
  rates
    .filter(({ valid_from: from, valid_to: to }) => from <= day && (to === null || to >= day))
    .toSorted((one, other) => one.valid_from.localeCompare(other.valid_from))
    .at(-1)
