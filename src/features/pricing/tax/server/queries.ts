import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf } from '#platform/server/database/pages-of-rows.ts'
import { folded, searchedIn } from '#platform/server/database/search.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { StoredRow, TableName } from './registers.ts'

interface StoredTable extends Omit<StoredRow, 'version'> {
  version: Generated<number>
  created_at?: ColumnType<Date, Date, never>
}

/** The four tables as one kind of table: the queries below differ in nothing but the name. */
export const taxDb = (db: Db) => db as Kysely<Record<TableName, StoredTable>>

const columns = { municipality: sql.ref('municipality'), municipal: sql.ref('municipal_basis_points') }
export type MunicipalSort = SortName<keyof typeof columns>

interface RegisterQuery {
  readonly year?: number | undefined
  readonly search?: string | undefined
  readonly sort?: MunicipalSort | undefined
  readonly page: number
  readonly limit: number
}

export async function listRows(db: Db, register: { table: TableName; isByMunicipality: boolean }, of: RegisterQuery) {
  let found = taxDb(db).selectFrom(register.table)
  if (of.year !== undefined) found = found.where('year', '=', of.year)
  if (of.search) found = found.where(searchedIn(folded(sql`' ' || municipality`), of.search))
  const total = await countOf(db, found)
  let ordered = found.selectAll().orderBy('year', 'desc')
  const sorted = sortedBy(of.sort, columns)
  if (sorted) ordered = ordered.orderBy(sorted)
  if (register.isByMunicipality) ordered = ordered.orderBy(sql`municipality`)
  const rows = await ordered
    .orderBy('id')
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
    .execute()
  return { rows, total }
}

export async function findRow(db: Db, table: TableName, id: string): Promise<StoredRow | undefined> {
  return taxDb(db).selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockRow(db: Db, table: TableName, id: string): Promise<StoredRow | undefined> {
  return taxDb(db).selectFrom(table).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Whether a register has one row alone. */
export async function isLast(db: Db, table: TableName): Promise<boolean> {
  return (await taxDb(db).selectFrom(table).select('id').limit(2).execute()).length < 2
}

export async function hasRows(db: Db, table: TableName): Promise<boolean> {
  return (await taxDb(db).selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined
}
