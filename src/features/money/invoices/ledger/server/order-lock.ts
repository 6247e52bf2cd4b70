import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'

/**
 * Locks the orders of invoices, in the order of their ids. An order is locked before its invoices everywhere, so that a
 * cancellation and a payment wait for each other and do not collide.
 */
export async function lockOrdersOf(db: Db, invoiceIds: readonly string[]): Promise<void> {
  await sql`
    select o.id from orders o
     where o.id in (select i.order_id from invoices i where i.id = any(${[...invoiceIds]}::uuid[]) and i.direction = 'PURCHASE')
     order by o.id for no key update`.execute(db)
}

/** Locks invoices of purchases after their orders; what `payable` asks of them stands still from then on. */
export async function lockPurchases(db: Db, invoiceIds: readonly string[]): Promise<void> {
  await lockOrdersOf(db, invoiceIds)
  await sql`
    select i.id from invoices i where i.id = any(${[...invoiceIds]}::uuid[]) order by i.id for update`.execute(db)
}
