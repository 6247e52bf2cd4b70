import { notify } from '#features/ground/notifications/server/notify.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { bikeNameOf } from '../moves/effect-messages.ts'
import { orderHead } from '../moves/order-head.ts'
import type { OrderRecord } from '../moves/record.ts'

const DAY_MS = 86_400_000

/**
 * Tells the buyer, once, that the store's invoice or its match is late: the buyer is not awaited and would wait in
 * silence. @returns whether it was told now
 */
export async function tellOfLateInvoice(
  db: Db,
  services: Services,
  record: OrderRecord,
  days: number,
): Promise<boolean> {
  const { order, related } = record
  const since = order.status_changed_at
  const now = services.env.now()
  if (order.status !== 'WAITING_FOR_INVOICE_MATCH' || now.getTime() - since.getTime() < days * DAY_MS) return false
  const written = await db
    .insertInto('turn_nudges')
    .values({
      order_id: order.id,
      company_id: order.company_id,
      awaited: 'EMPLOYEE',
      action: 'hearOfLateInvoice',
      since,
      days: 0,
      sent_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('days')
    .executeTakeFirst()
  if (!written) return false
  const template = `orders:notice.${related.has_store_invoice ? 'matchLate' : 'invoiceMissing'}`
  await notify(db, services, [related.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template,
    head: orderHead(record, { viewer: 'EMPLOYEE', template }),
    link: pages.myBike,
    companyId: order.company_id,
    mail: true,
    values: { name: related.first_name, bike: bikeNameOf(record) },
  })
  return true
}
