import { sql } from 'kysely'
import { isExpectedBack, isToRepay } from '#features/money/banking/server/matching/overpaid.ts'
import { numberAndParty } from '#features/money/invoices/server/number-and-party.ts'
import { type OpenColumns, openColumns, plainSource, startOfDay } from '#platform/server/turns/plain-source.ts'
import type { TurnRead } from '#platform/server/turns/source.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import { reachesSomebody } from './reminder-recipients.ts'

/** Days after the due day on which reminders have done what they can. */
const COLLECT_AFTER_DAYS = 30

/** Overdue bills of employers of which somebody may have to be found who reads a reminder. */
const overdue = `i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null`

const reads: readonly TurnRead[] = [
  {
    table: 'invoices',
    columns: [
      'stage',
      'status',
      'open_cents',
      'due_day',
      'disputed_at',
      'second_reminder_at',
      'sent_at',
      'beneficiary_employee_id',
    ],
    subject: 'id',
  },
  // A credit note makes what it credits too much paid.
  { table: 'invoices', columns: ['credited_invoice_id'], subject: 'credited_invoice_id' },
  { table: 'payments', subject: 'invoice_id' },
  { table: 'payment_orders', columns: ['state', 'kind', 'amount_cents', 'payment_file_id'], subject: 'invoice_id' },
  {
    table: 'payment_files',
    columns: ['released_at'],
    subject: 'select p.invoice_id from payment_orders p where p.payment_file_id = $row.id',
  },
  { table: 'paytrail_refunds', columns: ['state'], subject: 'invoice_id' },
  {
    table: 'companies',
    columns: ['contact_email'],
    subject: `select i.id from invoices i where i.company_id = $row.id and ${overdue}`,
  },
  {
    table: 'user_roles',
    subject: `select i.id from companies c join invoices i on i.company_id = c.id
      where (c.id = $row.company_id or c.group_company_id = $row.group_company_id) and ${overdue}`,
  },
  {
    table: 'users',
    columns: ['deactivated_at', 'invited'],
    subject: `select i.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      join invoices i on i.company_id = c.id where ur.user_id = $row.id and ${overdue}`,
  },
]

const ofStaff = (action: string, one: Pick<OpenColumns, 'since' | 'due'>) =>
  openColumns({ subject: sql`i.id`, action, awaited: 'STAFF', company: sql`i.company_id`, ...one })

/** Stores' invoices that are due; a store's credit note is nothing to pay. */
const toPay = (today: Day) => sql`
  select ${ofStaff('pay', { since: sql`i.created_at`, due: sql`i.due_day` })} from chosen i
   where i.direction = 'PURCHASE' and i.status in ('VERIFIED', 'APPROVED', 'PARTLY_PAID', 'PAYMENT_DENIED', 'PAYMENT_TRANSACTION_REMOVED')
     and i.open_cents > 0 and i.due_day <= ${today}`

/**
 * Stores' invoices for the service of a lease, which the stores enter themselves: somebody checks them, and again where the
 * person says that they have not had the service.
 */
const toCheck = sql`
  select ${ofStaff('check', { since: sql`i.created_at`, due: sql`i.due_day` })} from chosen i
   where i.direction = 'PURCHASE' and i.party = 'STORE' and i.order_id is null and i.agreement_id is not null
     and i.open_cents > 0 and (i.stage = 'RECEIVED' and i.matched_at is null
       or i.disputed_at is not null and i.stage not in ('INVALIDATED', 'DELETED'))`

/** What a person has been billed and has not paid. */
const bill = openColumns({
  subject: sql`i.id`,
  action: 'payBill',
  awaited: 'EMPLOYEE',
  company: sql`i.company_id`,
  person: sql`e.user_id`,
  since: sql`i.sent_at`,
  due: sql`i.due_day`,
})

/** Overdue invoices of employers of which nobody can be reminded, and bills that stayed open after both reminders. */
const toRemind = (today: Day) => sql`
  select ${ofStaff('remind', { since: startOfDay(sql`i.due_day + 1`), due: sql`i.due_day` })} from chosen i
   where i.stage = 'SENT' and i.open_cents > 0 and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.disputed_at is null
     and i.second_reminder_at is null and i.due_day < ${today} and not ${reachesSomebody}
  union all
  select ${ofStaff('collect', { since: sql`i.second_reminder_at`, due: sql`i.due_day` })} from chosen i
   where i.stage = 'SENT' and i.open_cents > 0 and i.direction = 'SALES' and i.second_reminder_at is not null and i.disputed_at is null
     and i.due_day <= ${addDays(today, -COLLECT_AFTER_DAYS)}`

/** Too much paid, of which nothing is on its way back, since the payment or the credit that made it too much. */
const toRepay = sql`
  select ${ofStaff('repay', {
    since: sql`greatest(i.sent_at, (select max(p.created_at) from payments p where p.invoice_id = i.id and p.direction = 'IN'),
      (select max(n.created_at) from invoices n where n.credited_invoice_id = i.id))`,
  })} from chosen i where ${isToRepay}
  union all
  select ${ofStaff('awaitRefund', {
    since: sql`greatest(i.created_at,
      (select max(f.released_at) from payment_orders p join payment_files f on f.id = p.payment_file_id where p.invoice_id = i.id),
      (select max(p.created_at) from payments p where p.invoice_id = i.id and p.direction = 'OUT'),
      (select max(n.created_at) from invoices n where n.credited_invoice_id = i.id))`,
  })} from chosen i where ${isExpectedBack}`

/** What is open of invoices, or too much paid: to pay, to remind of, to collect, to repay, to await back. */
export const invoiceTurnSource = plainSource({
  process: 'invoice',
  reads,
  subjects: sql`
    select i.id from invoices i where i.stage = 'SENT' and i.open_cents <> 0
    union select i.id from invoices i where i.direction = 'PURCHASE' and i.open_cents <> 0
    union select p.invoice_id from payment_orders p where p.state = 'SENT'`,
  open: (ids, today) => sql`
    with chosen as (select * from invoices where id = any(${ids}))
    ${toPay(today)}
    union all
    select ${bill} from chosen i join beneficiary_employees e on e.id = i.beneficiary_employee_id
     where i.party = 'PERSON' and i.stage = 'SENT' and i.open_cents > 0 and i.disputed_at is null
    union all ${toCheck}
    union all ${toRemind(today)}
    union all ${toRepay}`,
  about: (ids) => sql`
    select i.id, i.id as opens, ${numberAndParty} as about, c.name as "companyName", i.order_id as "orderId", o.order_number as "orderNumber"
      from invoices i join companies c on c.id = i.company_id left join orders o on o.id = i.order_id where i.id = any(${ids})`,
})

/** Online refunds of which somebody has to find out what the payment service did. */
export const refundTurnSource = plainSource({
  process: 'refund',
  reads: [{ table: 'paytrail_refunds', subject: 'id' }],
  subjects: sql`select r.id from paytrail_refunds r where r.state in ('UNKNOWN', 'CONTESTED')`,
  open: (ids) => sql`
    select ${openColumns({
      subject: sql`r.id`,
      action: 'decide',
      awaited: 'STAFF',
      company: sql`r.company_id`,
      since: sql`r.updated_at`,
    })} from paytrail_refunds r where r.id = any(${ids}) and r.state in ('UNKNOWN', 'CONTESTED')`,
  about: (ids) => sql`
    select r.id, i.id as opens, ${numberAndParty} as about, c.name as "companyName", i.order_id as "orderId", o.order_number as "orderNumber"
      from paytrail_refunds r join invoices i on i.id = r.invoice_id join companies c on c.id = r.company_id
      left join orders o on o.id = i.order_id where r.id = any(${ids})`,
})
