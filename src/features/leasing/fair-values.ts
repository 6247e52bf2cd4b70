/** The fair value table between the wire, in percents by month, and the rules; without schemas, for the public pages. */
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { FairValueTable } from './rules/fair-value.ts'

/** The months for which a share is set; in between it is linear. */
export const fairValueMonths = [0, 12, 24, 36, 48, 60] as const

export type FairValues = Record<`month${(typeof fairValueMonths)[number]}`, number>

export const fairValuesFromWire = (values: FairValues): FairValueTable =>
  fairValueMonths.map((month) => ({ month, basisPoints: basisPointsFromPercent(values[`month${month}`]) }))

export const fairValuesToWire = (table: FairValueTable): FairValues =>
  Object.fromEntries(
    table.map(({ month, basisPoints }) => [`month${month}`, percentFromBasisPoints(basisPoints)]),
  ) as FairValues
