import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isOpenOrder } from '#features/orders/orders/server/open-orders.ts'
import { companyIsLeaving } from '#features/pricing/leasing/server/leaving-companies.ts'
import { type SortName, WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { folded, searchedIn } from '#platform/server/database/search.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'

export type CompanyRow = Selectable<Tables['companies']>

const live = (db: Db) => db.selectFrom('companies as c').where('c.deleted_at', 'is', null)

/** Companies of the scope, and those where the caller is a beneficiary when a role gives own rows. */
function withinOrOwn(scope: Scope): RawBuilder<boolean> {
  const own = sql<boolean>`exists (select 1 from beneficiary_employees e where e.company_id = c.id and e.user_id = ${scope.ownerId} and e.status <> 'REJECTED')`
  const inside = within(scope, { company: 'c.id' })
  return scope.ownerId ? sql<boolean>`(${inside} or ${own})` : inside
}

export async function findCompany(db: Db, scope: Scope, id: string) {
  return live(db)
    .leftJoin('group_companies as g', 'g.id', 'c.group_company_id')
    .leftJoin('leasing_companies as l', 'l.id', 'c.leasing_company_id')
    .selectAll('c')
    .select(['g.name as group_name', 'l.name as lessor_name'])
    .where('c.id', '=', id)
    .where(within(scope, { company: 'c.id' }))
    .executeTakeFirst()
}

/** The company of a caller who may be its beneficiary only: name and limit. */
export async function findCompanyLimit(db: Db, scope: Scope, id: string) {
  return live(db)
    .select(['c.id', 'c.name', 'c.max_price_cents'])
    .where('c.id', '=', id)
    .where(withinOrOwn(scope))
    .executeTakeFirst()
}

const oneOf = (db: Db, scope: Scope, id: string) =>
  live(db)
    .selectAll('c')
    .where('c.id', '=', id)
    .where(within(scope, { company: 'c.id' }))

/** Holds a company's row against other changes; rows of the company, events among them, can be added meanwhile. */
export const lockCompany = (db: Db, scope: Scope, id: string): Promise<CompanyRow | undefined> =>
  oneOf(db, scope, id).forNoKeyUpdate().executeTakeFirst()

/** Holds a company's row so that no row of the company can be added either. */
export const lockWholeCompany = (db: Db, scope: Scope, id: string): Promise<CompanyRow | undefined> =>
  oneOf(db, scope, id).forUpdate().executeTakeFirst()

export interface ListFilter {
  readonly inAGroup?: boolean
  readonly groupCompanyId?: string
  /** Only companies where this user has a role. */
  readonly userId?: string
  /** Only these companies, whatever the scope reaches. */
  readonly onlyIds?: readonly string[]
  readonly search?: string
  readonly isStaying?: boolean
  readonly active?: boolean
}

const unitsJson = sql<{ unitId: string; unitName: string; companyId: string }[]>`
  coalesce((select json_agg(json_build_object('unitId', u.id, 'unitName', u.name, 'companyId', u.company_id) order by u.name, u.id)
     from company_units u where u.company_id = c.id and u.deleted_at is null), '[]')`

export async function listCompanies(db: Db, scope: Scope, filter: ListFilter) {
  let query = live(db)
    .select(['c.id', 'c.name', 'c.business_id', 'c.group_company_id', 'c.leasing_company_id', 'c.max_price_cents'])
    .select(['c.vat_basis_points', 'c.active', 'c.version', unitsJson.as('units')])
    .where(withinOrOwn(scope))
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(WHOLE_LIST_MAX + 1)
  if (filter.inAGroup) query = query.where('c.group_company_id', 'is not', null)
  if (filter.groupCompanyId) query = query.where('c.group_company_id', '=', filter.groupCompanyId)
  if (filter.onlyIds) query = query.where('c.id', 'in', [...filter.onlyIds, '00000000-0000-0000-0000-000000000000'])
  if (filter.isStaying !== undefined)
    query = query.where(sql<boolean>`${companyIsLeaving(sql`c.id`)} <> ${filter.isStaying}`)
  if (filter.active !== undefined) query = query.where('c.active', '=', filter.active)
  if (filter.search) query = query.where(searched(filter.search))
  if (filter.userId)
    query = query.where(sql<boolean>`exists (select 1 from user_roles ur where ur.user_id = ${filter.userId}
      and (ur.company_id = c.id or ur.group_company_id = c.group_company_id))`)
  const rows = await query.execute()
  const total = rows.length > WHOLE_LIST_MAX ? await countOf(db, query.clearLimit()) : rows.length
  return { rows, total }
}

const searched = (search: string) => searchedIn(folded(sql`' ' || c.name || ' ' || c.business_id`), search)

const columns = {
  name: { filled: sql.ref('c.name') },
  createdAt: { filled: sql.ref('c.created_at') },
  businessId: { filled: sql.ref('c.business_id') },
  city: sql.ref('c.city'),
}

interface RegisterQuery {
  /** This one alone, wherever the list stands. */
  readonly id?: string
  readonly search?: string
  readonly groupCompanyId?: string
  readonly leasingCompanyId?: string
  readonly sort: SortName<keyof typeof columns>
  readonly page: number
  readonly limit: number
}

/** A page of the register: ids first, then the counts of those rows alone. */
export async function registerOfCompanies(db: Db, scope: Scope, of: RegisterQuery) {
  let found = live(db).where(within(scope, { company: 'c.id' }))
  if (of.id) found = found.where('c.id', '=', of.id)
  if (of.search) found = found.where(searched(of.search))
  if (of.groupCompanyId) found = found.where('c.group_company_id', '=', of.groupCompanyId)
  if (of.leasingCompanyId) found = found.where('c.leasing_company_id', '=', of.leasingCompanyId)
  const total = await countOf(db, found)
  const order = sortedBy(of.sort, columns, sql.ref('c.id'))
  const chosen = found
    .select('c.id')
    .orderBy(order)
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
  const rows = await db
    .selectFrom('companies as c')
    .leftJoin('group_companies as g', 'g.id', 'c.group_company_id')
    .leftJoin('leasing_companies as l', 'l.id', 'c.leasing_company_id')
    .select(['c.id', 'c.name', 'c.business_id', 'c.city', 'c.max_price_cents', 'c.active'])
    .select(['g.name as group_name', 'l.name as lessor_name'])
    .select((of) =>
      of
        .selectFrom('beneficiary_employees as e')
        .select(sql<number>`count(*) filter (where e.status = 'ACCEPTED')::int`.as('count'))
        .whereRef('e.company_id', '=', 'c.id')
        .as('employee_count'),
    )
    .select((of) =>
      of
        .selectFrom('beneficiary_employees as e')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('e.company_id', '=', 'c.id')
        .where('e.status', '=', 'PENDING')
        .as('pending_count'),
    )
    .where('c.id', 'in', chosen)
    .orderBy(order)
    .execute()
  return { rows, total }
}

export async function listUnits(db: Db, companyId: string) {
  return db
    .selectFrom('company_units')
    .select(['id', 'name', 'company_id'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(WHOLE_LIST_MAX)
    .execute()
}

/** What keeps a company from being closed. */
export async function countUse(db: Db, companyId: string): Promise<{ runningLeases: number; openOrders: number }> {
  const result = await sql<{ running_leases: number; open_orders: number }>`
    select (select count(*)::int from leasing_agreements a where a.company_id = ${companyId} and a.void_at is null
              and a.status = 'SIGNED' and a.lease_state <> 'ENDED') as running_leases,
           (select count(*)::int from orders o left join leasing_agreements a on a.id = o.agreement_id and a.company_id = o.company_id
             where o.company_id = ${companyId} and ${isOpenOrder({ order: 'o', agreement: 'a' })}) as open_orders`.execute(
    db,
  )
  const row = result.rows[0]!
  return { runningLeases: row.running_leases, openOrders: row.open_orders }
}

/** Whether the group and the lessor that a company names exist. */
export async function findMissingReference(
  db: Db,
  of: { groupCompanyId?: string | null; leasingCompanyId?: string | null },
): Promise<'groupCompanyId' | 'leasingCompanyId' | null> {
  if (of.groupCompanyId) {
    const group = await db
      .selectFrom('group_companies')
      .select('id')
      .where('id', '=', of.groupCompanyId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!group) return 'groupCompanyId'
  }
  if (of.leasingCompanyId) {
    const lessor = await db
      .selectFrom('leasing_companies')
      .select('id')
      .where('id', '=', of.leasingCompanyId)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!lessor) return 'leasingCompanyId'
  }
  return null
}

/** @throws NOT_FOUND for a company outside the scope */
export async function requireCompany(db: Db, scope: Scope, id: string) {
  return (await findCompany(db, scope, id)) ?? fail('NOT_FOUND')
}

/** As above, and holds the company's row until the transaction ends. */
export async function requireLockedCompany(db: Db, scope: Scope, id: string): Promise<CompanyRow> {
  return (await lockCompany(db, scope, id)) ?? fail('NOT_FOUND')
}
