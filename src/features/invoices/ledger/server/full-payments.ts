import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvents } from '#platform/server/database/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { postingsOfPayment } from '../../rules/posting.ts'
import type { PaymentMethod } from '../../rules.ts'
import { postVouchers } from './post.ts'

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

interface Settled {
  id: string
  company_id: string
  order_id: string | null
  reference_number: string
  payer_kind: string
  payer_id: string | null
  status: string
}

/**
 * Settles the sales invoices whose whole open sum arrives with their reference, many at a time and with a fixed number of
 * statements. What does not fit exactly is left for a person: another sum, an unknown or repeated reference, a source
 * that was recorded before.
 * @returns the ids of the entries that settled an invoice
 */
export async function recordFullPayments(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { payments, actor }: { payments: readonly ReferencePayment[]; actor: Actor },
): Promise<string[]> {
  const invoices = await lockExactlyOpen(db, payments)
  const byReference = new Map(payments.map((one) => [one.referenceNumber, one]))
  const pairs = invoices.map((invoice) => ({
    id: env.id(),
    invoice,
    payment: byReference.get(invoice.reference_number)!,
  }))
  if (pairs.length === 0) return []
  const added = await db
    .insertInto('payments')
    .values(
      pairs.map(({ id, invoice, payment }) => ({
        id,
        company_id: invoice.company_id,
        invoice_id: invoice.id,
        payer_kind: invoice.payer_kind as 'PERSON',
        payer_id: invoice.payer_id,
        direction: 'IN' as const,
        amount_cents: payment.amountCents,
        paid_day: payment.paidDay,
        method: payment.method,
        entry_id: payment.entryId,
        source: payment.source,
        created_by: actor.userId,
        created_at: env.now(),
      })),
    )
    .onConflict((conflict) => conflict.column('source').doNothing())
    .returning('id')
    .execute()
  const fresh = new Set(added.map(({ id }) => id))
  const recorded = pairs.filter(({ id }) => fresh.has(id))
  await book(db, env, recorded, actor)
  return recorded.map(({ payment }) => payment.entryId)
}

/** One invoice a reference, locked in the order of their ids; a reference that two invoices carry names neither. */
async function lockExactlyOpen(db: Db, payments: readonly ReferencePayment[]): Promise<Settled[]> {
  const wanted = payments.map(({ referenceNumber, amountCents }) => ({
    reference: referenceNumber,
    cents: amountCents,
  }))
  const result = await sql<Settled>`
    select i.id, i.company_id, i.order_id, i.reference_number, i.party as payer_kind, i.status,
           case i.party when 'LESSOR' then i.leasing_company_id when 'PERSON' then i.beneficiary_employee_id
                        when 'STORE' then i.bike_store_id else i.company_id end as payer_id
      from invoices i join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w (reference text, cents bigint)
        on w.reference = i.reference_number and w.cents = i.open_cents
     where i.direction = 'SALES' and i.stage = 'SENT' and i.credited_invoice_id is null
     order by i.id for update of i`.execute(db)
  const counts = new Map<string, number>()
  for (const { reference_number: reference } of result.rows) counts.set(reference, (counts.get(reference) ?? 0) + 1)
  return result.rows.filter(({ reference_number: reference }) => counts.get(reference) === 1)
}

interface Pair {
  readonly id: string
  readonly invoice: Settled
  readonly payment: ReferencePayment
}

async function book(db: Db, env: Services['env'], pairs: readonly Pair[], actor: Actor): Promise<void> {
  await postVouchers(
    db,
    env,
    pairs.map(({ id, invoice, payment }) => ({
      voucher: `payment:${id}`,
      companyId: invoice.company_id,
      day: payment.paidDay,
      invoiceId: invoice.id,
      paymentId: id,
      postings: postingsOfPayment({ ...payment, direction: 'IN', invoiceDirection: 'SALES' }),
    })),
  )
  const paid = pairs.map(({ invoice, payment }) => ({ id: invoice.id, day: payment.paidDay }))
  await sql`
    update invoices i set status = 'PAID', paid_cents = i.total_cents - i.credited_cents, paid_day = p.day,
           version = i.version + 1, updated_at = ${env.now()}
      from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) p (id uuid, day date) where p.id = i.id`.execute(db)
  await logEvents(
    db,
    env,
    actor,
    'PAYMENT_RECORDED',
    pairs.map(({ id, invoice, payment }) => ({
      subject: { type: 'invoice', id: invoice.id },
      companyId: invoice.company_id,
      orderId: invoice.order_id,
      shared: false,
      data: {
        paymentId: id,
        direction: 'IN',
        amountCents: payment.amountCents,
        method: payment.method,
        from: invoice.status,
        to: 'PAID',
      },
    })),
  )
}
