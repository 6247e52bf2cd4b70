import { sql } from 'kysely'
import { numberAndParty } from '#features/money/invoices/server/number-and-party.ts'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'
import { addDays } from '#platform/values/days.ts'
import { ACCOUNT_LINK_DAYS } from '../rules.ts'
import { awaitsCompany } from './matching/overpaid.ts'

/** Days that the staff give themselves for a movement that nothing has matched. */
const MATCH_DAYS = 2

/** Repayments whose account waits for a second person or the company's admin, and those whose payer has let the link lapse. */
export const repaymentTurnSource = plainSource({
  process: 'repayment',
  reads: [{ table: 'payment_orders', subject: 'id' }],
  subjects: sql`select o.id from payment_orders o where o.state in ('ASKED', 'TO_CONFIRM')`,
  open: (ids, today) => sql`
    select ${openColumns({
      subject: sql`o.id`,
      action: 'settle',
      awaited: 'STAFF',
      company: sql`o.company_id`,
      since: sql`o.updated_at`,
    })} from payment_orders o where o.id = any(${ids}) and ((o.state = 'TO_CONFIRM' and not ${awaitsCompany})
      or (o.state in ('ASKED', 'TO_CONFIRM') and o.created_at < ${addDays(today, -ACCOUNT_LINK_DAYS)}))
    union all
    select ${openColumns({
      subject: sql`o.id`,
      action: 'approveAccount',
      awaited: 'EMPLOYER',
      company: sql`o.company_id`,
      since: sql`o.updated_at`,
    })} from payment_orders o where o.id = any(${ids}) and ${awaitsCompany} and o.state = 'TO_CONFIRM'`,
  about: (ids) => sql`
    select o.id, o.id as opens, ${numberAndParty} as about, c.name as "companyName",
           i.order_id as "orderId", r.order_number as "orderNumber"
      from payment_orders o join invoices i on i.id = o.invoice_id join companies c on c.id = o.company_id left join orders r on r.id = i.order_id
     where o.id = any(${ids})`,
  opens: (ids) =>
    sql`select o.id, 'approveAccount' as action, o.invoice_id as opens from payment_orders o where o.id = any(${ids})`,
})

/** Files that wait for another person's release, and those given up whose payments nobody has put into another one. */
export const paymentFileTurnSource = plainSource({
  process: 'payment-file',
  reads: [
    { table: 'payment_files', subject: 'id' },
    { table: 'payment_orders', columns: ['state', 'returned_from', 'payment_file_id'], subject: 'returned_from' },
  ],
  subjects: sql`select f.id from payment_files f where f.state = 'MADE'
    union select p.returned_from from payment_orders p where p.state = 'QUEUED' and p.payment_file_id is null and p.returned_from is not null`,
  open: (ids) => sql`
    select ${openColumns({
      subject: sql`f.id`,
      action: 'release',
      awaited: 'STAFF',
      concerned: sql`f.made_by`,
      since: sql`f.created_at`,
      due: sql`f.execution_day`,
    })} from payment_files f where f.id = any(${ids}) and f.state = 'MADE'
    union all
    select ${openColumns({ subject: sql`f.id`, action: 'remake', awaited: 'STAFF', since: sql`f.updated_at` })}
      from payment_files f where f.id = any(${ids}) and exists (select 1 from payment_orders p where p.returned_from = f.id and p.state = 'QUEUED'
        and p.payment_file_id is null)`,
  about: (ids) => sql`
    select f.id, f.id as opens, concat_ws(' · ', right(f.message_id, 8), m.first_name || ' ' || m.last_name) as about, null::text as "companyName",
           null::uuid as "orderId", null::text as "orderNumber"
      from payment_files f join users m on m.id = f.made_by where f.id = any(${ids})`,
})

/** Movements of our accounts that nothing has matched. */
export const entryTurnSource = plainSource({
  process: 'bank-entry',
  reads: [{ table: 'bank_entries', columns: ['state'], subject: 'id' }],
  subjects: sql`select e.id from bank_entries e where e.state = 'OPEN'`,
  open: (ids) => sql`
    select ${openColumns({
      subject: sql`e.id`,
      action: 'match',
      awaited: 'STAFF',
      since: sql`e.created_at`,
      due: sql`(e.created_at at time zone 'Europe/Helsinki')::date + ${sql.lit(MATCH_DAYS)}`,
    })} from bank_entries e where e.id = any(${ids}) and e.state = 'OPEN'`,
  about: (ids) => sql`
    select e.id, e.id as opens, concat_ws(' · ', e.reference, to_char(e.amount_cents / 100.0, 'FM999G999G990D00')) as about, null::text as "companyName",
           null::uuid as "orderId", null::text as "orderNumber"
      from bank_entries e where e.id = any(${ids})`,
})

/** What bank files brought and nobody has decided about, files that were refused among them. */
export const doubtTurnSource = plainSource({
  process: 'bank-doubt',
  reads: [{ table: 'bank_doubts', columns: ['state'], subject: 'id' }],
  subjects: sql`select d.id from bank_doubts d where d.state = 'OPEN'`,
  open: (ids) => sql`
    select ${openColumns({ subject: sql`d.id`, action: 'settle', awaited: 'STAFF', since: sql`d.created_at` })}
      from bank_doubts d where d.id = any(${ids}) and d.state = 'OPEN'`,
  about: (ids) => sql`
    select d.id, d.id as opens, d.file_name as about, null::text as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from bank_doubts d where d.id = any(${ids})`,
})

/** Statements whose balances do not fit and that nobody has explained. */
export const statementTurnSource = plainSource({
  process: 'bank-statement',
  reads: [{ table: 'bank_statements', subject: 'id' }],
  subjects: sql`select s.id from bank_statements s where not (s.problems <@ s.explained)`,
  open: (ids) => sql`
    select ${openColumns({ subject: sql`s.id`, action: 'explain', awaited: 'STAFF', since: sql`s.updated_at` })}
      from bank_statements s where s.id = any(${ids}) and not (s.problems <@ s.explained)`,
  about: (ids) => sql`
    select s.id, s.id as opens, f.name as about, null::text as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from bank_statements s join bank_files f on f.id = s.bank_file_id where s.id = any(${ids})`,
})
