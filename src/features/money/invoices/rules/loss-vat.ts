/** The VAT of what is written off. Pure. */

import { type Cents, mulDivHalfUp } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { Posting } from './posting.ts'

/** The VAT of a final loss by rate. */
export interface LossVat {
  readonly vatBasisPoints: number
  readonly vatCents: Cents
}

/** The part of the VAT of a bill that belongs to a part of its sum. */
export const vatShare = (vat: readonly LossVat[], cents: Cents, ofCents: Cents): LossVat[] =>
  vat.map(({ vatBasisPoints, vatCents }) => ({
    vatBasisPoints,
    vatCents: ofCents === 0 ? 0 : mulDivHalfUp(vatCents, cents, ofCents),
  }))

/**
 * The rows by which the VAT of a final loss follows the loss: it is taken back as the loss is or grows, and owed again as
 * money comes.
 */
export const postingsOfLossVat = (
  vat: readonly LossVat[],
  { grossCents, before, after }: { grossCents: Cents; before: Cents; after: Cents },
): Posting[] => {
  const [was, is] = [vatShare(vat, before, grossCents), vatShare(vat, after, grossCents)]
  return is.flatMap(({ vatBasisPoints, vatCents }, index) => {
    const more = vatCents - present(was[index]).vatCents
    if (more === 0) return []
    return [
      { account: 'VAT_OUTPUT' as const, amountCents: more, vatBasisPoints },
      { account: 'CREDIT_LOSSES' as const, amountCents: -more, vatBasisPoints: null },
    ]
  })
}
