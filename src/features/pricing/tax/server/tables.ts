import type { Db } from '#platform/server/database/db.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { TaxTables } from '../rules/tax-tables.ts'
import { taxRegisterNames } from '../years-contract.ts'
import { taxDb } from './queries.ts'
import {
  deductionsRegister,
  municipalRegister,
  stateScaleRegister,
  type TaxRegister,
  taxYearRegister,
} from './registers.ts'

const SETTING = 'tax-tables'

/**
 * Tells every node that the four tables have changed. Called in the transaction of the change; the new mark is a
 * random id and not a count, so that two databases never share one.
 */
export async function markTaxTablesChanged(db: Db, env: Env): Promise<void> {
  const value = JSON.stringify(env.id())
  await db
    .insertInto('settings')
    .values({ key: SETTING, value, updated_at: env.now() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: env.now() }))
    .execute()
}

/** Lets no other change of the four tables begin until the transaction ends. */
export async function lockTaxTables(db: Db): Promise<void> {
  await db.selectFrom('settings').select('key').where('key', '=', SETTING).forUpdate().execute()
}

/** The mark of the tables as they stand; null while nothing has ever been stored. */
export async function taxTablesVersion(db: Db): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : null
}

async function rowsOf<Row extends { readonly year: number }>(db: Db, register: TaxRegister<Row>): Promise<Row[]> {
  const rows = await taxDb(db).selectFrom(register.table).selectAll().orderBy('year').orderBy('id').execute()
  return rows.map((row) => register.rowOf(row))
}

async function readTaxTables(db: Db): Promise<TaxTables> {
  const municipalities = await rowsOf(db, municipalRegister)
  return {
    years: await readTaxYears(db),
    stateScales: await rowsOf(db, stateScaleRegister),
    deductions: await rowsOf(db, deductionsRegister),
    municipalities: municipalities.map(({ municipality, ...rates }) => ({ ...rates, name: municipality })),
  }
}

const readTaxYears = (db: Db) => rowsOf(db, taxYearRegister)

let kept: { readonly version: string; readonly tables: TaxTables } | null = null

/**
 * All four tables for the engine. They are kept in memory and one short read asks whether they have changed; the mark
 * is read before the tables, so what is kept is never older than its mark.
 */
export async function taxTablesFrom(db: Db): Promise<TaxTables> {
  const version = await taxTablesVersion(db)
  return version === null ? readTaxTables(db) : tablesAt(db, version)
}

/** The yearly tables alone, a few rows, for what needs no others: a payroll month. */
export async function taxYearsFrom(db: Db): Promise<TaxTables['years']> {
  const version = await taxTablesVersion(db)
  return version === null ? readTaxYears(db) : (await tablesAt(db, version)).years
}

async function tablesAt(db: Db, version: string): Promise<TaxTables> {
  if (kept?.version !== version) kept = { version, tables: await readTaxTables(db) }
  return kept.tables
}

/** The day on which the last of a year's four tables was compared with its source; null while one of them is not. */
export async function taxTablesConfirmedOn(db: Db, year: number): Promise<Day | null> {
  const rows = await db.selectFrom('tax_confirmations').select('confirmed_at').where('year', '=', year).execute()
  if (rows.length < taxRegisterNames.length) return null
  return helsinkiDay(new Date(Math.max(...rows.map(({ confirmed_at }) => confirmed_at.getTime()))))
}
