import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'

/** Days in which the staff enter an invoice that has come. */
const ENTER_DAYS = 3

/** E-invoices that have come and stand for no order yet. */
export const receivedEInvoiceTurnSource = plainSource({
  process: 'received-e-invoice',
  reads: [{ table: 'received_e_invoices', columns: ['state'], subject: 'id' }],
  subjects: sql`select r.id from received_e_invoices r where r.state = 'WAITING'`,
  open: (ids) => sql`
    select ${openColumns({
      subject: sql`r.id`,
      action: 'enter',
      awaited: 'STAFF',
      since: sql`r.created_at`,
      due: sql`(r.created_at at time zone 'Europe/Helsinki')::date + ${sql.lit(ENTER_DAYS)}`,
    })} from received_e_invoices r where r.id = any(${ids}) and r.state = 'WAITING'`,
  about: (ids) => sql`
    select r.id, r.id as opens, concat_ws(' · ', r.number, r.seller_name) as about, null::text as "companyName", r.proposed_order_id as "orderId", o.order_number as "orderNumber"
      from received_e_invoices r left join orders o on o.id = r.proposed_order_id where r.id = any(${ids})`,
})

/** E-invoices of ours that the buyer's side has refused. */
export const refusedEInvoiceTurnSource = plainSource({
  process: 'refused-e-invoice',
  reads: [{ table: 'e_invoice_messages', columns: ['state'], subject: `select $row.id where $row.state = 'REJECTED'` }],
  subjects: sql`select m.id from e_invoice_messages m where m.state = 'REJECTED'`,
  open: (ids) => sql`
    select ${openColumns({
      subject: sql`m.id`,
      action: 'mend',
      awaited: 'STAFF',
      company: sql`m.company_id`,
      since: sql`m.updated_at`,
    })} from e_invoice_messages m where m.id = any(${ids}) and m.state = 'REJECTED'`,
  about: (ids) => sql`
    select m.id, i.id as opens, concat_ws(' · ', i.number, c.name) as about, c.name as "companyName", i.order_id as "orderId", o.order_number as "orderNumber"
      from e_invoice_messages m join invoices i on i.id = m.invoice_id join companies c on c.id = m.company_id left join orders o on o.id = i.order_id
     where m.id = any(${ids})`,
})
