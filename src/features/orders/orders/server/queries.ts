import { sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { awaitedOf, countOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { WaitedFor } from '../rules/waited-for.ts'
import { isStoreInvoice } from './moves/record.ts'

const scopeColumns = { company: 'o.company_id', employee: 'o.beneficiary_employee_id' }
/** The orders of a scope. */
export const ordersIn = (db: Db, scope: Scope) => db.selectFrom('orders as o').where(within(scope, scopeColumns))

/** Whether a party has signed the agreement of order `o`. */
export const signedBy = (party: 'EMPLOYEE' | 'EMPLOYER') =>
  sql<boolean>`(o.kind = 'REPLACEMENT' or exists (select 1 from signatures g where g.leasing_agreement_id = o.agreement_id and g.party = ${sql.lit(party)}))`

/** Who is awaited for order `o`, in the order of the table of turns. */
export const waitingFor = awaitedOf<WaitedFor>(sql.ref('o.id'), 'order')

/** Since when order `o` waits for somebody; one that waits for nobody stands since its status. */
export const waitingSince = sql<Date>`coalesce((select min(w.since) from open_turns w
  where w.process = 'order' and w.subject_id = o.id), o.status_changed_at)`

/** Whether order `o` waits for a party. */
export const waitsFor = (awaited: WaitedFor) => sql<boolean>`exists (select 1 from open_turns w
  where w.process = 'order' and w.subject_id = o.id and w.awaited = ${awaited})`

/** Every order of the scope with its ids, newest first, at most 500. */
export async function listAllOrders(db: Db, scope: Scope) {
  const rows = await ordersIn(db, scope)
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
  return wholeListOf(items, await countOf(db, ordersIn(db, scope)))
}

/** How many confirmed online orders wait for the staff. */
export async function countConfirmedOnline(db: Db, scope: Scope): Promise<number> {
  return countOf(db, ordersIn(db, scope).where('o.status', '=', 'CONFIRMED').where('o.is_online_order', '=', true))
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

/** The person for whom an order is begun. */
export async function findBuyer(db: Db, scope: Scope, employeeId: string) {
  return db
    .selectFrom('beneficiary_employees as e')
    .select(['e.company_id', 'e.user_id'])
    .where('e.id', '=', employeeId)
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
    .executeTakeFirst()
}

/** The store's own invoice of an order, from its arrival on; a purchase order that only waits for it is none. */
export async function findStoreInvoice(db: Db, orderId: string) {
  const row = await db
    .selectFrom('invoices as i')
    .select(['i.id', 'i.number', 'i.status', 'i.issue_day', 'i.due_day', 'i.total_cents', 'i.file_id'])
    .where('i.order_id', '=', orderId)
    .where(isStoreInvoice)
    .orderBy('i.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export type StoreInvoiceRow = NonNullable<Awaited<ReturnType<typeof findStoreInvoice>>>
