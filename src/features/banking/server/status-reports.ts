import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { PaymentReport } from './pain-002.ts'
import { lockPaymentOrder, orderIdOf, rejectOrder } from './payment-orders.ts'
import type { TakenBy, TakenCounts } from './take-in.ts'

const REFUSED = 'RJCT'

/** Takes in what the bank says of our payments: a refused file or payment is closed, its invoices can be approved again. */
export async function applyReports(
  db: Db,
  services: Services,
  { reports, by }: { reports: readonly PaymentReport[]; by: TakenBy },
): Promise<TakenCounts> {
  let matched = 0
  for (const report of reports) {
    if (report.status !== REFUSED) continue
    const ids = report.endToEndId ? [orderIdOf(report.endToEndId)] : await ordersOfFile(db, services, report.messageId)
    for (const id of ids) if (id && (await refuse(db, services, { id, reason: report.reason, by }))) matched += 1
  }
  return { entries: reports.length, matched, known: 0, skippedAccounts: [] }
}

async function refuse(
  db: Db,
  services: Services,
  { id, reason, by }: { id: string; reason: string | null; by: TakenBy },
): Promise<boolean> {
  const order = await lockPaymentOrder(db, id)
  if (order?.state !== 'SENT') return false
  await rejectOrder(db, services, { order, reason, by })
  return true
}

/** The payments of a file that the bank refuses as a whole. */
async function ordersOfFile(db: Db, services: Services, messageId: string): Promise<string[]> {
  const file = await db
    .updateTable('payment_files')
    .set((eb) => ({ state: 'REJECTED', version: eb('version', '+', 1), updated_at: services.env.now() }))
    .where('message_id', '=', messageId)
    .where('state', '=', 'RELEASED')
    .returning('id')
    .executeTakeFirst()
  if (!file) return []
  const orders = await db
    .selectFrom('payment_orders')
    .select('id')
    .where('payment_file_id', '=', file.id)
    .orderBy('id')
    .execute()
  return orders.map(({ id }) => id)
}
