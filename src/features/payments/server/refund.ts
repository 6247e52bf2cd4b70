import { openRepayment, refuseLiveOrder } from '#features/banking/server/repay.ts'
import { recordPayment } from '#features/invoices/ledger/server/payment-ledger.ts'
import { lockInvoice } from '#features/invoices/server/queries.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, systemActor } from '#platform/server/database/events.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { refundPayment } from './paytrail-client.ts'

interface Refund {
  readonly paymentId: string
  /** All that has not been paid back, where it is left out. */
  readonly amountCents?: number
  readonly reason: string
  readonly actor: Actor
  readonly userId: string
}

/** What became of a refund: taken by the service, to be taken later, or ordered from the bank instead. */
export interface Refunded {
  readonly state: 'OK' | 'PENDING' | 'BY_BANK'
  readonly cents: Cents
}

/** The online payment and what of it has not been paid back; its attempt is held. @throws PAYMENT_NOT_ALLOWED */
async function lockOnlinePayment(db: Db, paymentId: string) {
  const payment =
    (await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst()) ?? fail('NOT_FOUND')
  const attemptId = /^paytrail:([0-9a-f-]{36})$/.exec(payment.source)?.[1] ?? fail('PAYMENT_NOT_ALLOWED')
  const attempt = await db
    .selectFrom('paytrail_attempts')
    .selectAll()
    .where('id', '=', attemptId)
    .where('status', '=', 'OK')
    .forUpdate()
    .executeTakeFirst()
  const reversed = await db
    .selectFrom('payments')
    .select('id')
    .where('reverses_payment_id', '=', payment.id)
    .executeTakeFirst()
  if (payment.method !== 'PAYTRAIL' || payment.direction !== 'IN' || !attempt || reversed)
    throw new AppError('PAYMENT_NOT_ALLOWED')
  const { back } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('back'))
    .where('source', 'like', `refund:${attempt.id}:%`)
    .executeTakeFirstOrThrow()
  const { pending } = await db
    .selectFrom('paytrail_refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('pending'))
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return { payment, attempt, left: payment.amount_cents - back - pending }
}

/**
 * Pays an online payment back through the service it came by. What the service takes later is followed; what it refuses
 * is ordered from the bank when its invoice has too much.
 * @throws REFUND_OUTCOME_UNKNOWN when the service does not say what it did; PAYMENT_NOT_ALLOWED for what is not online or has been paid back, and for what the service refuses of an
 * invoice without too much; PAYMENT_ORDER_STEP_NOT_ALLOWED while the bank pays the invoice back
 */
export async function refundOnline(db: Db, services: Services, refund: Refund): Promise<Refunded> {
  const { config, env, log } = services
  const { payment, attempt, left } = await lockOnlinePayment(db, refund.paymentId)
  const paytrail = config.paytrail ?? fail('PAYMENT_NOT_ALLOWED')
  const cents = refund.amountCents ?? left
  if (cents <= 0 || cents > left) throw new AppError('PAYMENT_NOT_ALLOWED')
  // The invoice stands still meanwhile, so that no order to the bank pays the same money.
  const invoice = (await lockInvoice(db, scopeOfAll, payment.invoice_id!)) ?? fail('NOT_FOUND')
  await refuseLiveOrder(db, invoice.id)
  const stamp = env.id()
  const answer = await refundPayment(paytrail, env, {
    transactionId: attempt.transaction_id!,
    amountCents: cents,
    stamp,
    callbackUrl: `${config.origin}/api/paytrail/callback`,
  }).catch((error: unknown) => {
    log.error({ err: error }, 'an online payment could not be paid back')
    throw new AppError('REFUND_OUTCOME_UNKNOWN')
  })
  if (answer.status === 'REFUSED') return byBank(db, services, payment.invoice_id!, refund)
  const row = { id: stamp, attemptId: attempt.id, invoiceId: payment.invoice_id!, cents, reason: refund.reason }
  if (answer.status === 'OK') {
    await recordRefund(db, services, row, refund)
    return { state: 'OK', cents }
  }
  await db
    .insertInto('paytrail_refunds')
    .values({
      id: stamp,
      company_id: attempt.company_id,
      attempt_id: attempt.id,
      invoice_id: row.invoiceId,
      transaction_id: answer.transactionId,
      amount_cents: cents,
      reason: refund.reason,
      requested_by: refund.userId,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  return { state: 'PENDING', cents }
}

interface Taken {
  readonly id: string
  readonly attemptId: string
  readonly invoiceId: string
  readonly cents: Cents
  readonly reason: string
}

async function recordRefund(
  db: Db,
  services: Services,
  taken: Taken,
  by: { actor: Actor; userId: string },
): Promise<void> {
  await recordPayment(db, services, {
    actor: by.actor,
    createdBy: by.userId,
    payment: {
      invoiceId: taken.invoiceId,
      direction: 'OUT',
      amountCents: taken.cents,
      paidDay: helsinkiDay(services.env.now()),
      method: 'PAYTRAIL',
      source: `refund:${taken.attemptId}:${taken.id}`,
      reason: taken.reason,
    },
  })
}

/** The service does not pay back: the bank does, what the invoice has too much. @throws PAYMENT_NOT_ALLOWED for nothing */
async function byBank(
  db: Db,
  services: Services,
  invoiceId: string,
  by: { actor: Actor; userId: string },
): Promise<Refunded> {
  const invoice = await db
    .selectFrom('invoices')
    .select('open_cents')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const cents = -(invoice.open_cents ?? 0)
  if (cents <= 0) throw new AppError('PAYMENT_NOT_ALLOWED', { details: { refund: 'REFUSED' } })
  await openRepayment(db, services, { invoiceId, scope: scopeOfAll, ...by })
  return { state: 'BY_BANK', cents }
}

/** What neither the service nor the bank pays back is told to who asked for it. */
async function tellRefused(
  db: Db,
  services: Services,
  refund: { invoice_id: string; company_id: string; requested_by: string },
) {
  const { number } = await db
    .selectFrom('invoices')
    .select('number')
    .where('id', '=', refund.invoice_id)
    .where('company_id', '=', refund.company_id)
    .executeTakeFirstOrThrow()
  await notify(db, services, [refund.requested_by], {
    type: 'GENERAL',
    template: 'payments:notice.refundRefused',
    link: pageUrl('adminInvoices', {}, { open: refund.invoice_id }),
    companyId: refund.company_id,
    mail: true,
    values: { number: number ?? '' },
  })
}

/** News of a refund from the service, by callback or when asked. */
export interface RefundNews {
  readonly transactionId: string
  readonly amountCents: Cents
  readonly status: string
}

/**
 * Takes news of a pending refund: the ledger gets its row once the service has paid; what it gives up is ordered from
 * the bank. Repeated news change nothing.
 * @returns the refund's status, or null when no refund has this transaction
 */
export async function takeRefundNews(
  db: Db,
  services: Services,
  news: RefundNews,
): Promise<'OK' | 'PENDING' | 'FAIL' | null> {
  const { env, log } = services
  const row = await db
    .selectFrom('paytrail_refunds')
    .selectAll()
    .where('transaction_id', '=', news.transactionId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  if (row.amount_cents !== news.amountCents) throw new AppError('PAYMENT_SIGNATURE_WRONG')
  const status = news.status.toUpperCase()
  if (row.state !== 'PENDING' || (status !== 'OK' && status !== 'FAIL')) return row.state as 'PENDING'
  await db
    .updateTable('paytrail_refunds')
    .set({ state: status, version: row.version + 1, updated_at: env.now() })
    .where('id', '=', row.id)
    .execute()
  const by = { actor: systemActor, userId: row.requested_by }
  const taken = {
    id: row.id,
    attemptId: row.attempt_id,
    invoiceId: row.invoice_id,
    cents: row.amount_cents,
    reason: row.reason,
  }
  if (status === 'OK') await recordRefund(db, services, taken, by)
  else
    await byBank(db, services, row.invoice_id, by).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      log.warn({ refund: row.id, code: error.code }, 'a refused refund waits for a person')
      await tellRefused(db, services, row)
    })
  return status
}
