import { copyFromBefore, paymentColumns } from '#features/leases/agreements/server/transferred.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'

/**
 * On the first day of a lease that has gone over: it is paid as the one before was by then, and changes that are to come
 * go over with it. Their annexes stay with the agreement that they were written for.
 */
export async function carryPayments(
  db: Db,
  services: Pick<Services, 'env'>,
  of: { readonly previousId: string; readonly agreementId: string; readonly companyId: string; readonly startDay: Day },
): Promise<void> {
  await copyFromBefore(db, services, of, paymentColumns)
  await db
    .updateTable('payment_changes')
    .set((eb) => ({
      agreement_id: of.agreementId,
      company_id: of.companyId,
      signed_document_id: null,
      version: eb('version', '+', 1),
      updated_at: services.env.now(),
    }))
    .where('agreement_id', '=', of.previousId)
    .where('applied_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('from_day', '>=', of.startDay)
    .execute()
}
