import type { Db } from '#platform/server/database/db.ts'
import { stableId } from '#platform/server/roles/role-ids.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { taxDb } from './queries.ts'
import {
  deductionsRegister,
  municipalRegister,
  stateScaleRegister,
  type TaxRegister,
  taxYearRegister,
} from './registers.ts'
import { markTaxTablesChanged } from './tables.ts'

const SETTING = 'tax-tables-shipped'

async function seededYears(db: Db): Promise<readonly number[]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst()
  return Array.isArray(row?.value) ? (row.value as number[]) : []
}

async function seed<Row extends { readonly year: number }>(db: Db, register: TaxRegister<Row>, rows: readonly Row[]) {
  if (rows.length === 0) return
  const values = rows.map((row) => {
    const columns = register.columnsOf(row)
    return { ...columns, id: stableId(register.name, `${row.year} ${columns.municipality ?? ''}`) }
  })
  await taxDb(db)
    .insertInto(register.table)
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Stores the tables that come with the product, each year once: what an administrator changes or removes afterwards
 * stays so, and a later release brings its new years.
 */
export async function seedTaxTables(db: Db, env: Env): Promise<void> {
  const { years, stateScales, deductions, municipalities } = shippedTaxTables
  const seeded = await seededYears(db)
  const isNew = ({ year }: { readonly year: number }) => !seeded.includes(year)
  const shipped = [...new Set([...years, ...municipalities].map(({ year }) => year))]
  if (shipped.every((year) => seeded.includes(year))) return
  await seed(db, taxYearRegister, years.filter(isNew))
  await seed(db, stateScaleRegister, stateScales.filter(isNew))
  await seed(db, deductionsRegister, deductions.filter(isNew))
  const provinces = municipalities.filter(isNew).map(({ name, ...rates }) => ({ ...rates, municipality: name }))
  await seed(db, municipalRegister, provinces)
  const value = JSON.stringify([...new Set([...seeded, ...shipped])].sort((left, right) => left - right))
  await db
    .insertInto('settings')
    .values({ key: SETTING, value, updated_at: env.now() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: env.now() }))
    .execute()
  await markTaxTablesChanged(db, env)
}
