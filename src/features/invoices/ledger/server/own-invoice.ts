import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'

/**
 * What is owed by oneself, or to oneself, is somebody else's to decide about.
 * @throws NOT_FOR_ONESELF when one of the invoices is a bill of the user's own
 */
export async function refuseOwnInvoices(db: Db, userId: string, invoiceIds: readonly string[]): Promise<void> {
  const own = await db
    .selectFrom('invoices as i')
    .innerJoin('beneficiary_employees as e', 'e.id', 'i.beneficiary_employee_id')
    .select('i.id')
    .where('i.id', 'in', [...invoiceIds])
    .where('i.party', '=', 'PERSON')
    .where('e.user_id', '=', userId)
    .executeTakeFirst()
  if (own) throw new AppError('NOT_FOR_ONESELF')
}
