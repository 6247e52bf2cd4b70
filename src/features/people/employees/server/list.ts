import { sql } from 'kysely'
import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import type { WaitedFor } from '#features/orders/orders/rules/waited-for.ts'
import { isOrderStatus, type OrderStatus, orderStatusFilters } from '#features/orders/orders/rules.ts'
import { type SortName, WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import { failField } from '#platform/contract/errors.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Ids, packedIds } from '#platform/server/database/packed-ids.ts'
import { idsInGroups } from '#platform/server/database/pages-of-groups.ts'
import { boundedCount, countOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, type SignedIn, within } from '#platform/server/database/scope.ts'
import { pageOfFound, partsInOrder, searchedPeople, together } from '#platform/server/database/search.ts'
import { wordsOf } from '#platform/server/http/filter-words.ts'
import { addDays, type Day, startOfHelsinkiDay } from '#platform/values/days.ts'
import { NO_ORDER } from '../no-order.ts'
import type { OrderFilterType } from '../rules.ts'
import { type EmployeeWithOrders, employeesWithOrders, firstPageOfPeople } from './people-with-orders.ts'

export interface EmployeeFilter {
  readonly search?: string | undefined
  readonly companyId?: string | undefined
  readonly filterType?: OrderFilterType | undefined
  readonly orderStatus?: string | undefined
  readonly paymentStatus?: string | undefined
  readonly createdStart?: Day | undefined
  readonly createdEnd?: Day | undefined
  readonly processedStart?: Day | undefined
  readonly processedEnd?: Day | undefined
  readonly status?: EmployeeStatus | undefined
  readonly unitId?: string | undefined
  /** One person alone, for a link that opens their row. */
  readonly id?: string | undefined
  readonly costUnit?: string | undefined
  readonly payRollOther?: string | undefined
  readonly sort?: SortName<'createdAt' | 'name'> | undefined
  readonly withOrdersOnly?: boolean
  /** People alone for whose newest order or application a party is awaited. */
  readonly waitingFor?: WaitedFor | undefined
  /** In groups by whom they wait for, over all pages. */
  readonly grouped?: boolean | undefined
  /** Who looks: a search finds what they may see. */
  readonly seenBy: SignedIn
}

export interface PageAt {
  readonly limit: number
  readonly offset: number
}

const paymentStatuses: readonly string[] = ['COMPLETED', 'PENDING', 'PAID', 'NOT_PAID', 'CANCELLED']

const isPaymentStatus = (word: string): word is string => paymentStatuses.includes(word)
const isOrderWord = (word: string): word is OrderStatus | typeof NO_ORDER => word === NO_ORDER || isOrderStatus(word)

/** The statuses that an order has to have, `NONE` for no order; null means any or none. */
function wantedStatuses(filter: EmployeeFilter): string[] | null {
  const named = wordsOf(filter.orderStatus, 'orderStatus', isOrderWord)
  // Together they would be looked for in two ways at once, which no index answers in the list's order.
  if (named && named.length > 1 && named.includes(NO_ORDER))
    failField('orderStatus', 'NOT_IN_LIST', 'NONE stands alone')
  const type = filter.filterType ?? 'ALL'
  if (type === 'ALL' || type === 'NO_ORDER') return named
  const group: readonly string[] = orderStatusFilters[type]
  return named ? named.filter((status) => group.includes(status)) : [...group]
}

/** People whose order has one of the statuses, or, for `NONE` alone, who have no order. */
const orderIs = (statuses: readonly string[]) =>
  statuses.includes(NO_ORDER) ? sql<boolean>`e.order_status is null` : sql<boolean>`e.order_status = ${anyOf(statuses)}`

/** One word is compared as one, so that an index over it gives the rows in the list's order. */
const anyOf = (words: readonly string[]) =>
  words.length === 1 ? sql<string>`${words[0]}` : sql<string>`any(${[...words]}::text[])`

/** People for whose newest order, or for whose application, a party is awaited. */
const waitsForParty = (awaited: WaitedFor) => sql<boolean>`(
  e.current_order_id in (select t.subject_id from open_turns t where t.process = 'order' and t.awaited = ${awaited})
  or e.id in (select t.subject_id from open_turns t where t.process = 'application' and t.awaited = ${awaited}))`

/** Whom each person's newest order, or their application, waits for first. */
const firstTurns = sql`
  select distinct on (x.id) x.id, x.awaited from (
    select o.beneficiary_employee_id as id, t.awaited, t.position from open_turns t
      join orders o on o.id = t.subject_id
      join beneficiary_employees b on b.id = o.beneficiary_employee_id and b.current_order_id = o.id
     where t.process = 'order'
    union all select t.subject_id, t.awaited, t.position from open_turns t where t.process = 'application') x
   order by x.id, x.position, x.awaited`

/** The first moment of a day, or of the day after it, in Helsinki. */
const from = (day: Day) => startOfHelsinkiDay(day)
const after = (day: Day) => startOfHelsinkiDay(addDays(day, 1))

/**
 * The rows of the desk's list: every condition looks at a column that the person's row carries itself, so that an
 * index over them answers and nothing is joined before the page's ids are known.
 */
function chosen(db: Db, scope: Scope, filter: EmployeeFilter) {
  const statuses = wantedStatuses(filter)
  const payments = wordsOf(filter.paymentStatus, 'paymentStatus', isPaymentStatus)
  const search = searchText(filter.search)
  let query = db
    .selectFrom('beneficiary_employees as e')
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
  if (filter.companyId) query = query.where('e.company_id', '=', filter.companyId)
  if (filter.status) query = query.where('e.status', '=', filter.status)
  if (filter.unitId) query = query.where('e.unit_id', '=', filter.unitId)
  if (filter.id) query = query.where('e.id', '=', filter.id)
  if (filter.costUnit) query = query.where('e.cost_unit', '=', filter.costUnit)
  if (filter.payRollOther) query = query.where('e.pay_roll_other', '=', filter.payRollOther)
  if (filter.filterType === 'NO_ORDER') query = query.where('e.order_status', 'is', null)
  if (filter.withOrdersOnly) query = query.where('e.order_status', 'is not', null)
  if (filter.waitingFor) query = query.where(waitsForParty(filter.waitingFor))
  if (statuses) query = query.where(orderIs(statuses))
  if (payments) query = query.where('e.payment_status', '=', anyOf(payments))
  if (filter.createdStart) query = query.where('e.created_at', '>=', from(filter.createdStart))
  if (filter.createdEnd) query = query.where('e.created_at', '<', after(filter.createdEnd))
  if (filter.processedStart) query = query.where('e.order_processed_at', '>=', from(filter.processedStart))
  if (filter.processedEnd) {
    // Nobody's order is processed before they are known here: the list, newest first, need not begin with later people.
    query = query
      .where('e.order_processed_at', '<', after(filter.processedEnd))
      .where('e.created_at', '<', after(filter.processedEnd))
  }
  if (search) query = query.where(searchedPeople({ scope, user: filter.seenBy, isWalk: false }, search))
  return query
}

const directionOf = ({ sort }: EmployeeFilter): 'asc' | 'desc' => (sort === 'createdAt' ? 'asc' : 'desc')

const isByName = ({ sort }: EmployeeFilter) => sort === 'name' || sort === '-name'

const ofUser = (column: 'last_name' | 'first_name') =>
  sql<string>`(select ${sql.ref(`u.${column}`)} from users u where u.id = e.user_id)`

/** The ids of a filter in the list's order: by name, or by when they came. */
function idsOf(db: Db, scope: Scope, filter: EmployeeFilter) {
  const direction = directionOf(filter)
  if (isByName(filter)) {
    const way = filter.sort === 'name' ? 'asc' : 'desc'
    return chosen(db, scope, filter)
      .select('e.id')
      .orderBy(ofUser('last_name'), way)
      .orderBy(ofUser('first_name'), way)
      .orderBy('e.id', way)
  }
  return chosen(db, scope, filter).select('e.id').orderBy('e.created_at', direction).orderBy('e.id', direction)
}

/** All ids of a filter, for a file of the whole list. */
export async function allIds(db: Db, scope: Scope, filter: EmployeeFilter): Promise<Ids> {
  return packedIds(db, idsOf(db, scope, filter))
}

/** The people of one page with their orders, and the bounded count of all. */
export async function pageOfPeople(
  db: Db,
  scope: Scope,
  filter: EmployeeFilter,
  page: PageAt,
): Promise<{ people: EmployeeWithOrders[]; total: number; countMax?: number }> {
  if (page.offset === 0 && !isByName(filter) && isWithoutFilter(filter)) {
    const whole = { companyId: filter.companyId, direction: directionOf(filter), limit: page.limit }
    const first = await firstPageOfPeople(db, scope, whole)
    if (first) return first
  }
  const { ids, ...count } = await pageOfIds(db, scope, filter, page)
  return { people: await employeesWithOrders(db, ids), ...count }
}

/** The ids of one page and the bounded count of all, in one statement where nothing is searched. */
async function pageOfIds(
  db: Db,
  scope: Scope,
  filter: EmployeeFilter,
  page: PageAt,
): Promise<{ ids: string[]; total: number; countMax?: number }> {
  if (filter.grouped) {
    const found = chosen(db, scope, filter)
    const order = sql`c.created_at ${sql.raw(directionOf(filter))}, c.id ${sql.raw(directionOf(filter))}`
    const grouping = { turns: firstTurns, wanted: sql`${found.select(['e.id', 'e.created_at'])}`, order }
    return { ids: await idsInGroups(db, grouping, page), total: await countOf(db, found) }
  }
  if (searchText(filter.search) && !isByName(filter)) return pageOfSearch(db, scope, filter, page)
  const result = await sql<{ ids: string[]; total: number }>`
    select array(${idsOf(db, scope, filter).limit(page.limit).offset(page.offset)}) as ids,
           ${boundedCount(chosen(db, scope, filter))} as total`.execute(db)
  return result.rows[0]!
}

/** Whether a list shows everybody of its scope, or of one company in it. */
const isWithoutFilter = ({ companyId: _company, sort: _sort, seenBy: _user, ...conditions }: EmployeeFilter): boolean =>
  Object.values(conditions).every((value) => !value || value === 'ALL')

function pageOfSearch(db: Db, scope: Scope, filter: EmployeeFilter, page: PageAt) {
  const direction = sql.raw(directionOf(filter))
  const { search, ...others } = filter
  const searched = searchedPeople({ scope, user: filter.seenBy, isWalk: true }, searchText(search)!)
  const order = sql`created_at ${direction}, id ${direction}`
  const parts = partsInOrder(scope)
  const first = (part: Scope, count: number) =>
    idsOf(db, part, others).select(['e.created_at', 'e.search_text']).limit(sql.lit(count))
  const among = (count: number, after: number) => sql`
    select * from (select * from (${together(parts!.map((part) => first(part, after + count)))}) e
      order by ${order} limit ${sql.lit(count)} offset ${sql.lit(after)}) e where ${searched}`
  return pageOfFound(
    db,
    {
      table: 'beneficiary_employees',
      found: chosen(db, scope, filter).select(['e.id', 'e.created_at']),
      among: parts ? among : undefined,
      order,
    },
    page,
  )
}

/** Accepted people about whom payroll knows enough: an employee number, and a unit where the company has units. */
export async function idsWithAllData(db: Db, scope: Scope, companyId: string | undefined) {
  let query = db
    .selectFrom('beneficiary_employees as e')
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
    .where('e.status', '=', 'ACCEPTED')
    .where('e.employee_number', 'is not', null)
    .where(sql<boolean>`(e.unit_id is not null or not exists
      (select 1 from company_units n where n.company_id = e.company_id and n.deleted_at is null))`)
  if (companyId) query = query.where('e.company_id', '=', companyId)
  const rows = await query
    .select('e.id')
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
  return { ids: rows.map(({ id }) => id), total: await countOf(db, query) }
}
