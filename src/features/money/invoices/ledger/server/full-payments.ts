import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { insertRows } from '#platform/server/database/insert-rows.ts'
import { meanwhile } from '#platform/server/database/meanwhile.ts'
import { type Actor, logEvents, type NewEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { postingsOfPayment } from '../../rules/posting.ts'
import type { PaymentMethod } from '../../rules.ts'
import { followPaid } from './follow-paid.ts'
import { insertVouchers } from './post.ts'
import { followSupplies } from './supplies.ts'
import { toldOf } from './told-payments.ts'

/** Money that names a sales invoice by its reference number. */
export interface ReferencePayment {
  /** The national form without leading zeros, as invoices carry it. */
  readonly referenceNumber: string
  readonly amountCents: Cents
  readonly paidDay: Day
  readonly method: PaymentMethod
  readonly source: string
  readonly entryId: string
}

/** What is needed of an invoice that is settled. */
interface Settled {
  id: string
  company_id: string
  order_id: string | null
  reference_number: string
  payer_kind: string
  payer_id: string | null
  status: string
  next_supply_day: Day | null
}

/** A payment and the invoice that it settles whole. */
export interface FullPayment {
  readonly id: string
  readonly invoice: Settled
  readonly payment: ReferencePayment
}

/**
 * Settles invoices with the payments that `lockPaidInFull` has paired with them in the same transaction, many at a time
 * and with a fixed number of statements; what has waited for them follows.
 */
export async function recordFullPayments(
  db: Db,
  services: Services,
  { payments, actor }: { payments: readonly FullPayment[]; actor: Actor },
): Promise<void> {
  if (payments.length === 0) return
  const { env } = services
  const now = env.now()
  const rows = payments.map(({ id, invoice, payment }) => ({
    id,
    company_id: invoice.company_id,
    invoice_id: invoice.id,
    payer_kind: invoice.payer_kind,
    payer_id: invoice.payer_id,
    direction: 'IN',
    amount_cents: payment.amountCents,
    paid_day: payment.paidDay,
    method: payment.method,
    entry_id: payment.entryId,
    source: payment.source,
    created_by: actor.userId,
    created_at: now,
  }))
  const paying = insertRows('payments', rows).execute(db)
  const posting = (await meanwhile(paying, () => insertVouchers(env, payments.map(voucherOf)))).execute(db)
  const settling = (await meanwhile(posting, () => settleStatement(env, payments))).execute(db)
  const events = await meanwhile(settling, () => payments.map(eventOf))
  await logEvents(db, env, actor, 'PAYMENT_RECORDED', events)
  for (const { id, invoice, payment } of payments)
    if (invoice.next_supply_day)
      await followSupplies(db, env, { invoiceId: invoice.id, because: id, day: payment.paidDay })
  await followPaid(
    db,
    services,
    payments.map(({ invoice }) => invoice.id),
  )
}

/**
 * The sales invoices whose whole open sum arrives with their reference, locked in the order of their ids. What does not
 * fit exactly is left for a person: another sum, an unknown reference or one that two invoices carry.
 * @param payments one for each reference
 */
export async function lockPaidInFull(
  db: Db,
  { env }: Pick<Services, 'env'>,
  payments: readonly ReferencePayment[],
): Promise<FullPayment[]> {
  if (payments.length === 0) return []
  const wanted = payments.map(({ referenceNumber, amountCents }) => ({
    reference: referenceNumber,
    cents: amountCents,
  }))
  const result = await sql<Settled>`
    select i.id, i.company_id, i.order_id, i.reference_number, i.party as payer_kind, i.status, i.next_supply_day,
           case i.party when 'LESSOR' then i.leasing_company_id when 'PERSON' then i.beneficiary_employee_id
                        when 'STORE' then i.bike_store_id when 'EMPLOYER' then i.company_id end as payer_id
      from invoices i join json_to_recordset(${JSON.stringify(wanted)}::json) w (reference text, cents bigint)
        on w.reference = i.reference_number and w.cents = i.open_cents
     where i.direction = 'SALES' and i.stage = 'SENT' and i.credited_invoice_id is null
     order by i.id for update of i`.execute(db)
  const byReference = new Map(payments.map((one) => [one.referenceNumber, one]))
  return [...Map.groupBy(result.rows, (row) => row.reference_number)].flatMap(([reference, [invoice, another]]) =>
    invoice && !another ? [{ id: env.id(), invoice, payment: present(byReference.get(reference)) }] : [],
  )
}

const voucherOf = ({ id, invoice, payment }: FullPayment) => ({
  voucher: `payment:${id}`,
  companyId: invoice.company_id,
  day: payment.paidDay,
  invoiceId: invoice.id,
  paymentId: id,
  postings: postingsOfPayment({ ...payment, direction: 'IN', invoiceDirection: 'SALES' }),
})

function settleStatement(env: Services['env'], pairs: readonly FullPayment[]) {
  const paid = pairs.map(({ invoice, payment }) => ({ id: invoice.id, day: payment.paidDay }))
  return sql`
    update invoices i set status = 'PAID', paid_cents = i.total_cents - i.credited_cents, paid_day = p.day,
           version = i.version + 1, updated_at = ${env.now()}
      from json_to_recordset(${JSON.stringify(paid)}::json) p (id uuid, day date) where p.id = i.id`
}

const eventOf = ({ id, invoice, payment }: FullPayment): NewEvent => ({
  subject: { type: 'invoice', id: invoice.id },
  companyId: invoice.company_id,
  orderId: invoice.order_id,
  shared: false,
  data: {
    ...toldOf({ id, payerKind: invoice.payer_kind, payerId: invoice.payer_id, direction: 'IN', ...payment }),
    from: invoice.status,
    to: 'PAID',
  },
})
