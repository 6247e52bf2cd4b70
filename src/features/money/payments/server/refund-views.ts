import type { Db } from '#platform/server/database/db.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { RefundState } from '../rules/refunds.ts'

/** Refunds, each with what the service knows its payment by. */
const refundRows = (db: Db) =>
  db
    .selectFrom('paytrail_refunds as r')
    .innerJoin('paytrail_attempts as a', 'a.id', 'r.attempt_id')
    .leftJoin('users as u', 'u.id', 'r.decided_by')
    .select(['r.id', 'r.version', 'r.state', 'r.amount_cents', 'r.reason', 'r.created_at', 'r.asked_at'])
    .select(['r.answered_status', 'r.decided_at', 'u.first_name', 'u.last_name', 'a.transaction_id as payment'])

const refundView = (row: Awaited<ReturnType<ReturnType<typeof refundRows>['executeTakeFirstOrThrow']>>) => ({
  refundId: row.id,
  version: row.version,
  amount: eurosFromCents(row.amount_cents),
  state: row.state as RefundState,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  askedAt: row.asked_at?.toISOString() ?? null,
  answeredStatus: row.answered_status,
  // Only what has been paid is refunded, and what has been paid has its transaction.
  paymentTransaction: present(row.payment),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_at ? `${row.first_name} ${row.last_name}` : null,
})

/** One refund as it is shown. */
export const oneRefund = async (db: Db, id: string) =>
  refundView(await refundRows(db).where('r.id', '=', id).executeTakeFirstOrThrow())

/** Refunds of an invoice, newest first. */
export async function listRefunds(db: Db, invoiceId: string) {
  const rows = await refundRows(db)
    .where('r.invoice_id', '=', invoiceId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(500)
    .execute()
  return rows.map(refundView)
}
