import { sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Day } from '#platform/values/days.ts'
import type { TurnFacts } from '../rules/turns.ts'
import { shortestTermEnd } from './facts.ts'
import { openMoneyOf } from './record.ts'

const scopeColumns = { company: 'o.company_id', employee: 'o.beneficiary_employee_id' }
/** The orders of a scope. */
export const ordersIn = (db: Db, scope: Scope) => db.selectFrom('orders as o').where(within(scope, scopeColumns))

/** Whether a party has signed the agreement of order `o`. */
export const signedBy = (party: 'EMPLOYEE' | 'EMPLOYER') =>
  sql<boolean>`exists (select 1 from signatures g where g.leasing_agreement_id = o.agreement_id and g.party = ${sql.lit(party)})`

/** Why a not yet begun order `o` cannot begin; the guards of `openPackage` in SQL. */
const startBlock = (today: Day) => sql`(select case
    when coalesce(bp.requires_trial_over, false) and be.job_trial_period_end >= ${today}::date then 'TRIAL_PERIOD'
    when be.last_working_day <= ${shortestTermEnd(today)}::date then 'LAST_WORKING_DAY' end
  from beneficiary_employees be
  left join lateral (select requires_trial_over from bike_policies where company_id = be.company_id order by number desc limit 1) bp on true
  where be.id = o.beneficiary_employee_id)`

/** What decides whose turn it is on a day, for every query on `orders o` that says it. */
export const turnFacts = (today: Day) => sql<TurnFacts>`jsonb_build_object(
  'employeeSigned', ${signedBy('EMPLOYEE')}, 'employerSigned', ${signedBy('EMPLOYER')},
  'isOnlineOrder', o.is_online_order, 'hasInvoice', o.purchase_invoice_id is not null,
  'hasOpenMoney', o.status = 'CANCELLED' and ${openMoneyOf(sql.ref('o.id'))},
  'startBlock', case when o.status = 'NOT_STARTED' then ${startBlock(today)} end)`

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
