/** The book value of own bicycles. Pure. */
import type { Posting } from '#features/money/invoices/rules/posting.ts'
import { type Day, type Month, monthOf } from '#platform/values/days.ts'
import { type Cents, mulDivHalfUp } from '#platform/values/money.ts'

/** How an own bicycle ceases to be one. */
export const disposals = ['SOLD', 'RETURNED', 'LOST', 'CANCELLED'] as const
export type Disposal = (typeof disposals)[number]

export interface Plan {
  readonly acquiredDay: Day
  readonly costCents: Cents
  readonly residualCents: Cents
  readonly months: number
}

const numberOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))

/** What has been depreciated by the end of a month, in equal parts from the month of acquisition on. */
export function depreciatedBy(plan: Plan, month: Month): Cents {
  const passed = numberOf(month) - numberOf(monthOf(plan.acquiredDay)) + 1
  const counted = Math.min(Math.max(passed, 0), plan.months)
  return mulDivHalfUp(plan.costCents - plan.residualCents, counted, plan.months)
}

const rows = (...pairs: readonly (readonly [Posting['account'], Cents])[]): Posting[] =>
  pairs.flatMap(([account, amountCents]) => (amountCents === 0 ? [] : [{ account, amountCents, vatBasisPoints: null }]))

/** A bicycle that was bought becomes an asset. */
export const postingsOfAcquisition = (costCents: Cents): Posting[] =>
  rows(['LEASE_ASSETS', costCents], ['PURCHASES', -costCents])

/** What the bicycles have lost in a month. */
export const postingsOfDepreciation = (cents: Cents): Posting[] =>
  rows(['DEPRECIATION', cents], ['LEASE_ASSETS', -cents])

/**
 * A bicycle that is gone: its book value leaves, and what was got for it above or below that is a gain or a loss. One whose
 * purchase was cancelled goes back among the purchases, whose credit note stands there.
 */
export function postingsOfDisposal(
  disposal: Disposal,
  { bookCents, proceedsCents }: { bookCents: Cents; proceedsCents: Cents },
): Posting[] {
  if (disposal === 'CANCELLED') return rows(['PURCHASES', bookCents], ['LEASE_ASSETS', -bookCents])
  const result = proceedsCents - bookCents
  return rows(
    ['SALES_REDEMPTION', proceedsCents],
    ['LEASE_ASSETS', -bookCents],
    result >= 0 ? ['ASSET_GAINS', -result] : ['ASSET_LOSSES', -result],
  )
}
