import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { ledgerPorts } from './ports.ts'

/** Takes out what waits for the bank of the purchases of an order, which its caller has locked and cancelled. */
export async function dropForOrder(
  db: Db,
  services: Services,
  { orderId, actor }: { readonly orderId: string; readonly actor: Actor },
): Promise<void> {
  const purchases = await db
    .selectFrom('invoices')
    .select('id')
    .where('order_id', '=', orderId)
    .where('direction', '=', 'PURCHASE')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id: invoiceId } of purchases)
    await ledgerPorts().dropQueued(db, services, { invoiceId, because: 'ORDER_CANCELLED', actor })
}
