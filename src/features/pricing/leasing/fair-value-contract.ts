import { endpoint, Nullable, Percent, Shape, T } from '#platform/contract/contract.ts'
import type { FairValues } from './fair-values.ts'

const percents = {
  month0: Percent,
  month12: Percent,
  month24: Percent,
  month36: Percent,
  month48: Percent,
  month60: Percent,
} satisfies Record<keyof FairValues, typeof Percent>

export const FairValueShape = Shape(percents)

const Kept = Shape({ ...percents, version: T.Integer() })
/** With what an extra taxed euro costs at most, so that the tax of a redemption has a range; null without tax tables. */
const InForce = Shape({ ...Kept.properties, topTaxPercent: Nullable(Percent) })

/** The operator's estimate of what bicycles are worth: one table for calculator, price card and redemption. */
export const fairValues = {
  get: endpoint({
    method: 'GET',
    path: '/api/settings/fair-values',
    access: 'session',
    summary: "The operator's estimate of a bicycle's value by month, in percent of its price; linear in between.",
    replies: { 200: InForce },
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/settings/fair-values',
    access: 'billing-table:write',
    summary: 'Sets the estimate of bicycles’ values; no month may be worth more than the one before it.',
    body: Shape({ ...percents, version: T.Integer({ minimum: 0 }) }),
    replies: { 200: Kept },
    errors: ['VERSION_CONFLICT'],
  }),
}
