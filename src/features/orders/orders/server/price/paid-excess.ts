import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { notifyOrderTurns } from '../moves/move.ts'
import { lockOrder } from '../moves/record.ts'

/** Whoever has paid what an order costs over the limit is awaited no more: the message that asked for it is done. */
export const paidExcess = {
  async find(db: Db, invoiceIds: readonly string[]): Promise<string[]> {
    const found = await sql<{ id: string }>`
      select o.id from orders o join invoices i on i.order_id = o.id
       where i.id = any(${invoiceIds}::uuid[]) and i.purpose = 'EXCESS' and o.status = 'CONFIRMED' order by o.id`.execute(
      db,
    )
    return found.rows.map(({ id }) => id)
  },
  async follow(db: Db, services: Services, id: string): Promise<void> {
    const after = await lockOrder(db, scopeOfAll, id)
    if (!after?.related.excess_paid) return
    const before = { ...after, related: { ...after.related, excess_paid: false } }
    await notifyOrderTurns(db, services, before, after, systemActor)
  },
}
