import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Writing } from './changes.ts'
import { taxDb } from './queries.ts'
import { recordWhole } from './record.ts'
import { registers } from './registers-of-year.ts'
import { markTaxTablesChanged } from './tables.ts'

interface Copy {
  readonly from: number
  readonly year: number
}

async function hasYear(db: Db, year: number): Promise<boolean> {
  for (const { table } of registers)
    if (await taxDb(db).selectFrom(table).select('id').where('year', '=', year).limit(1).executeTakeFirst()) return true
  return false
}

/** Whether a year can be made out of another. @throws NOT_FOUND without the other, TAX_TABLE_EXISTS where it has tables */
export async function requireCopy(db: Db, { from, year }: Copy): Promise<void> {
  if (!(await hasYear(db, from))) fail('NOT_FOUND')
  if (await hasYear(db, year)) throw new AppError('TAX_TABLE_EXISTS')
}

/** Makes the tables of a year that has none out of another's. @throws NOT_FOUND, TAX_TABLE_EXISTS */
export async function copyYear(writing: Writing, { from, year }: Copy): Promise<void> {
  const { db, env } = writing
  // The mark makes two who copy into the same year wait for each other.
  await markTaxTablesChanged(db, env)
  await requireCopy(db, { from, year })
  const now = env.now()
  for (const register of registers) {
    const rows = await taxDb(db).selectFrom(register.table).selectAll().where('year', '=', from).execute()
    if (rows.length === 0) continue
    const values = rows.map((row) => ({
      ...register.columnsOf({ ...register.rowOf(row), year }),
      id: env.id(),
      created_at: now,
    }))
    await taxDb(db).insertInto(register.table).values(values).execute()
    await recordWhole(writing, register.name, year, { change: 'copied', from, rows: rows.length })
  }
}
