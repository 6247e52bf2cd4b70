import { sql } from 'kysely'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Ids, packedIds } from '#platform/server/database/packed-ids.ts'
import { firstTurnsOf, idsInGroups } from '#platform/server/database/pages-of-groups.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { permissionsOver, type Scope, type SignedIn, scopeOfOwn, within } from '#platform/server/database/scope.ts'
import { hasOwnOrder, pageOfFound, partsInOrder, searchedPeople, together } from '#platform/server/database/search.ts'
import { wordsOf } from '#platform/server/http/filter-words.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { WaitedFor } from '../rules/waited-for.ts'
import {
  isOrderStatus,
  type OrderStatus,
  type OrderStatusFilter,
  orderStatusFilters,
  settledOrderStatuses,
} from '../rules.ts'
import { cancellationAsked } from './moves/record.ts'
import { hasStatus } from './open-orders.ts'
import { ordersIn, waitingFor, waitingSince, waitsFor } from './queries.ts'
import { sellerName } from './store/seller.ts'

export interface OrderFilter {
  /** Who looks: a search finds what they may see. */
  readonly seenBy: SignedIn
  readonly search?: string | undefined
  readonly companyId?: string | undefined
  readonly filterType?: 'ALL' | OrderStatusFilter | undefined
  readonly orderStatus?: string | undefined
  readonly online?: boolean | undefined
  /** One order alone, for a link that opens its row. */
  readonly id?: string | undefined
  readonly hasStore?: boolean | undefined
  readonly bikeStoreId?: string | undefined
  /** Those that wait for a party. */
  readonly waitingFor?: WaitedFor | undefined
  readonly sort?: 'newest' | 'waiting' | undefined
  /** In groups by whom the orders wait for, over all pages. */
  readonly grouped?: boolean | undefined
}

const isSettled = hasStatus('o.status', settledOrderStatuses)

const wantedOf = ({ orderStatus }: OrderFilter) => wordsOf(orderStatus, 'orderStatus', isOrderStatus) ?? []

/** Statuses that are all settled, or none of them, need no order among themselves but their age. */
const isOneKind = (wanted: readonly OrderStatus[]) =>
  new Set(wanted.map((status) => settledOrderStatuses.includes(status))).size === 1

/** The orders that a filter lets through. */
function chosenOrders(db: Db, scope: Scope, filter: OrderFilter) {
  const wanted = wantedOf(filter)
  const group = filter.filterType && filter.filterType !== 'ALL' ? orderStatusFilters[filter.filterType] : null
  const search = searchText(filter.search)
  return (
    ordersIn(db, scope)
      .$if(filter.id !== undefined, (q) => q.where('o.id', '=', filter.id!))
      .$if(Boolean(filter.companyId), (q) => q.where('o.company_id', '=', filter.companyId!))
      .$if(filter.hasStore !== undefined, (q) => q.where('o.bike_store_id', filter.hasStore ? 'is not' : 'is', null))
      .$if(filter.bikeStoreId !== undefined, (q) => q.where('o.bike_store_id', '=', filter.bikeStoreId!))
      .$if(filter.waitingFor !== undefined, (q) => q.where(waitsFor(filter.waitingFor!)))
      .$if(wanted.length === 1, (q) => q.where('o.status', '=', wanted[0]!))
      .$if(wanted.length > 1, (q) => q.where('o.status', 'in', wanted))
      .$if(group !== null, (q) => q.where('o.status', 'in', [...group!]))
      .$if(filter.online !== undefined, (q) => q.where('o.is_online_order', '=', filter.online!))
      // A person's text bears the numbers of their orders too, so that one index answers for both.
      .$if(search !== undefined, (q) =>
        q
          .innerJoin('beneficiary_employees as e', 'e.id', 'o.beneficiary_employee_id')
          .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
          .where(searchedPeople({ scope, user: filter.seenBy, isWalk: false }, search!)),
      )
  )
}

/** The ids of the filter's orders in the list's order. */
function idsOf(db: Db, scope: Scope, filter: OrderFilter) {
  return chosenOrders(db, scope, filter)
    .select('o.id')
    .$if(filter.sort === 'waiting' && !isOneKind(wantedOf(filter)), (q) => q.orderBy(isSettled))
    .$if(filter.sort === 'waiting', (q) => q.orderBy('o.status_changed_at').orderBy('o.id'))
    .$if(filter.sort !== 'waiting', (q) => q.orderBy('o.created_at', 'desc').orderBy('o.id', 'desc'))
}

/** All ids of a filter, for a file of the whole list. */
export async function allOrderIds(db: Db, scope: Scope, filter: OrderFilter): Promise<Ids> {
  return packedIds(db, idsOf(db, scope, filter))
}

/** A page of the order desk: the page's ids are chosen first, then joined. */
export async function listOrders(db: Db, scope: Scope, filter: OrderFilter, page: { page: number; limit: number }) {
  const at = { limit: page.limit, offset: (page.page - 1) * page.limit }
  const { ids, ...count } = await pageOfIds(db, scope, filter, at)
  const items = await orderRows(db, ids, filter.seenBy)
  return pageOf(items, { ...page, ...count })
}

/** More orders than anybody has. */
const OWN_MAX = 50

/** The orders of whoever asks, newest first, whatever companies they may see beside. */
export async function listOwnOrders(db: Db, user: SignedIn) {
  const rows = await idsOf(db, scopeOfOwn(user.userId), { seenBy: user }).limit(OWN_MAX).execute()
  return orderRows(
    db,
    rows.map(({ id }) => id),
    user,
  )
}

interface PageAt {
  readonly limit: number
  readonly offset: number
}

/** The ids of one page and the bounded count of all. */
async function pageOfIds(db: Db, scope: Scope, filter: OrderFilter, page: PageAt) {
  if (filter.grouped) {
    const found = chosenOrders(db, scope, filter)
    const columns = ['o.id', 'o.created_at', 'o.status_changed_at', isSettled.as('is_settled')] as const
    const order =
      filter.sort === 'waiting' ? sql`c.is_settled, c.status_changed_at, c.id` : sql`c.created_at desc, c.id desc`
    const grouping = { turns: firstTurnsOf('order'), wanted: sql`${found.select(columns)}`, order }
    return { ids: await idsInGroups(db, grouping, page), total: await countOf(db, found) }
  }
  if (searchText(filter.search)) return pageOfSearch(db, scope, filter, page)
  const rows = await idsOf(db, scope, filter).limit(page.limit).offset(page.offset).execute()
  return { ids: rows.map(({ id }) => id), total: await countOf(db, chosenOrders(db, scope, filter)) }
}

function pageOfSearch(db: Db, scope: Scope, filter: OrderFilter, page: PageAt) {
  const { search, ...others } = filter
  const columns = ['o.created_at', 'o.status_changed_at', isSettled.as('is_settled')] as const
  const searched = searchedPeople({ scope, user: filter.seenBy, isWalk: true }, searchText(search)!)
  const bySettled = isOneKind(wantedOf(filter)) ? sql`` : sql`is_settled, `
  const order = filter.sort === 'waiting' ? sql`${bySettled}status_changed_at, id` : sql`created_at desc, id desc`
  const parts = filter.sort === 'waiting' && !hasOwnOrder(scope) ? undefined : partsInOrder(scope)
  const first = (part: Scope, count: number) =>
    idsOf(db, part, others)
      .select([...columns, 'o.beneficiary_employee_id'])
      .limit(sql.lit(count))
  // Person by person, and not by the index over everybody's texts.
  const among = (count: number, after: number) => sql`
    select o.* from (
      select * from (${together(parts!.map((part) => first(part, after + count)))}) o order by ${order} limit ${sql.lit(count)} offset ${sql.lit(after)}) o
      cross join lateral (select 1 from beneficiary_employees e where e.id = o.beneficiary_employee_id and ${searched} offset 0) e`
  return pageOfFound(
    db,
    {
      table: 'orders',
      found: chosenOrders(db, scope, filter).select('o.id').select(columns),
      among: parts ? among : undefined,
      order,
    },
    page,
  )
}

const rowsQuery = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('orders as o')
    .innerJoin('beneficiary_employees as e', 'e.id', 'o.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'o.company_id')
    .leftJoin('bike_stores as s', 's.id', 'o.bike_store_id')
    .select([
      'o.id',
      'o.order_number',
      'o.status',
      'o.resume_status',
      'o.version',
      'o.company_id',
      'c.name as company_name',
      'o.beneficiary_employee_id',
      'e.user_id',
      'u.first_name',
      'u.last_name',
      'o.bike_brand',
      'o.bike_model',
      sellerName.as('store_name'),
      'o.is_online_order',
      'o.total_price_cents',
      'o.snapshot',
      waitingSince.as('waiting_since'),
      'o.created_at',
      cancellationAsked(sql.ref('o.id')).as('cancellation_asked'),
      waitingFor.as('waiting_for'),
    ])
    .where('o.id', 'in', ids)
    .orderBy(sql`array_position(${[...ids]}::uuid[], o.id)`)

type ListedRow = Awaited<ReturnType<ReturnType<typeof rowsQuery>['execute']>>[number]

function listedOrder(row: ListedRow, seenBy: SignedIn) {
  const held = permissionsOver(seenBy, { companyId: row.company_id, ownerId: row.user_id })
  return {
    orderId: row.id,
    orderNumber: row.order_number,
    orderStatus: row.status as OrderStatus,
    resumeStatus: row.resume_status as OrderStatus | null,
    cancellationAsked: row.cancellation_asked,
    version: row.version,
    companyId: row.company_id,
    companyName: row.company_name,
    beneficiaryEmployeeId: row.beneficiary_employee_id,
    employeeName: `${row.last_name} ${row.first_name}`,
    bike: nameOfBike(row) || null,
    storeName: row.store_name,
    isOnlineOrder: row.is_online_order,
    totalAmount: row.total_price_cents === null ? null : eurosFromCents(row.total_price_cents),
    leaseTimeMonths: (row.snapshot as { leaseMonths?: number } | null)?.leaseMonths ?? null,
    waitingFor: row.waiting_for,
    waitingSince: row.waiting_since.toISOString(),
    createdAt: row.created_at.toISOString(),
    ...(held.has('signed-document:read') ? {} : hidden),
  }
}

/** What the reporting role, which cannot read signed documents, does not see of an order. */
const hidden = { bike: null, storeName: null, totalAmount: null }

/** The list's rows of already chosen ids, in the order of the ids. What a role may not see is null. */
export async function orderRows(db: Db, ids: readonly string[], seenBy: SignedIn) {
  if (ids.length === 0) return []
  const rows = await rowsQuery(db, ids).execute()
  return rows.map((row) => listedOrder(row, seenBy))
}
