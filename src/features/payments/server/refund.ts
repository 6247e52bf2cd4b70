import { recordPayment } from '#features/invoices/ledger/server/payment-ledger.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/database/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { refundPayment } from './paytrail-client.ts'

interface Refund {
  readonly paymentId: string
  /** All that has not been paid back, where it is left out. */
  readonly amountCents?: number
  readonly reason: string
  readonly actor: Actor
  readonly userId: string
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
  return { payment, attempt, left: payment.amount_cents - back }
}

/**
 * Pays an online payment back through the service it came by.
 * @throws PAYMENT_NOT_ALLOWED for what is not online or has been paid back, and when the service cannot: then by bank
 */
export async function refundOnline(db: Db, services: Services, refund: Refund): Promise<number> {
  const { config, env, log } = services
  const { payment, attempt, left } = await lockOnlinePayment(db, refund.paymentId)
  const paytrail = config.paytrail ?? fail('PAYMENT_NOT_ALLOWED')
  const amountCents = refund.amountCents ?? left
  if (amountCents <= 0 || amountCents > left) throw new AppError('PAYMENT_NOT_ALLOWED')
  const stamp = env.id()
  const answer = await refundPayment(paytrail, env, {
    transactionId: attempt.transaction_id!,
    amountCents,
    stamp,
    callbackUrl: `${config.origin}/api/paytrail/callback`,
  }).catch((error: unknown) => {
    log.error({ err: error }, 'an online payment could not be paid back')
    throw new AppError('SERVICE_UNAVAILABLE')
  })
  if (answer !== 'OK') throw new AppError('PAYMENT_NOT_ALLOWED', { details: { refund: answer } })
  await recordPayment(db, services, {
    actor: refund.actor,
    createdBy: refund.userId,
    payment: {
      invoiceId: payment.invoice_id,
      direction: 'OUT',
      amountCents,
      paidDay: helsinkiDay(env.now()),
      method: 'PAYTRAIL',
      source: `refund:${attempt.id}:${stamp}`,
      reason: refund.reason,
    },
  })
  return amountCents
}
