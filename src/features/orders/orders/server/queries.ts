import { type RawBuilder, sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { type Day, firstOfNextMonth } from '#platform/values/days.ts'
import { orderTurns, type TurnFacts } from '../rules/turns.ts'
import { orderStatuses } from '../rules.ts'
import { asksEmployment, shortestTermEnd } from './moves/facts.ts'
import {
  cancellationAsked,
  cancellationAskedAt,
  excessPaid,
  isStoreInvoice,
  openMoneyOf,
  storeInvoiceCame,
} from './moves/record.ts'
import { hasOtherSigner } from './signers.ts'

const scopeColumns = { company: 'o.company_id', employee: 'o.beneficiary_employee_id' }
/** The orders of a scope. */
export const ordersIn = (db: Db, scope: Scope) => db.selectFrom('orders as o').where(within(scope, scopeColumns))

/** Whether a party has signed the agreement of order `o`. */
export const signedBy = (party: 'EMPLOYEE' | 'EMPLOYER') =>
  sql<boolean>`(o.kind = 'REPLACEMENT' or exists (select 1 from signatures g where g.leasing_agreement_id = o.agreement_id and g.party = ${sql.lit(party)}))`

/** The other orders of `e` that count as open. */
const otherOpenOrders = sql`(select count(*) from orders oo left join leasing_agreements la on la.id = oo.agreement_id
  where oo.beneficiary_employee_id = e.id and oo.id <> o.id and oo.kind = 'LEASE' and oo.status not in ('CANCELLED', 'REFUNDED')
    and coalesce(la.lease_state, 'NOT_STARTED') <> 'ENDED')`

/** The days that turns are judged by. */
export interface TurnDays {
  readonly today: Day
  /** Last day of the shortest lease that could begin now. */
  readonly shortestTermEnd: Day
  readonly nextMonth: Day
}

export const turnDays = (today: Day): TurnDays => ({
  today,
  shortestTermEnd: shortestTermEnd(today),
  nextMonth: firstOfNextMonth(today),
})

/** The days as values, or as the places of values in a kept statement. */
type DaysInSql = TurnDays | { readonly [K in keyof TurnDays]: RawBuilder<Day> }

/** What blocks the next step of order `o` of person `e`, whose company's newest policy is `p`, as `blockOf` says it. */
const blockOfPerson = (days: DaysInSql) => sql`case
    when o.status = 'NOT_STARTED' then case
      when coalesce(p.requires_trial_over, false) and e.job_trial_period_end >= ${days.today}::date then 'TRIAL_PERIOD'
      when e.last_working_day <= ${days.shortestTermEnd}::date then 'LAST_WORKING_DAY'
      when ${otherOpenOrders} >= coalesce(p.order_count, 1) then 'ORDER_LIMIT' end
    when e.last_working_day < ${days.today}::date then 'LAST_WORKING_DAY'
    when o.kind = 'LEASE' and not coalesce(p.allows_leave_before_end, false) and coalesce(e.last_working_day < ${days.nextMonth}::date
      + make_interval(months => (o.snapshot ->> 'leaseMonths')::int), true) then 'LEASE_TOO_LONG' end`

/** What blocks the next step of order `o`. */
export const block = (days: DaysInSql) => sql`(select ${blockOfPerson(days)}
  from beneficiary_employees e
  left join lateral (select requires_trial_over, order_count, allows_leave_before_end from bike_policies
    where company_id = e.company_id order by number desc limit 1) p on true
  where e.id = o.beneficiary_employee_id)`

const blockable = ['NOT_STARTED', ...asksEmployment]

/** Somebody other than the employee can sign for the employer of order `o`. */
const hasSigner = sql<boolean>`(select ${hasOtherSigner} from companies c, beneficiary_employees e
  where c.id = o.company_id and e.id = o.beneficiary_employee_id)`

/** The lessor of order `o` is the operator: its lease starts by itself. A single value, so that it is looked up by key. */
export const startsByItself = sql<boolean>`coalesce((select sl.kind = 'OPERATOR' from leasing_agreements sa
  join leasing_companies sl on sl.id = sa.leasing_company_id where sa.id = o.agreement_id), false)`

/** The employee of the confirmed order `o` has not yet paid what it costs over the limit. */
export const owesExcess = sql<boolean>`(o.status = 'CONFIRMED' and coalesce((o.snapshot ->> 'excessCents')::bigint, 0) > 0
  and not ${excessPaid(sql.ref('o.id'))})`

/** Order `o` can be fetched, and nobody has reported its hand-over. */
export const awaitsPickup = sql<boolean>`(o.pickup_ready_at is not null and o.delivery_day is null)`

/**
 * Since when order `o` waits: since its status, since its bicycle can be fetched where the buyer alone is awaited, or since
 * its cancellation is asked for.
 */
export const waitingSince = sql<Date>`coalesce(${cancellationAskedAt(sql.ref('o.id'))}, case when o.status = 'WAITING_FOR_DELIVERY_DATE' and ${awaitsPickup} then o.pickup_ready_at
  else o.status_changed_at end)`

/** Only where signatures are awaited is it asked who has signed. */
const hasSigned = (party: 'EMPLOYEE' | 'EMPLOYER') => sql`o.status = 'ALL_INFO_PROVIDED' and ${signedBy(party)}`

/** The statuses in which somebody may be awaited; the others, most rows of a list, are asked nothing. */
const awaiting = orderStatuses.filter((status) => orderTurns[status].length > 0)

const factsWith = (
  blocks: RawBuilder<unknown>,
  signer: RawBuilder<boolean>,
) => sql<TurnFacts | null>`case when o.status = any(${awaiting}::text[]) then json_build_object(
  'employeeSigned', ${hasSigned('EMPLOYEE')}, 'employerSigned', ${hasSigned('EMPLOYER')},
  'isOnlineOrder', o.is_online_order, 'hasStore', o.bike_store_id is not null, 'hasInvoice', o.status = 'WAITING_FOR_INVOICE_MATCH' and ${storeInvoiceCame(sql.ref('o.id'))}, 'isReady', ${awaitsPickup}, 'owesExcess', ${owesExcess},
  'hasOpenMoney', o.status = 'CANCELLED' and ${openMoneyOf(sql.ref('o.id'))},
  'block', case when o.status = any(${blockable}::text[]) then ${blocks} end,
  'hasSigner', o.status <> 'ALL_INFO_PROVIDED' or ${signer},
  'cancellationAsked', ${cancellationAsked(sql.ref('o.id'))},
  'startsByItself', o.status = 'READY_FOR_BILLING' and (o.kind = 'REPLACEMENT' or ${startsByItself})) end`

/** What decides whose turn it is on a day, for every query on `orders o` that says it; each fact where its status asks. */
export const turnFacts = (days: DaysInSql) => factsWith(block(days), hasSigner)

/**
 * The same where a statement has the order's person `e`, their company `c` and its newest policy `p` already: each table
 * that a statement names costs it a few microseconds, whether a row asks for it or not.
 */
export const turnFactsBeside = (days: DaysInSql) => factsWith(blockOfPerson(days), hasOtherSigner)

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
