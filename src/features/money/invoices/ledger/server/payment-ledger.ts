import { sendReceipt } from '#features/ground/notifications/server/receipt.ts'
import { headOfBill } from '#features/story/lease-story/server/head.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { postingsOfPayment } from '../../rules/posting.ts'
import { type InvoiceStage, isOwed } from '../../rules/settlement.ts'
import type { InvoiceDirection, InvoiceParty, PayerKind, PaymentMethod } from '../../rules.ts'
import { followPaid } from './follow-paid.ts'
import { lockOrdersOf } from './order-lock.ts'
import { refuseOwnPayment } from './own-invoice.ts'
import { postVouchers } from './post.ts'
import { settleInvoice } from './settle.ts'
import { followSupplies } from './supplies.ts'
import { toldOf } from './told-payments.ts'

/** Money that has moved, as the ledger takes it. */
export interface NewPayment {
  /** The invoice that it settles; null puts it on the payer's account. */
  readonly invoiceId: string | null
  /** Whose account it stands on; taken from the invoice where there is one. */
  readonly payer?: { kind: PayerKind; id: string | null; companyId: string | null }
  readonly direction: 'IN' | 'OUT'
  readonly amountCents: Cents
  readonly paidDay: Day
  readonly method: PaymentMethod
  /** What it comes from, unique for ever: `paytrail:<stamp>`, `bank:<entry>:<position>`, `manual:<id>`. */
  readonly source: string
  readonly entryId?: string | null
  readonly settlementReference?: string | null
  readonly reason?: string | null
}

interface Owner {
  companyId: string | null
  payer: { kind: PayerKind; id: string | null }
  invoiceDirection: InvoiceDirection | null
  orderId: string | null
  /** Its invoice bills what is supplied later. */
  hasSupplyAhead: boolean
}

/**
 * Records a payment: locks its invoice, appends the row and its postings, and lets the status follow, and what has waited
 * for a bill that is paid whole.
 * @returns the payment's id, or null when its source has been recorded before, which changes nothing
 * @throws NOT_FOUND for an unknown invoice, INVOICE_STEP_NOT_ALLOWED for one that is not owed
 */
export async function recordPayment(
  db: Db,
  services: Services,
  { payment, actor, createdBy }: { payment: NewPayment; actor: Actor; createdBy?: string | null },
): Promise<string | null> {
  const { env } = services
  const owner = await ownerOf(db, payment)
  const id = env.id()
  const added = await db
    .insertInto('payments')
    .values({
      id,
      company_id: owner.companyId,
      invoice_id: payment.invoiceId,
      payer_kind: owner.payer.kind,
      payer_id: owner.payer.id,
      direction: payment.direction,
      amount_cents: payment.amountCents,
      paid_day: payment.paidDay,
      method: payment.method,
      entry_id: payment.entryId ?? null,
      source: payment.source,
      settlement_reference: payment.settlementReference ?? null,
      reason: payment.reason ?? null,
      created_by: createdBy ?? null,
      created_at: env.now(),
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return null
  const openCents = await book(db, services, { id, payment, owner, actor })
  if (payment.invoiceId && payment.direction === 'IN' && openCents <= 0)
    await followPaid(db, services, [payment.invoiceId])
  if (payment.invoiceId && payment.direction === 'IN' && payment.method !== 'PAYROLL' && openCents === 0)
    await receiptOf(db, services, { id: payment.invoiceId, amountCents: payment.amountCents })
  return id
}

/** A person whose bill is paid whole hears that the money has come; what the pay has kept is told by the payroll. */
async function receiptOf(
  db: Db,
  services: Services,
  { id, amountCents }: { id: string; amountCents: Cents },
): Promise<void> {
  const bill = await db
    .selectFrom('invoices as i')
    .innerJoin('beneficiary_employees as e', 'e.id', 'i.beneficiary_employee_id')
    .select(['i.number', 'i.company_id', 'i.agreement_id', 'e.user_id'])
    .where('i.id', '=', id)
    .where('i.party', '=', 'PERSON')
    .executeTakeFirst()
  if (!bill?.number) return
  await sendReceipt(db, services, bill.user_id, {
    kind: 'payment',
    number: bill.number,
    next: null,
    link: pages.myBike,
    companyId: bill.company_id,
    sum: amountCents,
    head: await headOfBill(db, services, bill.agreement_id),
  })
}

/**
 * Takes a payment back by a row of its own, which names the reason.
 * @throws NOT_FOUND for an unknown payment, PAYMENT_NOT_REVERSIBLE for a reversal and for one that is reversed already,
 *   NOT_FOR_ONESELF for one of the bill of whoever reverses it
 */
export async function reversePayment(
  db: Db,
  services: Services,
  {
    paymentId,
    reason,
    actor,
    createdBy,
  }: { paymentId: string; reason: string; actor: Actor; createdBy?: string | null },
): Promise<string> {
  const row =
    (await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst()) ?? fail('NOT_FOUND')
  if (row.reverses_payment_id) throw new AppError('PAYMENT_NOT_REVERSIBLE')
  if (createdBy) await refuseOwnPayment(db, createdBy, row)
  const payment: NewPayment = {
    invoiceId: row.invoice_id,
    payer: { kind: row.payer_kind, id: row.payer_id, companyId: row.company_id },
    direction: row.direction as 'IN' | 'OUT',
    amountCents: -row.amount_cents,
    paidDay: helsinkiDay(services.env.now()),
    method: row.method as PaymentMethod,
    source: `reversal:${row.id}`,
  }
  const owner = await ownerOf(db, payment)
  const id = services.env.id()
  const added = await db
    .insertInto('payments')
    .values({
      id,
      company_id: row.company_id,
      invoice_id: row.invoice_id,
      payer_kind: row.payer_kind,
      payer_id: row.payer_id,
      direction: row.direction,
      amount_cents: payment.amountCents,
      paid_day: payment.paidDay,
      method: row.method,
      entry_id: row.entry_id,
      source: payment.source,
      reverses_payment_id: row.id,
      reason,
      created_by: createdBy ?? null,
      created_at: services.env.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) throw new AppError('PAYMENT_NOT_REVERSIBLE')
  await book(db, services, { id, payment, owner, actor, reverses: row.id })
  return id
}

/** Locks the invoice that a payment names and tells whose account it stands on. */
async function ownerOf(db: Db, payment: NewPayment): Promise<Owner> {
  if (payment.invoiceId === null) {
    const payer = payment.payer ?? { kind: 'UNKNOWN' as const, id: null, companyId: null }
    return { companyId: payer.companyId, payer, invoiceDirection: null, orderId: null, hasSupplyAhead: false }
  }
  await lockOrdersOf(db, [payment.invoiceId])
  const invoice =
    (await db
      .selectFrom('invoices')
      .select([
        'company_id',
        'direction',
        'stage',
        'party',
        'order_id',
        'credited_invoice_id',
        'bike_store_id',
        'leasing_company_id',
        'beneficiary_employee_id',
        'next_supply_day',
      ])
      .where('id', '=', payment.invoiceId)
      .forUpdate()
      .executeTakeFirst()) ?? fail('NOT_FOUND')
  if (!isOwed(invoice.stage as InvoiceStage) || invoice.credited_invoice_id)
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice.stage } })
  const ids = {
    STORE: invoice.bike_store_id,
    LESSOR: invoice.leasing_company_id,
    EMPLOYER: invoice.company_id,
    PERSON: invoice.beneficiary_employee_id,
    OUTSIDE: null,
  }
  const kind = invoice.party as InvoiceParty
  return {
    companyId: invoice.company_id,
    payer: { kind, id: ids[kind] },
    invoiceDirection: invoice.direction as InvoiceDirection,
    orderId: invoice.order_id,
    hasSupplyAhead: invoice.next_supply_day !== null,
  }
}

interface Booked {
  readonly id: string
  readonly payment: NewPayment
  readonly owner: Owner
  readonly actor: Actor
  readonly reverses?: string
}

/** @returns what is open of the invoice then; 0 without one */
async function book(db: Db, services: Services, { id, payment, owner, actor, reverses }: Booked): Promise<Cents> {
  await postVouchers(db, services.env, [
    {
      voucher: `payment:${id}`,
      companyId: owner.companyId,
      day: payment.paidDay,
      invoiceId: payment.invoiceId,
      paymentId: id,
      postings: postingsOfPayment({
        ...payment,
        invoiceDirection: owner.invoiceDirection,
        payerKind: owner.payer.kind,
      }),
    },
  ])
  const told = toldOf({ id, payerKind: owner.payer.kind, payerId: owner.payer.id, ...payment })
  const data = { ...told, ...(reverses ? { reverses } : {}) }
  const type = reverses ? 'PAYMENT_REVERSED' : 'PAYMENT_RECORDED'
  if (!payment.invoiceId) {
    const subject = { type: 'register', id } as const
    await logEvent(db, services.env, actor, type, { subject, companyId: owner.companyId, shared: false, data })
    return 0
  }
  const settled = await settleInvoice(db, services, { invoiceId: payment.invoiceId, actor })
  if (owner.hasSupplyAhead)
    await followSupplies(db, services.env, { invoiceId: payment.invoiceId, because: id, day: payment.paidDay })
  await logEvent(db, services.env, actor, type, {
    subject: { type: 'invoice', id: payment.invoiceId },
    companyId: owner.companyId,
    orderId: owner.orderId,
    shared: false,
    data: { ...data, from: settled.from, to: settled.to },
  })
  return settled.openCents
}
