import { mostEndTaxCents } from '#features/pricing/leasing/rules/fair-value.ts'
import { valuesOn } from '#features/story/lease-story/server/values.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'

/** The most that the tax of a difference may be, in euros, by this year's tables; null where nobody can tell. */
export async function mostTaxOf(db: Db, taxableCents: Cents | null, today: Day): Promise<number | null> {
  const { topTaxBasisPoints } = await valuesOn(db, today)
  if (taxableCents === null || topTaxBasisPoints === null) return null
  return eurosFromCents(mostEndTaxCents(taxableCents, topTaxBasisPoints))
}
