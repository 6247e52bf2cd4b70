import { type Selectable, sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf } from '#platform/server/database/pages-of-rows.ts'
import { folded, searchedIn } from '#platform/server/database/search.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { readSort } from '#platform/values/sort-name.ts'

export type StoreRow = Selectable<Tables['bike_stores']>

/** The address of the store `s` on one line. */
export const storeAddress = sql<
  string | null
>`nullif(concat_ws(', ', s.street_address, nullif(concat_ws(' ', s.postal_code, s.city), '')), '')`

const live = (db: Db) => db.selectFrom('bike_stores as s').where('s.deleted_at', 'is', null)
const searched = (search: string) =>
  searchedIn(folded(sql`concat(' ', concat_ws(' ', s.name, s.city, s.email, s.phone, local_phone(s.phone)))`), search)

const columnOfSort = { storeName: 's.name', city: 's.city' } as const

interface StoreQuery {
  readonly search?: string
  readonly groupId?: string
  readonly active?: boolean
  /** This one alone, wherever the list stands. */
  readonly id?: string
  readonly sort: 'storeName' | '-storeName' | 'city' | '-city'
  readonly page: number
  readonly limit: number
}

export async function listStores(db: Db, of: StoreQuery) {
  let found = live(db)
  if (of.id) found = found.where('s.id', '=', of.id)
  if (of.search) found = found.where(searched(of.search))
  if (of.groupId) found = found.where('s.group_id', '=', of.groupId)
  if (of.active !== undefined) found = found.where('s.active', '=', of.active)
  const total = await countOf(db, found)
  const { name, isDown } = readSort<keyof typeof columnOfSort>(of.sort)
  const direction = isDown ? 'desc' : 'asc'
  const rows = await found
    .leftJoin('bike_store_groups as g', 'g.id', 's.group_id')
    .selectAll('s')
    .select('g.name as group_name')
    .orderBy(columnOfSort[name], direction)
    .orderBy('s.id', direction)
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
    .execute()
  return { rows, total }
}

export async function listActiveStores(db: Db, search: string | undefined, bikeStoreId?: string) {
  let found = live(db).where('s.active', '=', true)
  if (search) found = found.where(searched(search))
  if (bikeStoreId) found = found.where('s.id', '=', bikeStoreId)
  const rows = await found
    .select(['s.id', 's.name', 's.city', 's.is_online', 's.opening_hours', storeAddress.as('address')])
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
  return { rows, total: rows.length > WHOLE_LIST_MAX ? await countOf(db, found) : rows.length }
}

const foundBy = (search: string) =>
  searchedIn(folded(sql`concat(' ', concat_ws(' ', s.name, s.city, s.postal_code, s.street_address))`), search)

/** The stores that can be chosen, town by town; web shops, which have none to go to, after the others. */
export async function findStores(db: Db, of: { search: string | undefined; page: number; limit: number }) {
  let found = live(db).where('s.active', '=', true)
  if (of.search) found = found.where(foundBy(of.search))
  const total = await countOf(db, found)
  const rows = await found
    .select([
      's.id',
      's.name',
      's.street_address',
      's.postal_code',
      's.city',
      's.opening_hours',
      's.phone',
      's.website',
    ])
    .select('s.is_online')
    .orderBy('s.is_online')
    .orderBy('s.city')
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
    .execute()
  return { rows, total }
}

export async function findStore(db: Db, id: string) {
  return live(db)
    .leftJoin('bike_store_groups as g', 'g.id', 's.group_id')
    .selectAll('s')
    .select('g.name as group_name')
    .where('s.id', '=', id)
    .executeTakeFirst()
}

export async function lockStore(db: Db, id: string): Promise<StoreRow | undefined> {
  return live(db).selectAll('s').where('s.id', '=', id).forUpdate().executeTakeFirst()
}

/** Whether an order that is not over yet names the store. */
export async function hasOpenOrders(db: Db, storeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('bike_store_id', '=', storeId)
    .where('status', 'not in', ['ACTIVE_LEASING', 'CANCELLED', 'REFUNDED'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function listStoreGroups(db: Db) {
  return db
    .selectFrom('bike_store_groups as g')
    .select(['g.id', 'g.name', 'g.version'])
    .select((of) =>
      of
        .selectFrom('bike_stores as s')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('s.group_id', '=', 'g.id')
        .where('s.deleted_at', 'is', null)
        .as('store_count'),
    )
    .orderBy('g.name')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
}

export async function groupExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('bike_store_groups').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** How many live stores a group has. */
export async function countStores(db: Db, groupId: string): Promise<number> {
  const row = await live(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('s.group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** A group of stores, locked before it is changed. */
export async function lockStoreGroup(db: Db, id: string) {
  return db.selectFrom('bike_store_groups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** How many of the ids are stores. */
export async function countStoresOf(db: Db, ids: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom('bike_stores')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.length
}
