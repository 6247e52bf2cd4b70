import { type RawBuilder, sql } from 'kysely'
import { overWithBikeOut } from '#features/leases/agreements/server/bike-out.ts'
import { ACCOUNT_LINK_DAYS } from '#features/money/banking/rules.ts'
import { awaitsCompany, isExpectedBack, isToRepay } from '#features/money/banking/server/overpaid.ts'
import { reachesSomebody } from '#features/money/payments/server/reminder-recipients.ts'
import {
  awaitsPickup,
  block,
  owesExcess,
  signedBy,
  startsByItself,
  turnDays,
} from '#features/orders/orders/server/queries.ts'
import { cancellationAsked, storeInvoiceCame } from '#features/orders/orders/server/record.ts'
import { hasOtherSigner, maySignFor } from '#features/orders/orders/server/signers.ts'
import { openMonths } from '#features/payroll/reporting/server/open-months.ts'
import { isWithoutHands, withoutHandsSince } from '#features/people/companies/server/hands.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { within } from '#platform/server/database/scope.ts'
import { addDays, type Day, monthOf } from '#platform/values/days.ts'
import { employeeSteps, staffSteps, type TaskAction } from '../rules.ts'
import { type Asking, KIND_MAX } from './asking.ts'
import {
  offersToAnswer,
  offersToReview,
  transfersToApprove,
  transfersToSign,
  transfersToSignAsEmployer,
} from './transfers.ts'

export interface TaskRow {
  action: TaskAction
  id: string
  since: Date
  due: Day | null
  companyId: string | null
  companyName: string | null
  about: string | null
  orderId: string | null
  orderNumber: string | null
}

/** The instant at which a day of Helsinki begins. */
const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'Europe/Helsinki'`

type Source = (asking: Asking) => RawBuilder<unknown>

const orderColumns = (action: RawBuilder<unknown>, { id = sql`o.id`, since = sql`o.status_changed_at` } = {}) => sql`
  ${action} as action, ${id} as id, ${since} as since, null::date as due, o.company_id as "companyId", c.name as "companyName",
  u.first_name || ' ' || u.last_name as about, o.id as "orderId", o.order_number as "orderNumber"`
const orderTables = sql`orders o join beneficiary_employees e on e.id = o.beneficiary_employee_id
  join users u on u.id = e.user_id join companies c on c.id = o.company_id`
const oldestOrders = sql`order by o.status_changed_at, o.id limit ${KIND_MAX + 1}`
const byStatus = (steps: Partial<Record<string, TaskAction>>) =>
  sql`(case o.status ${sql.join(
    Object.entries(steps).map(([status, action]) => sql`when ${status} then ${action}::text`),
    sql` `,
  )} end)`

/** Since when an order with an agreement waits for its confirmation: the last signature, which moves no status. */
const lastSigned = sql`greatest(o.status_changed_at, case when o.status = 'ALL_INFO_PROVIDED' and ${signedBy('EMPLOYEE')} then
  (select max(g.signed_at) from signatures g where g.leasing_agreement_id = o.agreement_id) end)`

/** The bicycle of the order stands ready in the store: the buyer is awaited, whatever else the order waits for. */
const isToPickUp = sql`(o.status in ('PROCESSED', 'WAITING_FOR_INVOICE_MATCH', 'WAITING_FOR_DELIVERY_DATE') and ${awaitsPickup})`

/** What one's own order asks for, by status; with both signatures given the confirmation is missing. */
const ownAction = sql`case when ${isToPickUp} then 'pickUpBike' else
  coalesce(${byStatus(employeeSteps)}, case when ${signedBy('EMPLOYEE')} then 'confirmOrder' else 'signAsEmployee' end) end`

const ownOrders: Source = ({ userId, today }) => sql`
  select ${orderColumns(ownAction, { since: sql`case when ${isToPickUp} then o.pickup_ready_at else ${lastSigned} end` })}
    from ${orderTables}
   where e.user_id = ${userId} and not ${cancellationAsked(sql.ref('o.id'))} and (o.status = any(${Object.keys(employeeSteps)}::text[]) or ${isToPickUp}
      or (o.status = 'ALL_INFO_PROVIDED' and (not ${signedBy('EMPLOYEE')} or ${signedBy('EMPLOYER')})))
     and not (o.status in ('NOT_STARTED', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED') and (o.status <> 'ALL_INFO_PROVIDED' or ${signedBy('EMPLOYEE')})
       and coalesce(${block(turnDays(today))}, 'NONE') <> all(case o.status when 'PACKAGE_PROVIDED' then array['NONE', 'LEASE_TOO_LONG'] else array['NONE'] end))
   ${oldestOrders}`

/**
 * Orders on the desk. Before a store's invoice has come the store is awaited; a shop of no register is written to by
 * nobody, so its receipt is the staff's to get. What rests for a request to cancel is the task of whoever answers that.
 */
const deskOrders: Source = ({ scopeOf, today }) => sql`
  select ${orderColumns(byStatus(staffSteps))} from ${orderTables}
   where ${within(scopeOf('order:process'), { company: 'o.company_id' })}
     and (o.status = 'CASE_X' or o.status = 'WAITING_FOR_INVOICE_MATCH' or not ${cancellationAsked(sql.ref('o.id'))})
     and (o.status in ('PROCESSED', 'CASE_X') or (o.status = 'CONFIRMED' and ${block(turnDays(today))} is null and not ${owesExcess})
       or (o.status = 'READY_FOR_BILLING' and not ${startsByItself})
       or (o.status = 'WAITING_FOR_INVOICE_MATCH' and (o.bike_store_id is null or ${storeInvoiceCame(sql.ref('o.id'))})))
   ${oldestOrders}`

/** Agreements that the caller may sign for the employer. */
const agreementsToSign: Source = ({ userId, scopeOf }) => sql`
  select ${orderColumns(sql`'signAsEmployer'::text`)} from ${orderTables}
   where o.status = 'ALL_INFO_PROVIDED' and not ${signedBy('EMPLOYER')} and ${maySignFor(userId)}
     and ${within(scopeOf('agreement:sign-employer'), { company: 'o.company_id' })}
   ${oldestOrders}`

/** Orders whose employee is the only one who could sign for the company: somebody else has to be named. */
const signersToName: Source = ({ scopeOf }) => sql`
  select ${orderColumns(sql`'nameSigner'::text`)} from ${orderTables}
   where o.status = 'ALL_INFO_PROVIDED' and not ${signedBy('EMPLOYER')}
     and ${within(scopeOf('company:update'), { company: 'o.company_id' })}
     and not ${hasOtherSigner}
   ${oldestOrders}`

/** People of whom somebody knows a last working day: few, and found by an index of their own. */
const leaving = sql`e.last_working_day < '2999-01-01'`

/** Orders that cannot go on because the employment ends too early: the employer's to change. */
const blockedOrders: Source = ({ userId, today, scopeOf }) => sql`
  select ${orderColumns(sql`'changeEmployment'::text`, { id: sql`e.id` })} from ${orderTables}
   where ${leaving} and e.user_id <> ${userId} and ${within(scopeOf('employee:update'), { company: 'o.company_id' })}
     and (o.status in ('NOT_STARTED', 'PACKAGE_PROVIDED', 'CONFIRMED')
       or (o.status = 'ALL_INFO_PROVIDED' and ${signedBy('EMPLOYEE')} and ${signedBy('EMPLOYER')}))
     and ${block(turnDays(today))} in ('LAST_WORKING_DAY', 'LEASE_TOO_LONG') and not ${cancellationAsked(sql.ref('o.id'))}
   ${oldestOrders}`

/** Running leases of people whose last month of pay is over and whose bicycle nobody has settled (aftercare of a leaver). */
const leaversToSettle: Source = ({ today, scopeOf }) => {
  const month = monthOf(today)
  return sql`
    select 'settleLeaver'::text as action, a.id, ${startOf(sql`e.last_working_day`)} as since, null::date as due, a.company_id as "companyId",
           c.name as "companyName", u.first_name || ' ' || u.last_name as about, a.order_id as "orderId", o.order_number as "orderNumber"
      from beneficiary_employees e join leasing_agreements a on a.beneficiary_employee_id = e.id left join orders o on o.id = a.order_id
      join users u on u.id = e.user_id join companies c on c.id = a.company_id
     where ${leaving} and e.last_working_day < ${`${month}-01`}::date and a.lease_state = 'ACTIVE'
       and ${within(scopeOf('payroll-report:lock'), { company: 'a.company_id' })}
       and not exists (select 1 from payroll_payers p where p.agreement_id = a.id and p.from_month <= ${month}
             and coalesce(p.to_month, ${month}) >= ${month})
     order by e.last_working_day, a.id limit ${KIND_MAX + 1}`
}

const applications: Source = ({ userId, scopeOf }) => sql`
  select 'decideApplication'::text as action, e.id, e.created_at as since, null::date as due, e.company_id as "companyId", c.name as "companyName",
         u.first_name || ' ' || u.last_name as about, null::uuid as "orderId", null::text as "orderNumber"
    from beneficiary_employees e join users u on u.id = e.user_id join companies c on c.id = e.company_id
   where e.status = 'PENDING' and e.user_id <> ${userId} and ${within(scopeOf('employee:decide'), { company: 'e.company_id' })}
   order by e.created_at, e.id limit ${KIND_MAX + 1}`

/** Companies with something under way for which nobody can sign, lock or decide: the staff find somebody. */
const companiesWithoutHands: Source = ({ scopeOf }) => sql`
  select 'nameHands'::text as action, c.id, ${withoutHandsSince} as since, null::date as due, c.id as "companyId", c.name as "companyName",
         null::text as about, null::uuid as "orderId", null::text as "orderNumber"
    from companies c where ${isWithoutHands} and ${within(scopeOf('company:create'), { company: 'c.id' })}
   order by c.name, c.id limit ${KIND_MAX + 1}`

/** Months that are over and not locked, the oldest first, until the company's payroll day. */
const monthsToLock: Source = ({ today, scopeOf }) => sql`
  select 'lockPayrollMonth'::text as action, c.id, ${startOf(sql`o.since`)} as since, o.due, c.id as "companyId", c.name as "companyName",
         o.month as about, null::uuid as "orderId", null::text as "orderNumber"
    from companies c cross join ${openMonths(today)}
   where c.deleted_at is null and ${within(scopeOf('payroll-report:lock'), { company: 'c.id' })}
   order by o.month, c.name, c.id limit ${KIND_MAX + 1}`

/** An invoice `i` of the company `c` as the staff know it: its number and whom it is from or to. */
const numberAndParty = sql`concat_ws(' · ', i.number, case i.party
  when 'PERSON' then (select pu.first_name || ' ' || pu.last_name from beneficiary_employees pe join users pu on pu.id = pe.user_id
                       where pe.id = i.beneficiary_employee_id)
  when 'EMPLOYER' then c.name when 'OUTSIDE' then i.buyer->>'name'
  else coalesce((select ps.name from bike_stores ps where ps.id = i.bike_store_id), i.seller_name,
                (select pl.name from leasing_companies pl where pl.id = i.leasing_company_id)) end)`

/** Companies and months in which something is to be kept from the pay and nobody has said what was. */
const deductionsToConfirm: Source = ({ today, scopeOf }) => sql`
  select 'confirmDeduction'::text as action, c.id, min(m.updated_at) as since, null::date as due, c.id as "companyId", c.name as "companyName",
         m.month as about, null::uuid as "orderId", null::text as "orderNumber"
    from payroll_deductions d join payroll_deduction_months m on m.invoice_id = d.invoice_id join companies c on c.id = d.company_id
   where d.ended_at is null and m.kept_cents is null and m.month <= ${monthOf(today)} and ${within(scopeOf('payroll-report:lock'), { company: 'd.company_id' })}
   group by c.id, m.month order by m.month, c.id limit ${KIND_MAX + 1}`

/** Stores' invoices that are due; a store's credit note is nothing to pay. */
const invoicesToPay: Source = ({ today, scopeOf }) => sql`
  select 'payInvoice'::text as action, i.id, i.created_at as since, i.due_day as due, i.company_id as "companyId", c.name as "companyName",
         ${numberAndParty} as about, i.order_id as "orderId", o.order_number as "orderNumber"
    from invoices i join companies c on c.id = i.company_id left join orders o on o.id = i.order_id
   where i.direction = 'PURCHASE' and i.status in ('VERIFIED', 'APPROVED', 'PARTLY_PAID', 'PAYMENT_DENIED', 'PAYMENT_TRANSACTION_REMOVED')
     and i.open_cents > 0 and i.due_day <= ${today} and ${within(scopeOf('invoice:write'), { company: 'i.company_id' })}
   order by i.due_day, i.id limit ${KIND_MAX + 1}`

/** What the caller has been billed and has not paid. */
const ownBills: Source = ({ userId }) => sql`
  select 'payBill'::text as action, i.id, i.sent_at as since, i.due_day as due, i.company_id as "companyId", c.name as "companyName",
         i.number as about, null::uuid as "orderId", null::text as "orderNumber"
    from beneficiary_employees e join invoices i on i.beneficiary_employee_id = e.id join companies c on c.id = i.company_id
   where e.user_id = ${userId} and i.party = 'PERSON' and i.stage = 'SENT' and i.open_cents > 0 and i.disputed_at is null
   order by i.due_day, i.id limit ${KIND_MAX + 1}`

/** Overdue invoices of employers of which nobody can be reminded: the company has no address and no admin who signs in. */
const payersToReach: Source = ({ today, scopeOf }) => sql`
  select 'remindPayer'::text as action, i.id, ${startOf(sql`i.due_day + 1`)} as since, i.due_day as due, i.company_id as "companyId", c.name as "companyName",
         ${numberAndParty} as about, i.order_id as "orderId", o.order_number as "orderNumber"
    from invoices i join companies c on c.id = i.company_id left join orders o on o.id = i.order_id
   where i.stage = 'SENT' and i.open_cents > 0 and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.disputed_at is null
     and i.second_reminder_at is null and i.due_day < ${today} and not ${reachesSomebody} and ${within(scopeOf('invoice:write'), { company: 'i.company_id' })}
   order by i.due_day, i.id limit ${KIND_MAX + 1}`

/** Days after the due day on which reminders have done what they can. */
const COLLECT_AFTER_DAYS = 30

/** Bills that stayed open after both reminders: to be collected, agreed on or written off. */
const invoicesToCollect: Source = ({ today, scopeOf }) => sql`
  select 'collectInvoice'::text as action, i.id, i.second_reminder_at as since, i.due_day as due, i.company_id as "companyId", c.name as "companyName",
         ${numberAndParty} as about, i.order_id as "orderId", o.order_number as "orderNumber"
    from invoices i join companies c on c.id = i.company_id left join orders o on o.id = i.order_id
   where i.stage = 'SENT' and i.open_cents > 0 and i.direction = 'SALES' and i.second_reminder_at is not null and i.disputed_at is null
     and i.due_day <= ${addDays(today, -COLLECT_AFTER_DAYS)} and ${within(scopeOf('invoice:credit'), { company: 'i.company_id' })}
   order by i.due_day, i.id limit ${KIND_MAX + 1}`

/** Invoices with too much paid of which nothing is on its way back, since the payment or the credit that made it too much. */
const payersToRepay: Source = ({ scopeOf }) => sql`
  select 'repayPayer'::text as action, i.id, greatest(i.sent_at,
           (select max(p.created_at) from payments p where p.invoice_id = i.id and p.direction = 'IN'),
           (select max(n.created_at) from invoices n where n.credited_invoice_id = i.id)) as since, null::date as due, i.company_id as "companyId", c.name as "companyName",
         ${numberAndParty} as about, i.order_id as "orderId", o.order_number as "orderNumber"
    from invoices i join companies c on c.id = i.company_id left join orders o on o.id = i.order_id
   where ${isToRepay} and ${within(scopeOf('payment:repay'), { company: 'i.company_id' })}
   order by i.due_day, i.id limit ${KIND_MAX + 1}`

/** Purchases of which more has been paid, or is with the bank, than is owed: their sellers are to pay back. */
const refundsToAwait: Source = ({ scopeOf }) => sql`
  select 'awaitRefund'::text as action, i.id, greatest(i.created_at,
           (select max(f.released_at) from payment_orders p join payment_files f on f.id = p.payment_file_id where p.invoice_id = i.id),
           (select max(p.created_at) from payments p where p.invoice_id = i.id and p.direction = 'OUT'),
           (select max(n.created_at) from invoices n where n.credited_invoice_id = i.id)) as since, null::date as due, i.company_id as "companyId", c.name as "companyName",
         ${numberAndParty} as about, i.order_id as "orderId", o.order_number as "orderNumber"
    from invoices i join companies c on c.id = i.company_id left join orders o on o.id = i.order_id
   where ${isExpectedBack} and ${within(scopeOf('bank:match'), { company: 'i.company_id' })}
   order by i.due_day, i.id limit ${KIND_MAX + 1}`

/** Repayments whose account waits for a second person, and those whose payer has let the link lapse. */
const repaymentsToSettle: Source = ({ today, scopeOf }) => sql`
  select 'settleRepayment'::text as action, o.id, o.updated_at as since, null::date as due, o.company_id as "companyId", c.name as "companyName",
         ${numberAndParty} as about, i.order_id as "orderId", r.order_number as "orderNumber"
    from payment_orders o join invoices i on i.id = o.invoice_id join companies c on c.id = o.company_id left join orders r on r.id = i.order_id
   where ((o.state = 'TO_CONFIRM' and not ${awaitsCompany})
       or (o.state in ('ASKED', 'TO_CONFIRM') and o.created_at < ${addDays(today, -ACCOUNT_LINK_DAYS)}))
     and ${within(scopeOf('bank:pay'), { company: 'o.company_id' })}
   order by o.created_at, o.id limit ${KIND_MAX + 1}`

/** The hourly job has found the event log shorter than it was. */
const recordToExplain: Source = () => sql`
  select 'explainRecord'::text as action, r.id, r.found_at as since, null::date as due, null::uuid as "companyId", null::text as "companyName",
         null::text as about, null::uuid as "orderId", null::text as "orderNumber"
    from record_alarms r where r.closed_at is null order by r.found_at, r.id limit ${KIND_MAX + 1}`
/** Repayments to a company whose account a link has named and its admin has still to approve. */
const accountsToApprove: Source = ({ scopeOf }) => sql`
  select 'approveAccount'::text as action, i.id, o.updated_at as since, null::date as due, o.company_id as "companyId", c.name as "companyName",
         i.number as about, null::uuid as "orderId", null::text as "orderNumber"
    from payment_orders o join invoices i on i.id = o.invoice_id join companies c on c.id = o.company_id
   where ${awaitsCompany} and o.state = 'TO_CONFIRM' and ${within(scopeOf('repayment:approve-account'), { company: 'o.company_id' })}
   order by o.created_at, o.id limit ${KIND_MAX + 1}`

/** Files that the service gave up, of which payments wait that nobody has put into another one. */
const filesToRemake: Source = ({ scopeOf }) => sql`
  select 'remakePaymentFile'::text as action, f.id, f.updated_at as since, null::date as due, null::uuid as "companyId", null::text as "companyName",
         concat_ws(' · ', right(f.message_id, 8), m.first_name || ' ' || m.last_name) as about, null::uuid as "orderId", null::text as "orderNumber"
    from payment_files f join users m on m.id = f.made_by
   where ${scopeOf('bank:pay').all}::boolean and exists (select 1 from payment_orders p where p.returned_from = f.id and p.state = 'QUEUED'
           and p.payment_file_id is null)
   order by f.updated_at, f.id limit ${KIND_MAX + 1}`
/** What bank files brought and nobody has decided about. */
const bankDoubts: Source = () => sql`
  select 'settleBankDoubt'::text as action, d.id, d.created_at as since, null::date as due, null::uuid as "companyId", null::text as "companyName",
         d.file_name as about, null::uuid as "orderId", null::text as "orderNumber"
    from bank_doubts d where d.state = 'OPEN' order by d.created_at, d.id limit ${KIND_MAX + 1}`

/** What other files brought, or files of a folder that were refused, and nobody has decided about. */
const intakeAsides: Source = () => sql`
  select 'settleIntake'::text as action, a.id, a.created_at as since, null::date as due, null::uuid as "companyId", null::text as "companyName",
         concat_ws(' · ', f.name, a.about) as about, null::uuid as "orderId", null::text as "orderNumber"
    from intake_asides a join intake_files f on f.id = a.intake_file_id where a.state = 'OPEN' order by a.created_at, a.id limit ${KIND_MAX + 1}`

/** Statements whose balances do not fit and that nobody has explained. */
const statementsToExplain: Source = () => sql`
  select 'explainStatement'::text as action, s.id, s.updated_at as since, null::date as due, null::uuid as "companyId", null::text as "companyName",
         f.name as about, null::uuid as "orderId", null::text as "orderNumber"
    from bank_statements s join bank_files f on f.id = s.bank_file_id
   where not (s.problems <@ s.explained) order by s.created_at, s.id limit ${KIND_MAX + 1}`

/** Online refunds of which somebody has to find out what the payment service did. */
const refundsToDecide: Source = ({ scopeOf }) => sql`
  select 'decideRefund'::text as action, i.id, r.updated_at as since, null::date as due, r.company_id as "companyId", c.name as "companyName",
         ${numberAndParty} as about, i.order_id as "orderId", o.order_number as "orderNumber"
    from paytrail_refunds r join invoices i on i.id = r.invoice_id join companies c on c.id = r.company_id left join orders o on o.id = i.order_id
   where r.state in ('UNKNOWN', 'CONTESTED') and ${within(scopeOf('payment:repay'), { company: 'r.company_id' })}
   order by r.updated_at, r.id limit ${KIND_MAX + 1}`

const contactForms: Source = () => sql`
  select 'checkContactForm'::text as action, f.id, f.created_at as since, null::date as due, null::uuid as "companyId", f.company as "companyName",
         f.name as about, null::uuid as "orderId", null::text as "orderNumber"
    from contact_forms f where not f.checked order by f.created_at limit ${KIND_MAX + 1}`

const deadMessages: Source = () => sql`
  select 'resendMessage'::text as action, m.id, m.created_at as since, null::date as due, null::uuid as "companyId", null::text as "companyName",
         m.recipient as about, null::uuid as "orderId", null::text as "orderNumber"
    from outbox m where m.status = 'DEAD' order by m.created_at, m.id limit ${KIND_MAX + 1}`

/** Orders that employee or employer want to have cancelled. */
const cancellationsToDecide: Source = ({ scopeOf }) => sql`
  select 'decideCancellation'::text as action, q.id, q.created_at as since, null::date as due, o.company_id as "companyId", c.name as "companyName",
         u.first_name || ' ' || u.last_name as about, o.id as "orderId", o.order_number as "orderNumber"
    from ${orderTables} join order_cancellation_requests q on q.order_id = o.id
   where q.state = 'OPEN' and ${within(scopeOf('order-cancellation:create'), { company: 'q.company_id' })}
   order by q.created_at, q.id limit ${KIND_MAX + 1}`

const openCancellations = (action: TaskAction, where: RawBuilder<unknown>) => sql`
  select ${sql.lit(action)}::text as action, oc.id, oc.opened_at as since, null::date as due, o.company_id as "companyId", c.name as "companyName",
         u.first_name || ' ' || u.last_name as about, o.id as "orderId", o.order_number as "orderNumber"
    from ${orderTables} join order_cancellations oc on oc.order_id = o.id
   where oc.status = 'PENDING' and ${where} order by oc.opened_at, oc.id limit ${KIND_MAX + 1}`

const cancellationsToSettle: Source = ({ scopeOf }) =>
  openCancellations('settleCancellation', within(scopeOf('order-cancellation:update'), { company: 'oc.company_id' }))

/** Delivered bicycles of cancelled orders that are not back yet. */
const bikesToReturn: Source = ({ userId }) =>
  openCancellations(
    'returnBike',
    sql`e.user_id = ${userId} and (oc.bike_at in ('EMPLOYEE', 'EMPLOYER') or (oc.bike_at is null and o.delivery_day is not null))`,
  )

/** Redemptions that wait for the staff: a batch to bill, a lessor to tell or its invoice to enter, a bicycle to take back. */
const redemptionsToSettle: Source = ({ scopeOf }) => sql`
  select 'settleRedemption'::text as action, r.id, r.step_changed_at as since, null::date as due, r.company_id as "companyId", c.name as "companyName",
         u.first_name || ' ' || u.last_name as about, a.order_id as "orderId", o.order_number as "orderNumber"
    from redemptions r join leasing_agreements a on a.id = r.agreement_id join leasing_companies l on l.id = a.leasing_company_id
    join beneficiary_employees e on e.id = r.beneficiary_employee_id join users u on u.id = e.user_id join companies c on c.id = r.company_id
    left join orders o on o.id = a.order_id
   where r.step in ('ACCEPTED', 'USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT', 'WITHDRAWN') and ${within(scopeOf('redemption:manage'), { company: 'r.company_id' })}
     and (r.step = 'ACCEPTED' or (r.step = 'USER_PAYMENT_PAID' and l.kind <> 'OPERATOR' and l.invoice_email is null)
       or (r.step = 'LESSOR_INVOICE_SENT' and l.kind <> 'OPERATOR' and r.lessor_invoice_id is null)
       or (r.step = 'WITHDRAWN' and a.bike_at is distinct from 'STORE' and a.bike_at is distinct from 'LESSOR'))
   order by r.step_changed_at, r.id limit ${KIND_MAX + 1}`

const claims = (action: TaskAction, steps: readonly string[], whose: RawBuilder<unknown>) => sql`
  select ${action}::text as action, k.id, k.step_changed_at as since, null::date as due, k.company_id as "companyId",
         c.name as "companyName", u.first_name || ' ' || u.last_name as about, a.order_id as "orderId", o.order_number as "orderNumber"
    from insurance_claims k join leasing_agreements a on a.id = k.agreement_id join companies c on c.id = k.company_id
    join beneficiary_employees e on e.id = k.beneficiary_employee_id join users u on u.id = e.user_id left join orders o on o.id = a.order_id
   where k.step = any(${[...steps]}::text[]) and ${whose}
   order by k.step_changed_at, k.id limit ${KIND_MAX + 1}`

/** One's own claims that still lack a piece of proof. */
const claimsToReport: Source = ({ userId }) => claims('reportClaim', ['OPEN'], sql`e.user_id = ${userId}`)

/** Settled for the person, while the insurer's money may still be to come. */
const paidSteps = ['NEW_BIKE', 'REPAIRED', 'REPLACED', 'LEASE_ENDED']

/** Claims to send to the insurer, or whose answer, money, settlement or repair the staff look after. */
const claimsToSettle: Source = ({ scopeOf }) =>
  claims(
    'settleClaim',
    ['PROOF_COMPLETE', 'SENT_TO_INSURER', 'INSURER_DECIDED', 'AT_REPAIR', ...paidSteps],
    sql`${within(scopeOf('insurance-claim:manage'), { company: 'k.company_id' })} and (k.step <> all(${[...paidSteps]}::text[])
      or k.compensation_cents > coalesce((select sum(p.amount_cents) from payments p
          where p.payer_kind = 'INSURER' and p.payer_id = k.id and p.invoice_id is null), 0))`,
  )

/** Claims that their person has withdrawn while the insurer had them: the staff tell it. */
const withdrawalsToTell: Source = ({ scopeOf }) =>
  claims(
    'tellInsurer',
    ['CANCELLED'],
    sql`${within(scopeOf('insurance-claim:manage'), { company: 'k.company_id' })} and k.tell_insurer`,
  )

/** Days after a term's end on which a bicycle that nobody has chosen for is the staff's to settle. */
const DAYS_TO_CHOOSE = 35

/** Leases that are over, with a bicycle that nobody brings back; an open list of a company's exit settles its own. */
const endedLeasesToSettle: Source = ({ today, scopeOf }) => {
  const choiceIsOver = addDays(today, -DAYS_TO_CHOOSE)
  return sql`
  select 'settleEndedLease'::text as action, a.id, ${startOf(sql`a.ended_day`)} as since, null::date as due, a.company_id as "companyId", c.name as "companyName",
         u.first_name || ' ' || u.last_name as about, a.order_id as "orderId", o.order_number as "orderNumber"
    from leasing_agreements a join beneficiary_employees e on e.id = a.beneficiary_employee_id join users u on u.id = e.user_id
    join companies c on c.id = a.company_id left join orders o on o.id = a.order_id
   where ((${overWithBikeOut('a')} and (a.end_reason = 'TERM' or not exists (
           select 1 from company_exit_leases m join company_exits x on x.id = m.exit_id
            where m.agreement_id = a.id and x.withdrawn_at is null and x.worked_off_at is null))
         and (a.end_reason <> 'TERM' or a.bike_at = 'EMPLOYER' or a.ended_day <= ${choiceIsOver}))
       or (a.lease_state = 'ENDED' and a.end_reason = 'TERM' and a.bike_at = 'LOST' and a.lost_closed_at is null and a.ended_day <= ${choiceIsOver}
         and not exists (select 1 from redemptions d where d.agreement_id = a.id and d.step = 'DONE')))
     and ${within(scopeOf('redemption:manage'), { company: 'a.company_id' })}
     and not exists (select 1 from agreement_endings n where n.agreement_id = a.id and n.closed_at is null and n.kind <> 'CLAIM')
   order by a.ended_day, a.id limit ${KIND_MAX + 1}`
}

/** Agreements that a change has marked: somebody decides whether their exemption stays. */
const taxationToReview: Source = ({ scopeOf }) => sql`
  select 'reviewTaxation'::text as action, a.id, a.tax_regime_review_at as since, null::date as due, a.company_id as "companyId", c.name as "companyName",
         u.first_name || ' ' || u.last_name as about, a.order_id as "orderId", o.order_number as "orderNumber"
    from leasing_agreements a join beneficiary_employees e on e.id = a.beneficiary_employee_id join users u on u.id = e.user_id
    join companies c on c.id = a.company_id left join orders o on o.id = a.order_id
   where a.tax_regime_review is not null and ${within(scopeOf('agreement:update-payment'), { company: 'a.company_id' })}
   order by a.created_at desc, a.id desc limit ${KIND_MAX + 1}`

const openReturns = (action: TaskAction, where: RawBuilder<unknown>) => sql`
  select ${sql.lit(action)}::text as action, r.id, r.step_changed_at as since, null::date as due, r.company_id as "companyId", c.name as "companyName",
         u.first_name || ' ' || u.last_name as about, a.order_id as "orderId", o.order_number as "orderNumber"
    from bike_returns r join leasing_agreements a on a.id = r.agreement_id join beneficiary_employees e on e.id = r.beneficiary_employee_id
    join users u on u.id = e.user_id join companies c on c.id = r.company_id left join orders o on o.id = a.order_id
    left join bike_stores s on s.id = r.bike_store_id
   where ${where} order by r.step_changed_at, r.id limit ${KIND_MAX + 1}`

/** Returns that wait for the employer's word; nobody decides on a bicycle of their own. */
const returnsToApprove: Source = ({ userId, scopeOf }) =>
  openReturns(
    'approveReturn',
    sql`r.step = 'REQUESTED' and e.user_id <> ${userId} and ${within(scopeOf('return:approve'), { company: 'r.company_id' })}`,
  )

const bikesToBring: Source = ({ userId }) =>
  openReturns('bringBike', sql`e.user_id = ${userId} and r.step = 'APPROVED' and not r.from_employer`)

/** Bicycles that the employer keeps and has to bring. */
const keptBikesToBring: Source = ({ scopeOf }) =>
  openReturns(
    'bringKeptBike',
    sql`r.step = 'APPROVED' and r.from_employer and ${within(scopeOf('return:approve'), { company: 'r.company_id' })}`,
  )

/** Returned bicycles to inspect, objections to answer, and those that no store can receive. */
const returnsToSettle: Source = ({ scopeOf }) =>
  openReturns(
    'settleReturn',
    sql`(r.step = 'RECEIVED' or (r.step = 'INSPECTED' and r.objection is not null and r.objection_answer is null)
      or (r.step = 'APPROVED' and s.email is null)) and r.step in ('APPROVED', 'RECEIVED', 'INSPECTED')
      and ${within(scopeOf('return:inspect'), { company: 'r.company_id' })}`,
  )

/** What a lessor says otherwise than we do, until it is settled or the lessor has been told. */
const lessorDifferences: Source = () => sql`
  select 'settleLessorDifference'::text as action, d.id, d.created_at as since, null::date as due, null::uuid as "companyId", l.name as "companyName",
         d.agreement_number as about, null::uuid as "orderId", null::text as "orderNumber"
    from lessor_differences d join leasing_companies l on l.id = d.leasing_company_id
   where d.state in ('OPEN', 'TO_TELL') order by d.created_at, d.id limit ${KIND_MAX + 1}`

const openExits = (action: TaskAction, due: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select ${sql.lit(action)}::text as action, x.id, x.created_at as since, ${due} as due, x.company_id as "companyId", c.name as "companyName",
         c.name as about, null::uuid as "orderId", null::text as "orderNumber"
    from company_exits x join companies c on c.id = x.company_id
   where x.withdrawn_at is null and x.worked_off_at is null and ${where} order by x.created_at, x.id limit ${KIND_MAX + 1}`

/** Companies that leave, until their leases are worked off. */
const exitsToSettle: Source = ({ scopeOf }) =>
  openExits('settleExit', sql`x.choose_until`, within(scopeOf('company:exit'), { company: 'x.company_id' }))

/** Companies that have still to say of which month they keep the last deduction; for an estate the staff say it. */
const lastDeductionsToConfirm: Source = ({ scopeOf }) =>
  openExits(
    'confirmLastDeduction',
    sql`x.from_day`,
    sql`x.kind <> 'MERGED' and x.last_deduction_month is null and not ${scopeOf('company:update').all}::boolean and ${within(scopeOf('company:update'), { company: 'x.company_id' })}
      and exists (select 1 from company_exit_leases m where m.exit_id = x.id)`,
  )

/** Every source with the permission that opens it. */
const sources: readonly { readonly permission: PermissionName; readonly read: Source }[] = [
  { permission: 'order:start', read: ownOrders },
  { permission: 'user-payment:read', read: ownBills },
  { permission: 'order:process', read: deskOrders },
  { permission: 'agreement:sign-employer', read: agreementsToSign },
  { permission: 'company:update', read: signersToName },
  { permission: 'employee:decide', read: applications },
  { permission: 'employee:update', read: blockedOrders },
  { permission: 'company:create', read: companiesWithoutHands },
  { permission: 'payroll-report:lock', read: leaversToSettle },
  { permission: 'payroll-report:lock', read: monthsToLock },
  { permission: 'payroll-report:lock', read: deductionsToConfirm },
  { permission: 'invoice:write', read: invoicesToPay },
  { permission: 'invoice:write', read: payersToReach },
  { permission: 'invoice:credit', read: invoicesToCollect },
  { permission: 'payment:repay', read: payersToRepay },
  { permission: 'bank:match', read: refundsToAwait },
  { permission: 'bank:pay', read: repaymentsToSettle },
  { permission: 'bank:pay', read: filesToRemake },
  { permission: 'repayment:approve-account', read: accountsToApprove },
  { permission: 'payment:repay', read: refundsToDecide },
  { permission: 'bank:match', read: bankDoubts },
  { permission: 'bank:match', read: intakeAsides },
  { permission: 'bank:match', read: statementsToExplain },
  { permission: 'event-log:verify-export', read: recordToExplain },
  { permission: 'insurance-claim:create', read: claimsToReport },
  { permission: 'insurance-claim:manage', read: claimsToSettle },
  { permission: 'insurance-claim:manage', read: withdrawalsToTell },
  { permission: 'redemption:manage', read: redemptionsToSettle },
  { permission: 'redemption:manage', read: endedLeasesToSettle },
  { permission: 'agreement:update-payment', read: taxationToReview },
  { permission: 'lessor-file:write', read: lessorDifferences },
  { permission: 'company:exit', read: exitsToSettle },
  { permission: 'company:update', read: lastDeductionsToConfirm },
  { permission: 'return:approve', read: returnsToApprove },
  { permission: 'return:request', read: bikesToBring },
  { permission: 'return:approve', read: keptBikesToBring },
  { permission: 'return:inspect', read: returnsToSettle },
  { permission: 'brokerage:review', read: offersToReview },
  { permission: 'brokerage:update', read: offersToAnswer },
  { permission: 'brokerage:update', read: transfersToSign },
  { permission: 'brokerage:accept-transfer', read: transfersToApprove },
  { permission: 'brokerage:accept-transfer', read: transfersToSignAsEmployer },
  { permission: 'order-cancellation:create', read: cancellationsToDecide },
  { permission: 'order-cancellation:update', read: cancellationsToSettle },
  { permission: 'order:start', read: bikesToReturn },
  { permission: 'contact-form:check', read: contactForms },
  { permission: 'outbox:retry', read: deadMessages },
]

/** What waits for a caller who holds some permissions; all kinds are read by one statement. */
export async function listTasks(
  db: Db,
  asking: Asking,
  may: (permission: PermissionName) => boolean,
): Promise<{ rows: TaskRow[]; truncated: boolean }> {
  const open = sources.filter(({ permission }) => may(permission))
  if (open.length === 0) return { rows: [], truncated: false }
  const kinds = open.map(({ read }, kind) => sql`select ${sql.lit(kind)} as kind, t.* from (${read(asking)}) t`)
  const result = await sql<TaskRow & { kind: number }>`${sql.join(kinds, sql` union all `)}`.execute(db)
  const found = [...Map.groupBy(result.rows, ({ kind }) => kind).values()]
  return {
    rows: found.flatMap((own) => own.slice(0, KIND_MAX).map(({ kind: _, ...row }) => row)),
    truncated: found.some((own) => own.length > KIND_MAX),
  }
}
