import { fairValuesInForce } from '#features/pricing/leasing/server/fair-values.ts'
import { topTaxBasisPoints } from '#features/pricing/tax/rules/top-tax.ts'
import { taxTablesFrom } from '#features/pricing/tax/server/tables.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import type { Values } from '../rules/total.ts'

/** The estimate of values in force, with the most that an extra taxed euro costs by this year's tables. */
export async function valuesOn(db: Db, today: Day): Promise<Values> {
  const { table } = await fairValuesInForce(db)
  return { table, topTaxBasisPoints: topTaxBasisPoints(await taxTablesFrom(db), Number(today.slice(0, 4))) }
}
