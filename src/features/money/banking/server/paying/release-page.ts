import { sql } from 'kysely'
import { accountProposal } from '#features/money/invoices/server/account.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { AccountSource, PayeeAccountSource } from '../../rules.ts'
import { judgedFile } from './payment-files.ts'
import { paymentOrderViews } from './queue.ts'

interface GroundRow {
  id: string
  account_from: AccountSource
  registered: boolean
  register_named_by: string | null
  register_confirmed_by: string | null
  register_since: Date | null
  received_by: string | null
  account_named_by: string | null
  account_confirmed_by: string | null
  account_confirmed_at: Date | null
  made_by: string
  confirmed_by: string | null
  confirmed_at: Date | null
  company_approved_by: string | null
  order_id: string | null
  order_number: string | null
  order_status: OrderStatus | null
  matched_by: string | null
  matched_at: Date | null
  difference_cents: Cents | null
  difference_reason: string | null
  early_payment_reason: string | null
  approved_by: string | null
  approved_at: Date | null
  booked_day: Day | null
  entry_cents: Cents | null
  payer: string | null
  taken_by: string | null
  taken_confirmed_by: string | null
}

/** A person, as lists name people. */
const nameOf = (id: string) =>
  sql<string | null>`(select concat_ws(' ', u.last_name, u.first_name) from users u where u.id = ${sql.raw(id)})`

/** When a payment `o` of an invoice `i` was last said yes to: by whoever approved the invoice, or ordered the repayment. */
const approvedAt = sql`case when o.kind = 'INVOICE' then coalesce(i.approved_at, o.created_at) else o.created_at end`

async function groundsOf(db: Db, paymentFileId: string): Promise<Map<string, GroundRow>> {
  const { rows } = await sql<GroundRow>`
    select o.id, o.account_from, i.party = 'STORE' or i.leasing_company_id is not null as registered,
           ${nameOf('coalesce(s.iban_named_by, l.iban_named_by)')} as register_named_by,
           ${nameOf('coalesce(s.iban_confirmed_by, l.iban_confirmed_by)')} as register_confirmed_by,
           coalesce(s.iban_since, l.iban_since) as register_since,
           (select concat_ws(' ', u.last_name, u.first_name) from events e join users u on u.id = e.actor_user_id
             where e.subject_type = 'invoice' and e.subject_id = i.id and e.type = 'INVOICE_RECEIVED' order by e.position desc limit 1) as received_by,
           ${nameOf('a.made_by')} as account_named_by, ${nameOf('a.confirmed_by')} as account_confirmed_by, a.confirmed_at as account_confirmed_at,
           ${nameOf('o.made_by')} as made_by, ${nameOf('o.confirmed_by')} as confirmed_by, o.confirmed_at,
           ${nameOf('o.approved_by')} as company_approved_by,
           ord.id as order_id, ord.order_number, ord.status as order_status,
           ${nameOf('i.matched_by')} as matched_by, i.matched_at, i.difference_cents, i.difference_reason, i.early_payment_reason,
           case when o.kind = 'INVOICE' then ${nameOf('i.approved_by')} else ${nameOf('o.made_by')} end as approved_by, ${approvedAt} as approved_at,
           m.booked_day, m.amount_cents as entry_cents, m.counterparty_name as payer, m.taken_by, m.taken_confirmed_by
      from payment_orders o join invoices i on i.id = o.invoice_id left join orders ord on ord.id = i.order_id
      left join bike_stores s on s.id = i.bike_store_id left join leasing_companies l on l.id = i.leasing_company_id
      left join lateral (${accountProposal}) a on o.kind = 'INVOICE'
      left join lateral (
        select e.booked_day, e.amount_cents, e.counterparty_name, ${nameOf('f.created_by')} as taken_by, ${nameOf('f.confirmed_by')} as taken_confirmed_by
          from payments p join bank_entries e on e.id = p.entry_id join bank_files f on f.id = e.bank_file_id
         where o.account_from = 'PAYING_ACCOUNT' and p.invoice_id = i.id and p.direction = 'IN' and p.reverses_payment_id is null
           and replace(e.counterparty_iban, ' ', '') = o.payee_iban and not exists (select 1 from payments r where r.reverses_payment_id = p.id)
         order by p.created_at desc, p.id desc limit 1) m on true
     where o.payment_file_id = ${paymentFileId}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

interface ChangeRow {
  payment_order_id: string
  id: string
  type: string
  occurred_at: Date
  actor_kind: Actor['kind']
  actor: string | null
  to_status: OrderStatus | null
  reason: string | null
}

/** The steps on the way to the bank are no changes: they are what is released. */
const isChange = sql`coalesce(a.data ->> 'step', '') not in ('APPROVE', 'QUEUE', 'RELEASE')`
const ofOrder = sql`(a.type in ('ORDER_STATUS_UPDATED', 'ORDER_PACKAGE_UPDATED', 'SERIAL_NUMBER_UPDATED', 'DELIVERY_DATE_UPDATED')
  or (a.type = 'PROCESS_STEP' and a.data ->> 'process' in ('order-cancellation', 'cancellation-request')))`

/** What has happened to invoices, their orders and the accounts of their payees since they were approved. */
async function changesSince(db: Db, paymentFileId: string): Promise<Map<string, ChangeRow[]>> {
  const { rows } = await sql<ChangeRow>`
    select o.id as payment_order_id, e.id, e.type, e.occurred_at, e.actor_kind, ${nameOf('e.actor_user_id')} as actor,
           case when e.type = 'ORDER_STATUS_UPDATED' then e.data ->> 'to' end as to_status,
           case when e.subject_type = 'invoice' then e.data ->> 'reason' end as reason
      from payment_orders o join invoices i on i.id = o.invoice_id
     cross join lateral (
       select * from events a where a.subject_type = 'invoice' and a.subject_id = i.id and ${isChange}
       union all
       select * from events a where a.order_id = i.order_id and a.subject_type <> 'invoice' and ${ofOrder}
       union all
       select * from events a where a.subject_type = 'register' and a.subject_id = coalesce(i.bike_store_id, i.leasing_company_id)
          and a.data ->> 'change' = 'bank-account-changed') e
     where o.payment_file_id = ${paymentFileId} and e.occurred_at > ${approvedAt}
     order by e.occurred_at, e.id`.execute(db)
  return Map.groupBy(rows, (row) => row.payment_order_id)
}

/** Whose word the account is. */
const sources: Record<AccountSource, (row: GroundRow) => PayeeAccountSource> = {
  INVOICE: ({ registered }) => (registered ? 'REGISTER' : 'INVOICE'),
  REGISTER: () => 'REGISTER',
  PAYING_ACCOUNT: () => 'PAYING_ACCOUNT',
  STAFF: () => 'STAFF',
  PAYER: () => 'LINK',
}

const instant = (at: Date | null) => at?.toISOString() ?? null

const namers: Record<PayeeAccountSource, (row: GroundRow) => string | null> = {
  REGISTER: (row) => row.register_named_by,
  INVOICE: (row) => row.account_named_by ?? row.received_by,
  PAYING_ACCOUNT: () => null,
  STAFF: (row) => row.made_by,
  LINK: () => null,
}

const byOrder = (row: GroundRow) => ({ confirmedBy: row.confirmed_by, confirmedAt: instant(row.confirmed_at) })
const confirmations: Record<PayeeAccountSource, typeof byOrder> = {
  REGISTER: (row) => ({ confirmedBy: row.register_confirmed_by, confirmedAt: instant(row.register_since) }),
  INVOICE: (row) => ({ confirmedBy: row.account_confirmed_by, confirmedAt: instant(row.account_confirmed_at) }),
  PAYING_ACCOUNT: byOrder,
  STAFF: byOrder,
  LINK: byOrder,
}

function accountView(row: GroundRow) {
  const from = sources[row.account_from](row)
  const isOfRegister = from === 'REGISTER'
  return {
    from,
    namedBy: namers[from](row),
    ...confirmations[from](row),
    approvedBy: row.company_approved_by,
    isNewer: isOfRegister && row.register_since !== null && row.register_since > present(row.approved_at),
    movement:
      row.booked_day === null
        ? null
        : {
            bookedDay: row.booked_day,
            amount: eurosFromCents(present(row.entry_cents)),
            payer: row.payer,
            takenBy: row.taken_by,
            confirmedBy: row.taken_confirmed_by,
          },
  }
}

const groundsView = (row: GroundRow) => ({
  account: accountView(row),
  orderId: row.order_id,
  orderNumber: row.order_number,
  orderStatus: row.order_status,
  matchedBy: row.matched_by,
  matchedAt: instant(row.matched_at),
  difference: row.difference_cents === null ? null : eurosFromCents(row.difference_cents),
  differenceReason: row.difference_reason,
  earlyReason: row.early_payment_reason,
  approvedBy: row.approved_by,
  approvedAt: instant(row.approved_at),
})

const changeView = (row: ChangeRow) => ({
  eventId: row.id,
  at: row.occurred_at.toISOString(),
  type: row.type,
  actor: row.actor_kind,
  actorName: row.actor,
  to: row.to_status,
  reason: row.reason,
})

/** A file with all that whoever releases it has to see of each payment. @throws NOT_FOUND */
export async function releasePage(context: SignedInContext, id: string) {
  const { db } = context
  const { view: file, refused } = await judgedFile(context, id)
  const grounds = await groundsOf(db, id)
  const changes = file.state === 'MADE' ? await changesSince(db, id) : new Map<string, ChangeRow[]>()
  const payments = (await paymentOrderViews(db, [...grounds.keys()])).map((view) => ({
    ...view,
    problem: refused.get(view.paymentOrderId)?.problem ?? null,
    otherNumber: refused.get(view.paymentOrderId)?.otherNumber ?? null,
    ...groundsView(present(grounds.get(view.paymentOrderId))),
    changes: (changes.get(view.paymentOrderId) ?? []).map(changeView),
  }))
  return { ...file, payments }
}
