import { sql } from 'kysely'
import { keptStatement } from '#platform/server/database/statements.ts'
import { type TurnParty, type TurnSource, turnsOfSubject } from '#platform/server/turns/source.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { orderProcess } from '../rules/transitions.ts'
import type { OrderTurn, OrderWords } from '../rules/words.ts'
import { type TurnRecord, turnFactsOf } from './moves/facts.ts'
import { cancellationAskedAt, excessPaid, openMoneyOf, storeInvoiceCame } from './moves/record.ts'
import { sinceOf } from './moves/turn-times.ts'
import { isOpenOrder, leasesTakenOver } from './open-orders.ts'
import { hasOtherSigner } from './signers.ts'

type Row = TurnRecord['order'] & TurnRecord['related']

/** The facts of turns alone; what only some statuses ask is read for them alone. */
const turnRows = keptStatement<{ ids: readonly string[] }, Row>(
  ({ ids }) => sql`
    select o.id, o.status, o.kind, o.is_online_order, o.bike_store_id, o.pickup_ready_at, o.delivery_day, o.delivery_known_at, o.snapshot,
           o.status_changed_at, o.company_id, e.user_id as owner_id, e.last_working_day, e.job_trial_period_end,
           coalesce(p.order_count, 1) as policy_order_count, coalesce(p.requires_trial_over, false) as policy_requires_trial_over,
           coalesce(p.allows_leave_before_end, false) as policy_allows_leave,
           case when o.status = 'NOT_STARTED' then (select count(*)::int from orders oo left join leasing_agreements la on la.id = oo.agreement_id
             where oo.beneficiary_employee_id = e.id and oo.id <> o.id and ${isOpenOrder({ order: 'oo', agreement: 'la' })}) + ${leasesTakenOver('e.id')}
             else 0 end as open_orders,
           a.start_day as agreement_start_day, l.kind as lessor_kind,
           l.authority_reference as lessor_authority_reference, l.authority_day as lessor_authority_day,
           (select g.signed_at from signatures g where g.leasing_agreement_id = o.agreement_id and g.party = 'EMPLOYEE') as employee_signed_at,
           (select g.signed_at from signatures g where g.leasing_agreement_id = o.agreement_id and g.party = 'EMPLOYER') as employer_signed_at,
           o.status <> 'ALL_INFO_PROVIDED' or ${hasOtherSigner} as has_signer,
           o.status = 'WAITING_FOR_INVOICE_MATCH' and ${storeInvoiceCame(sql.ref('o.id'))} as has_store_invoice,
           o.status = 'CONFIRMED' and ${excessPaid(sql.ref('o.id'))} as excess_paid,
           o.status = 'CANCELLED' and ${openMoneyOf(sql.ref('o.id'))} as has_open_money,
           ${cancellationAskedAt(sql.ref('o.id'))} as cancellation_asked_at
      from unnest((select ${ids}::uuid[])) wanted (id) join orders o on o.id = wanted.id
      join beneficiary_employees e on e.id = o.beneficiary_employee_id join companies c on c.id = o.company_id
      left join lateral (select order_count, requires_trial_over, allows_leave_before_end from bike_policies bp
        where bp.company_id = o.company_id order by bp.number desc limit 1) p on o.status in ('NOT_STARTED', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'CONFIRMED')
      left join leasing_agreements a on a.id = o.agreement_id
      left join leasing_companies l on l.id = coalesce(a.leasing_company_id, c.leasing_company_id)`,
)

/** The order turns that nobody takes in a matter of their own. */
const others: readonly OrderTurn['action'][] = ['sign', 'changeEmployment']

const partyOf = ({ awaited }: OrderTurn, row: Row): TurnParty => ({
  companyId: row.company_id,
  userId: awaited === 'EMPLOYEE' ? row.owner_id : null,
})

/** Statuses that ask something of the order's person, their policy or its signers. */
const asking = `('NOT_STARTED', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'CONFIRMED')`
const ofPerson = `select o.id from orders o where o.beneficiary_employee_id = $row.beneficiary_employee_id and o.status = 'NOT_STARTED'`

export const orderTurnSource: TurnSource = {
  process: orderProcess.name,
  reads: [
    {
      table: 'orders',
      columns: [
        'status',
        'status_changed_at',
        'agreement_id',
        'bike_store_id',
        'is_online_order',
        'pickup_ready_at',
        'delivery_day',
        'delivery_known_at',
        'snapshot',
      ],
      subject: 'id',
    },
    { table: 'orders', columns: ['status'], subject: `${ofPerson} and o.id <> $row.id` },
    {
      table: 'beneficiary_employees',
      columns: ['last_working_day', 'job_trial_period_end', 'user_id'],
      subject: `select o.id from orders o where o.beneficiary_employee_id = $row.id`,
    },
    {
      table: 'bike_policies',
      subject: `select o.id from orders o where o.company_id = $row.company_id and o.status in ${asking}`,
    },
    {
      table: 'companies',
      columns: ['signer_user_ids', 'group_company_id', 'leasing_company_id'],
      subject: `select o.id from orders o where o.company_id = $row.id and o.status in ('PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'READY_FOR_BILLING')`,
    },
    {
      table: 'user_roles',
      subject: `select o.id from companies c join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED'
        where c.id = $row.company_id or c.group_company_id = $row.group_company_id`,
    },
    {
      table: 'users',
      columns: ['deactivated_at', 'invited'],
      subject: `select o.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
        join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED' where ur.user_id = $row.id`,
    },
    { table: 'signatures', subject: `select o.id from orders o where o.agreement_id = $row.leasing_agreement_id` },
    {
      table: 'leasing_agreements',
      columns: ['start_day', 'leasing_company_id'],
      subject: `select o.id from orders o where o.agreement_id = $row.id`,
    },
    {
      table: 'leasing_agreements',
      columns: ['lease_state', 'void_at', 'previous_agreement_id', 'order_id', 'beneficiary_employee_id'],
      subject: ofPerson,
    },
    {
      table: 'leasing_companies',
      columns: ['authority_reference', 'authority_day'],
      subject: `select o.id from companies c join orders o on o.company_id = c.id and o.status = 'PACKAGE_PROVIDED' where c.leasing_company_id = $row.id`,
    },
    {
      table: 'leasing_companies',
      columns: ['kind'],
      subject: `select o.id from leasing_agreements a join orders o on o.agreement_id = a.id and o.status = 'READY_FOR_BILLING' where a.leasing_company_id = $row.id`,
    },
    {
      table: 'invoices',
      columns: ['order_id', 'status', 'credited_cents', 'total_cents', 'purpose', 'credited_invoice_id'],
      subject: 'order_id',
    },
    { table: 'order_cancellations', columns: ['order_id', 'status'], subject: 'order_id' },
    { table: 'order_cancellation_requests', columns: ['order_id', 'state'], subject: 'order_id' },
  ],
  subjects: sql`
    select o.id from orders o where o.status not in ('ACTIVE_LEASING', 'WIX', 'REFUNDED', 'CANCELLED')
    union select q.order_id from order_cancellation_requests q where q.state = 'OPEN'
    union select o.id from orders o where o.status = 'CANCELLED' and ${openMoneyOf(sql.ref('o.id'))}`,
  async turnsOf(db, ids, now) {
    const today = helsinkiDay(now)
    const rows = await turnRows(db, { ids })
    return rows.flatMap((row) => {
      const record: TurnRecord = { order: row, related: row }
      return turnsOfSubject<OrderWords>(orderProcess, {
        subjectId: row.id,
        state: row.status,
        facts: turnFactsOf(record, today),
        since: (turn) => sinceOf(record, turn),
        party: (turn) => partyOf(turn, row),
        concerned: ({ awaited, action }) => (awaited === 'EMPLOYER' && others.includes(action) ? [row.owner_id] : []),
      })
    })
  },
  about: (ids) => sql`
    select o.id, o.id as opens, u.first_name || ' ' || u.last_name as about, c.name as "companyName", o.id as "orderId", o.order_number as "orderNumber"
      from orders o join beneficiary_employees e on e.id = o.beneficiary_employee_id join users u on u.id = e.user_id
      join companies c on c.id = o.company_id where o.id = any(${ids})`,
  // The employment that has to change is the person's row; a request and a cancellation have rows of their own.
  opens: (ids) => sql`
    select o.id, 'changeEmployment' as action, o.beneficiary_employee_id as opens from orders o where o.id = any(${ids})
    union all select q.order_id, 'answerRequest', q.id from order_cancellation_requests q where q.order_id = any(${ids}) and q.state = 'OPEN'
    union all select oc.order_id, 'settle', oc.id from order_cancellations oc where oc.order_id = any(${ids}) and oc.status = 'PENDING'`,
}
