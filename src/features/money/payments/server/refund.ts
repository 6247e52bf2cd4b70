import { refundsUnderWay } from '#features/money/banking/rules.ts'
import { refuseLiveOrder } from '#features/money/banking/server/repaying/repay.ts'
import { refuseOwnInvoices } from '#features/money/invoices/ledger/server/own-invoice.ts'
import { lockInvoice } from '#features/money/invoices/server/queries.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'

interface Refund {
  readonly paymentId: string
  /** All that has not been paid back, where it is left out. */
  readonly amountCents?: number
  readonly reason: string
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
  const { underWay } = await db
    .selectFrom('paytrail_refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('underWay'))
    .where('attempt_id', '=', attempt.id)
    .where('state', 'in', refundsUnderWay)
    .executeTakeFirstOrThrow()
  return { payment, attempt, left: payment.amount_cents - back - underWay }
}

/**
 * Writes down that an online payment is to go back through the service it came by. The service is asked once this has
 * been committed (`sendRefund`), so that no answer of it, and no lost one, is without its row.
 * @returns the refund's id
 * @throws PAYMENT_NOT_ALLOWED for what is not online or has been paid back; PAYMENT_ORDER_STEP_NOT_ALLOWED while the bank
 *   pays the invoice back
 */
export async function openRefund(db: Db, services: Services, refund: Refund): Promise<string> {
  const { config, env } = services
  const { payment, attempt, left } = await lockOnlinePayment(db, refund.paymentId)
  if (!config.paytrail) throw new AppError('PAYMENT_NOT_ALLOWED')
  const cents: Cents = refund.amountCents ?? left
  if (cents <= 0 || cents > left) throw new AppError('PAYMENT_NOT_ALLOWED')
  // The invoice stands still meanwhile, so that no order to the bank pays the same money.
  const invoice = (await lockInvoice(db, scopeOfAll, present(payment.invoice_id))) ?? fail('NOT_FOUND')
  await refuseOwnInvoices(db, refund.userId, [invoice.id])
  await refuseLiveOrder(db, invoice.id)
  const id = env.id()
  await db
    .insertInto('paytrail_refunds')
    .values({
      id,
      company_id: attempt.company_id,
      attempt_id: attempt.id,
      invoice_id: invoice.id,
      state: 'NEW',
      amount_cents: cents,
      reason: refund.reason,
      requested_by: refund.userId,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  return id
}
