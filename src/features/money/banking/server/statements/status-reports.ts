import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { present } from '#platform/values/present.ts'
import type { DoubtWriter } from '../matching/doubt-writer.ts'
import type { TakenBy, TakenCounts } from '../paying/bank-file.ts'
import { type LiveOrder, lockPaymentOrder, orderIdOf, rejectOrder } from '../paying/payment-orders.ts'
import type { PaymentReport } from './pain-002.ts'

/** How the bank calls what it does not carry out. */
export const REFUSED = 'RJCT'

interface Applying {
  readonly reports: readonly PaymentReport[]
  readonly doubts: DoubtWriter
  readonly by: TakenBy
}

/**
 * Takes in what the bank says of our payments: a refused file or payment is closed, its invoices can be approved again.
 * What the bank says of a payment that it was not given, or that is not with it, is put aside for somebody to look at.
 */
export async function applyReports(
  db: Db,
  services: Services,
  { reports, doubts, by }: Applying,
): Promise<TakenCounts> {
  let matched = 0
  for (const report of reports) {
    const orders = report.endToEndId
      ? await orderOf(db, report, doubts)
      : await ordersOfFile(db, services, { report, doubts })
    if (report.status !== REFUSED) continue
    for (const order of orders) {
      if (order.state === 'SENT') {
        await rejectOrder(db, services, { order, reason: report.reason, by })
        matched += 1
      } else if (order.state !== 'REJECTED') await doubts.writeReport(report, 'NOT_WITH_BANK')
    }
  }
  return {
    entries: reports.filter(({ status }) => status).length,
    matched,
    known: 0,
    doubts: doubts.written,
    skippedAccounts: [],
  }
}

/** The payment that a report names. */
async function orderOf(db: Db, report: PaymentReport, doubts: DoubtWriter): Promise<LiveOrder[]> {
  const id = orderIdOf(report.endToEndId)
  const order = id ? await lockPaymentOrder(db, id) : undefined
  if (!order) await doubts.writeReport(report, 'UNKNOWN_PAYMENT')
  return order ? [order] : []
}

/** The payments of the file that a report is about as a whole; one that is refused is closed. */
async function ordersOfFile(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { report, doubts }: Pick<Applying, 'doubts'> & { report: PaymentReport },
): Promise<LiveOrder[]> {
  const file = await db
    .selectFrom('payment_files')
    .select(['id', 'state'])
    .where('message_id', '=', report.messageId)
    .forUpdate()
    .executeTakeFirst()
  if (!file) await doubts.writeReport(report, 'UNKNOWN_FILE')
  if (!file || report.status !== REFUSED || file.state === 'REJECTED') return []
  if (file.state !== 'RELEASED') {
    await doubts.writeReport(report, 'NOT_WITH_BANK')
    return []
  }
  await db
    .updateTable('payment_files')
    .set((eb) => ({ state: 'REJECTED', version: eb('version', '+', 1), updated_at: env.now() }))
    .where('id', '=', file.id)
    .execute()
  const rows = await db
    .selectFrom('payment_orders')
    .select('id')
    .where('payment_file_id', '=', file.id)
    .orderBy('id')
    .execute()
  const orders = []
  for (const { id } of rows) orders.push(present(await lockPaymentOrder(db, id)))
  return orders
}
