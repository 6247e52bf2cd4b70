import { notify } from '#features/ground/notifications/server/notify.ts'
import { openRepayment } from '#features/money/banking/server/repaying/repay.ts'
import { refuseOwnInvoices } from '#features/money/invoices/ledger/server/own-invoice.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, actorOf, systemActor } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { type RefundState, statesToDecide } from '../rules/refunds.ts'
import { oneRefund } from './refund-views.ts'

/** A refund, locked. */
export async function lockRefund(db: Db, by: { id: string } | { transactionId: string }) {
  const query = db.selectFrom('paytrail_refunds').selectAll().forUpdate()
  return 'id' in by
    ? query.where('id', '=', by.id).executeTakeFirst()
    : query.where('transaction_id', '=', by.transactionId).executeTakeFirst()
}

export type RefundRow = NonNullable<Awaited<ReturnType<typeof lockRefund>>>

async function setState(
  db: Db,
  { env }: Pick<Services, 'env'>,
  row: RefundRow,
  change: {
    state: RefundState
    transaction_id?: string
    answered_status?: number | null
  },
): Promise<void> {
  await db
    .updateTable('paytrail_refunds')
    .set({ ...change, version: row.version + 1, updated_at: env.now() })
    .where('id', '=', row.id)
    .execute()
}

/** The service has paid: the ledger gets its row, and the bank pays the same money no more. */
export async function takePaid(db: Db, services: Services, row: RefundRow, actor: Actor, transactionId?: string) {
  await setState(db, services, row, { state: 'OK', ...(transactionId ? { transaction_id: transactionId } : {}) })
  await recordPayment(db, services, {
    actor,
    createdBy: row.requested_by,
    payment: {
      invoiceId: row.invoice_id,
      direction: 'OUT',
      amountCents: row.amount_cents,
      paidDay: helsinkiDay(services.env.now()),
      method: 'PAYTRAIL',
      source: `refund:${row.attempt_id}:${row.id}`,
      reason: row.reason,
    },
  })
}

/** The service has taken the refund and pays it later. */
export const takeLater = (db: Db, services: Services, row: RefundRow, transactionId: string) =>
  setState(db, services, row, { state: 'PENDING', transaction_id: transactionId })

/**
 * The service does not pay: the bank does, what the invoice has too much. What the bank has nothing to pay of is told to
 * who asked for the refund.
 */
export async function takeRefused(db: Db, services: Services, row: RefundRow): Promise<void> {
  // Of the invoice's own too much the refund counts no longer.
  await setState(db, services, row, { state: 'FAIL' })
  try {
    const by = { actor: systemActor, userId: row.requested_by }
    await openRepayment(db, services, { invoiceId: row.invoice_id, scope: scopeOfAll, ...by })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    services.log.warn({ refund: row.id, code: error.code }, 'a refused refund waits for a person')
    await tell(db, services, row, 'refundRefused')
    return
  }
  await setState(db, services, { ...row, version: row.version + 1 }, { state: 'BY_BANK' })
}

/** The service does not tell whether it has paid: who asked for the refund finds out. What it answered is kept. */
export async function takeUnknown(
  db: Db,
  services: Services,
  row: RefundRow,
  answeredStatus: number | null,
): Promise<void> {
  await setState(db, services, row, { state: 'UNKNOWN', answered_status: answeredStatus })
  await tell(db, services, row, 'refundUnknown')
}

/**
 * The service says that it has paid what counted as not paid, so that the same money may have gone back twice: a person
 * looks and decides, and until then no more of it goes back.
 */
async function takeContested(db: Db, services: Services, row: RefundRow, transactionId: string): Promise<void> {
  await setState(db, services, row, { state: 'CONTESTED', transaction_id: transactionId })
  await tell(db, services, row, 'refundContested')
}

async function tell(
  db: Db,
  services: Services,
  row: RefundRow,
  template: 'refundRefused' | 'refundUnknown' | 'refundContested',
) {
  const { number } = await db
    .selectFrom('invoices')
    .select('number')
    .where('id', '=', row.invoice_id)
    .where('company_id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  await notify(db, services, [row.requested_by], {
    type: 'GENERAL',
    template: `payments:notice.${template}`,
    link: pageUrl('adminInvoices', {}, { open: row.invoice_id }),
    companyId: row.company_id,
    mail: true,
    values: { number: number ?? '' },
  })
}

/** News of a refund from the service, by callback or when asked. */
export interface RefundNews {
  readonly stamp: string
  readonly transactionId: string
  readonly amountCents: Cents
  readonly status: string
}

/**
 * Takes news of a refund: the ledger gets its row once the service has paid; what it gives up is ordered from the bank;
 * what it has paid although that counted as not paid is a person's to decide. Repeated news change nothing. News of a
 * refund whose answer was lost are known by its stamp.
 * @returns the refund's status, or null when the news are of no refund
 */
export async function takeRefundNews(
  db: Db,
  services: Services,
  news: RefundNews,
): Promise<'OK' | 'PENDING' | 'FAIL' | null> {
  const row =
    (await lockRefund(db, { transactionId: news.transactionId })) ?? (await lockRefund(db, { id: news.stamp }))
  if (!row) return null
  const isOther = row.transaction_id !== null && row.transaction_id !== news.transactionId
  if (isOther || row.amount_cents !== news.amountCents) throw new AppError('PAYMENT_SIGNATURE_WRONG')
  const status = news.status.toUpperCase()
  if (row.state === 'OK') return 'OK'
  if (row.state === 'CONTESTED') return 'PENDING'
  if (row.state === 'FAIL' || row.state === 'BY_BANK') {
    // A person has decided on just these news already.
    if (status !== 'OK' || (row.decided_at !== null && row.transaction_id === news.transactionId)) return 'FAIL'
    await takeContested(db, services, row, news.transactionId)
    return 'PENDING'
  }
  if (status === 'OK') await takePaid(db, services, row, systemActor, news.transactionId)
  else if (status === 'FAIL') await takeRefused(db, services, row)
  else if (row.state !== 'PENDING') await takeLater(db, services, row, news.transactionId)
  return status === 'OK' || status === 'FAIL' ? status : 'PENDING'
}

/**
 * A person has seen in the service's own pages what became of a refund of which it did not tell, or which it says it has
 * paid although that counted as not paid.
 * @throws NOT_FOUND, VERSION_CONFLICT, NOT_FOR_ONESELF, PAYMENT_NOT_ALLOWED for a refund that nobody has to decide
 */
export async function decideRefund(context: SignedInContext, id: string, body: { version: number; wasPaid: boolean }) {
  const { db, user, env } = context
  const row = (await lockRefund(db, { id })) ?? fail('NOT_FOUND')
  requireVersion(body.version, row.version, await oneRefund(db, id))
  await refuseOwnInvoices(db, user.userId, [row.invoice_id])
  if (!statesToDecide.some((state) => state === row.state))
    throw new AppError('PAYMENT_NOT_ALLOWED', { details: { state: row.state } })
  if (body.wasPaid) await takePaid(db, context, row, actorOf(user))
  await db
    .updateTable('paytrail_refunds')
    .set({ decided_by: user.userId, decided_at: env.now() })
    .where('id', '=', id)
    .execute()
  if (!body.wasPaid) await setState(db, context, row, { state: 'FAIL' })
  return oneRefund(db, id)
}
