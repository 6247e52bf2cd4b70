/** Which rate of VAT is valid when. Pure. */
import { addDays, type Day } from '#platform/values/days.ts'

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

/** Days on which another rate is valid than before. */
export interface RateTurn {
  readonly from: Day
  /** Null: until further notice. */
  readonly to: Day | null
  readonly before: number | null
  readonly after: number | null
}

/** The days whose rate is another one after a change of the rates of one country, the earliest first. */
export function turnedDays(before: readonly ValidRate[], after: readonly ValidRate[]): RateTurn[] {
  const edges = [...before, ...after].flatMap(({ valid_from: from, valid_to: to }) => [
    from,
    ...(to === null ? [] : [addDays(to, 1)]),
  ])
  const starts = [...new Set(edges)].toSorted()
  const turns: RateTurn[] = []
  for (const [index, from] of starts.entries()) {
    const next = starts[index + 1]
    const to = next ? addDays(next, -1) : null
    const [was, is] = [rateOn(before, from)?.basis_points ?? null, rateOn(after, from)?.basis_points ?? null]
    if (was === is) continue
    const last = turns.at(-1)
    if (last?.to && addDays(last.to, 1) === from && last.before === was && last.after === is)
      turns[turns.length - 1] = { ...last, to }
    else turns.push({ from, to, before: was, after: is })
  }
  return turns
}
