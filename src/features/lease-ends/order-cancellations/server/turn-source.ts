import { sql } from 'kysely'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type TurnSource, turnsOfSubject } from '#platform/server/turns/source.ts'
import { type CancellationWords, cancellationProcess } from '../rules/process.ts'
import { turnFactsOf } from './facts.ts'
import { findCase } from './record.ts'

const ofOrder = (order: string) =>
  `select oc.id from order_cancellations oc where oc.order_id = ${order} and oc.status = 'PENDING'`

export const cancellationTurnSource: TurnSource = {
  process: cancellationProcess.name,
  reads: [
    { table: 'order_cancellations', subject: 'id' },
    { table: 'order_cancellation_lines', subject: 'order_cancellation_id' },
    { table: 'orders', columns: ['delivery_day', 'bike_store_id', 'agreement_id'], subject: ofOrder('$row.id') },
    // What the lines stand for follows the ledger.
    {
      table: 'invoices',
      columns: ['stage', 'total_cents', 'credited_cents', 'paid_cents'],
      subject: ofOrder('$row.order_id'),
    },
    {
      table: 'payments',
      subject: `select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = $row.invoice_id`,
    },
    {
      table: 'payment_orders',
      columns: ['state', 'amount_cents'],
      subject: `select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = $row.invoice_id`,
    },
    {
      table: 'leasing_agreements',
      columns: ['lease_state', 'leasing_company_id'],
      subject: `select oc.id from orders o join order_cancellations oc on oc.order_id = o.id and oc.status = 'PENDING' where o.agreement_id = $row.id`,
    },
  ],
  subjects: sql`select oc.id from order_cancellations oc where oc.status = 'PENDING'`,
  // A case is read as a whole, its lines as the ledger has them; few are open at a time.
  async turnsOf(db, ids) {
    const turns = []
    for (const id of ids) {
      const record = await findCase(db, scopeOfAll, id)
      if (record === null) continue
      const { row, about } = record
      turns.push(
        ...turnsOfSubject<CancellationWords>(cancellationProcess, {
          subjectId: id,
          state: row.status,
          facts: turnFactsOf(record),
          since: () => row.opened_at,
          party: ({ awaited }) => ({
            companyId: row.company_id,
            userId: awaited === 'EMPLOYEE' ? about.owner_id : null,
          }),
          concerned: ({ awaited }) => (awaited === 'EMPLOYEE' ? [] : [about.owner_id]),
        }),
      )
    }
    return turns
  },
  about: (ids) => sql`
    select oc.id, oc.id as opens, u.first_name || ' ' || u.last_name as about, c.name as "companyName", o.id as "orderId", o.order_number as "orderNumber"
      from order_cancellations oc join orders o on o.id = oc.order_id join beneficiary_employees e on e.id = o.beneficiary_employee_id
      join users u on u.id = e.user_id join companies c on c.id = o.company_id where oc.id = any(${ids})`,
}
