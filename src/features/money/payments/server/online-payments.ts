import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { canonicalReference } from '#platform/values/typed/references.ts'
import { attemptAfter, type PaytrailStatus, paytrailStatuses } from '../rules/user-payments.ts'
import { isSigned } from './paytrail-client.ts'
import { takeRefundNews } from './refund-outcome.ts'

/** What the payment service says of an attempt. */
export interface News {
  readonly stamp: string
  readonly amountCents: number
  readonly status: string
  readonly transactionId: string
  readonly provider: string | null
  readonly settlementReference: string | null
}

/**
 * Takes news of an online payment: repeated, late or out of order they change nothing twice. Money is recorded once, when
 * the service says OK, under the attempt's own stamp.
 * @throws NOT_FOUND for a stamp that is not ours, PAYMENT_SIGNATURE_WRONG for another amount or transaction
 */
export async function takeNews(db: Db, services: Services, news: News): Promise<PaytrailStatus> {
  const { env } = services
  const refund = await takeRefundNews(db, services, news)
  if (refund) return refund
  const attempt =
    (await db
      .selectFrom('paytrail_attempts')
      .selectAll()
      .where('id', '=', news.stamp)
      .forUpdate()
      .executeTakeFirst()) ?? fail('NOT_FOUND')
  if (attempt.amount_cents !== news.amountCents || attempt.transaction_id !== news.transactionId)
    throw new AppError('PAYMENT_SIGNATURE_WRONG')
  const reported =
    paytrailStatuses.find((status) => status === news.status.toUpperCase()) ?? fail('PAYMENT_SIGNATURE_WRONG')
  const status = attemptAfter(attempt.status as PaytrailStatus, reported)
  await db
    .updateTable('paytrail_attempts')
    .set((eb) => ({
      status,
      provider: news.provider ?? attempt.provider,
      settlement_reference: canonicalReference(news.settlementReference) ?? attempt.settlement_reference,
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', attempt.id)
    .execute()
  if (status === 'OK')
    await recordPayment(db, services, {
      actor: systemActor,
      payment: {
        invoiceId: attempt.invoice_id,
        direction: 'IN',
        amountCents: attempt.amount_cents,
        paidDay: helsinkiDay(env.now()),
        method: 'PAYTRAIL',
        source: `paytrail:${attempt.id}`,
        settlementReference: news.settlementReference,
      },
    })
  return status
}

/** News in the form of an address's query, once its signature is proven. @throws PAYMENT_SIGNATURE_WRONG when it is not */
export function newsFrom(services: Services, query: Readonly<Record<string, string | undefined>>): News {
  const { paytrail } = services.config
  if (!paytrail || !isSigned(paytrail.secret, query, { signature: query.signature }))
    throw new AppError('PAYMENT_SIGNATURE_WRONG')
  if (query['checkout-account'] !== paytrail.merchantId) throw new AppError('PAYMENT_SIGNATURE_WRONG')
  const stamp = query['checkout-stamp'] ?? ''
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(stamp)) throw new AppError('NOT_FOUND')
  return {
    stamp,
    amountCents: Number(query['checkout-amount']),
    status: query['checkout-status'] ?? '',
    transactionId: query['checkout-transaction-id'] ?? '',
    provider: query['checkout-provider'] ?? null,
    settlementReference: query['checkout-settlement-reference'] ?? null,
  }
}
