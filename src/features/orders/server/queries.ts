import { sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract.ts'
import { eurosFromCents } from '#platform/money.ts'
import type { Db } from '#platform/server/db.ts'
import { containing, countOf, pageOf, wholeListOf } from '#platform/server/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/scope.ts'
import { searchText } from '#platform/validation.ts'
import { waitingFor } from '../rules/progress.ts'
import {
  fromProcessedOrderStatuses,
  generalOrderStatuses,
  isOrderStatus,
  type OrderStatus,
  postProcessingOrderStatuses,
} from '../rules.ts'

const scopeColumns = { company: 'o.company_id', owner: 'e.user_id' }
const base = (db: Db, scope: Scope) =>
  db
    .selectFrom('orders as o')
    .innerJoin('beneficiary_employees as e', 'e.id', 'o.beneficiary_employee_id')
    .where(within(scope, scopeColumns))

/** Every order of the scope with its ids, newest first, at most 500. */
export async function listAllOrders(db: Db, scope: Scope) {
  const rows = await base(db, scope)
    .select([
      'o.id',
      'o.order_number',
      'o.status',
      'o.company_id',
      'o.beneficiary_employee_id',
      'o.bike_store_id',
      'o.agreement_id',
      'o.is_online_order',
      'o.created_at',
    ])
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
  const items = rows.map((row) => ({
    orderId: row.id,
    orderNumber: row.order_number,
    orderStatus: row.status,
    companyId: row.company_id,
    beneficiaryEmployeeId: row.beneficiary_employee_id,
    bikeStoreId: row.bike_store_id,
    leasingAgreementId: row.agreement_id,
    isOnlineOrder: row.is_online_order,
    createdAt: row.created_at.toISOString(),
  }))
  return wholeListOf(items, await countOf(db, base(db, scope)))
}

/** How many confirmed online orders wait for the staff. */
export async function countConfirmedOnline(db: Db, scope: Scope): Promise<number> {
  return countOf(db, base(db, scope).where('o.status', '=', 'CONFIRMED').where('o.is_online_order', '=', true))
}

const statusesOf = {
  GENERAL: generalOrderStatuses,
  POST_PROCESSING: postProcessingOrderStatuses,
  FROM_PROCESSED: fromProcessedOrderStatuses,
} as const

export interface OrderFilter {
  readonly page: number
  readonly limit: number
  readonly search?: string | undefined
  readonly companyId?: string | undefined
  readonly filterType?: 'ALL' | keyof typeof statusesOf | undefined
  readonly orderStatus?: string | undefined
  readonly online?: boolean | undefined
  readonly sort?: 'newest' | 'waiting' | undefined
}

/** A page of the order desk: the page's ids are chosen first, then joined. */
export async function listOrders(db: Db, scope: Scope, filter: OrderFilter) {
  const wanted = (filter.orderStatus ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(isOrderStatus)
  const group = filter.filterType && filter.filterType !== 'ALL' ? statusesOf[filter.filterType] : null
  const search = searchText(filter.search)
  const chosen = base(db, scope)
    .$if(Boolean(filter.companyId), (q) => q.where('o.company_id', '=', filter.companyId!))
    .$if(wanted.length > 0, (q) => q.where('o.status', 'in', wanted))
    .$if(group !== null, (q) => q.where('o.status', 'in', [...group!]))
    .$if(filter.online !== undefined, (q) => q.where('o.is_online_order', '=', filter.online!))
    .$if(search !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          sql<boolean>`lower(o.order_number) like ${containing(search!)}`,
          sql<boolean>`e.search_text like ${containing(search!)}`,
        ]),
      ),
    )
  const ids = chosen
    .select('o.id')
    .$if(filter.sort === 'waiting', (q) => q.orderBy('o.status_changed_at').orderBy('o.id'))
    .$if(filter.sort !== 'waiting', (q) => q.orderBy('o.created_at', 'desc').orderBy('o.id', 'desc'))
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
  const rows = await db
    .selectFrom(ids.as('chosen'))
    .innerJoin('orders as o', 'o.id', 'chosen.id')
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
      'u.first_name',
      'u.last_name',
      'o.bike_brand',
      'o.bike_model',
      's.name as store_name',
      'o.is_online_order',
      'o.total_price_cents',
      'o.snapshot',
      'o.status_changed_at',
      'o.created_at',
      'o.purchase_invoice_id',
      sql<boolean>`exists (select 1 from signatures g where g.leasing_agreement_id = o.agreement_id and g.party = 'EMPLOYEE')`.as(
        'employee_signed',
      ),
      sql<boolean>`exists (select 1 from signatures g where g.leasing_agreement_id = o.agreement_id and g.party = 'EMPLOYER')`.as(
        'employer_signed',
      ),
    ])
    .$if(filter.sort === 'waiting', (q) => q.orderBy('o.status_changed_at').orderBy('o.id'))
    .$if(filter.sort !== 'waiting', (q) => q.orderBy('o.created_at', 'desc').orderBy('o.id', 'desc'))
    .execute()
  const items = rows.map((row) => ({
    orderId: row.id,
    orderNumber: row.order_number,
    orderStatus: row.status as OrderStatus,
    resumeStatus: row.resume_status as OrderStatus | null,
    version: row.version,
    companyId: row.company_id,
    companyName: row.company_name,
    beneficiaryEmployeeId: row.beneficiary_employee_id,
    employeeName: `${row.first_name} ${row.last_name}`,
    bike: [row.bike_brand, row.bike_model].filter(Boolean).join(' ') || null,
    storeName: row.store_name,
    isOnlineOrder: row.is_online_order,
    totalAmount: row.total_price_cents === null ? null : eurosFromCents(row.total_price_cents),
    leaseTimeMonths: (row.snapshot as { leaseMonths?: number } | null)?.leaseMonths ?? null,
    waitingFor: waitingFor(row.status as OrderStatus, {
      employeeSigned: row.employee_signed,
      employerSigned: row.employer_signed,
      isOnlineOrder: row.is_online_order,
      invoice: row.purchase_invoice_id ? { verifiedOrLater: true, differenceCents: 0, reasonGiven: false } : null,
    }),
    waitingSince: row.status_changed_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  }))
  return pageOf(items, { page: filter.page, limit: filter.limit, total: await countOf(db, chosen) })
}

/** The events of an order's own chain and of its agreements, newest first; only shared ones for the parties. */
export async function listOrderEvents(db: Db, orderId: string, options: { sharedOnly: boolean }) {
  return db
    .selectFrom('events as v')
    .leftJoin('users as u', 'u.id', 'v.actor_user_id')
    .select([
      'v.id',
      'v.type',
      'v.occurred_at',
      'v.actor_kind',
      'v.actor_user_id',
      'v.data',
      'u.first_name',
      'u.last_name',
    ])
    .where('v.order_id', '=', orderId)
    .$if(options.sharedOnly, (q) => q.where('v.shared', '=', true))
    .orderBy('v.occurred_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(200)
    .execute()
}
