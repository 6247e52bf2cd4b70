import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import {
  deductionsRegister,
  municipalRegister,
  stateScaleRegister,
  type TaxRegister,
  taxYearRegister,
} from './registers.ts'

type AnyRegister = TaxRegister<{ readonly year: number }>

/** The four registers; they differ in their rows alone. */
export const registers: readonly AnyRegister[] = [
  taxYearRegister,
  stateScaleRegister,
  deductionsRegister,
  municipalRegister,
]

/** A register by its name. @throws Error for one that is none */
export function registerOf(name: string): AnyRegister {
  const register = registers.find((one) => one.name === name)
  if (!register) throw new Error(`${name} is no register of the tax tables`)
  return register
}

/** How many rows a register has of a year. */
export async function rowsOfYear(db: Db, { table }: AnyRegister, year: number): Promise<number> {
  const found = await sql<{ rows: number }>`
    select count(*)::int as rows from ${sql.table(table)} where year = ${year}`.execute(db)
  return found.rows[0]!.rows
}

/** A mark of the rows of a year, in one register or in all: another one once any of them is another. */
export async function stateOfYear(db: Db, year: number, register?: string): Promise<string> {
  const tables = registers.filter(({ name }) => register === undefined || name === register)
  const rows = tables.map(({ table }) => sql`select id, version from ${sql.table(table)} where year = ${year}`)
  const found = await sql<{ state: string }>`
    select coalesce(md5(string_agg(id || ':' || version, ',' order by id)), '') as state
      from (${sql.join(rows, sql` union all `)}) t`.execute(db)
  return found.rows[0]!.state
}
