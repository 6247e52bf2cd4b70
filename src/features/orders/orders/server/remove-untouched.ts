import type { Db } from '#platform/server/database/db.ts'

/** Deletes an order that its person has not begun, as if it had never been opened. @returns whether there was one */
export async function removeUntouchedOrder(db: Db, companyId: string, orderId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('orders')
    .where('id', '=', orderId)
    .where('company_id', '=', companyId)
    .where('status', '=', 'NOT_STARTED')
    .where('version', '=', 1)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
