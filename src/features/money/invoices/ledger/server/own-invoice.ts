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

/**
 * A payment of one's own bill, or of the insurer for one's own claim, is somebody else's to decide about.
 * @throws NOT_FOR_ONESELF when the payment is such a one
 */
export async function refuseOwnPayment(
  db: Db,
  userId: string,
  payment: { invoice_id: string | null; payer_kind: string; payer_id: string | null },
): Promise<void> {
  if (payment.invoice_id) return refuseOwnInvoices(db, userId, [payment.invoice_id])
  if (payment.payer_kind !== 'INSURER' || !payment.payer_id) return
  const own = await db
    .selectFrom('insurance_claims as k')
    .innerJoin('beneficiary_employees as e', 'e.id', 'k.beneficiary_employee_id')
    .select('k.id')
    .where('k.id', '=', payment.payer_id)
    .where('e.user_id', '=', userId)
    .executeTakeFirst()
  if (own) throw new AppError('NOT_FOR_ONESELF')
}
