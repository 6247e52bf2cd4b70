import { clearEnd, closeEnding } from '#features/leases/agreements/server/endings.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'

/**
 * A claim is settled in the company where it happened: a lease that is about to go over in a merger stays until then.
 * The job takes it up again in a later month.
 */
export async function keepForClaim(
  db: Db,
  services: Services,
  agreement: { readonly id: string; readonly company_id: string; readonly beneficiary_employee_id: string },
): Promise<void> {
  const { env } = services
  const row = await db
    .selectFrom('company_exit_leases as m')
    .innerJoin('leasing_agreements as a', 'a.id', 'm.agreement_id')
    .select(['m.id', 'm.ending_id', 'a.order_id'])
    .where('m.agreement_id', '=', agreement.id)
    .where('m.company_id', '=', agreement.company_id)
    .where('m.ending_id', 'is not', null)
    .where('m.new_agreement_id', 'is', null)
    .where('a.lease_state', '=', 'ACTIVE')
    .forUpdate('m')
    .executeTakeFirst()
  if (!row) return
  await clearEnd(db, services, row.ending_id!)
  await closeEnding(db, services, row.ending_id!)
  await db
    .updateTable('company_exit_leases')
    .set((eb) => ({ ending_id: null, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .where('company_id', '=', agreement.company_id)
    .execute()
  await logEvent(db, env, systemActor, 'PROCESS_STEP', {
    subject: { type: 'agreement', id: agreement.id },
    companyId: agreement.company_id,
    orderId: row.order_id,
    employeeId: agreement.beneficiary_employee_id,
    data: { process: 'company-exit', step: 'stay' },
  })
}
