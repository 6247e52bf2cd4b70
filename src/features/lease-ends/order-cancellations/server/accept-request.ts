import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { CaseRecord } from './record.ts'

/** The request that a case answers, if somebody has asked, is accepted by opening it. */
export async function acceptRequest({ db, env, user }: SignedInContext, { row }: CaseRecord): Promise<void> {
  const accepted = await db
    .updateTable('order_cancellation_requests')
    .set((eb) => ({
      state: 'ACCEPTED',
      decided_by: user.userId,
      decided_at: env.now(),
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('order_id', '=', row.order_id)
    .where('state', '=', 'OPEN')
    .returning('id')
    .executeTakeFirst()
  if (!accepted) return
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', {
    subject: { type: 'order', id: row.order_id },
    companyId: row.company_id,
    orderId: row.order_id,
    employeeId: row.beneficiary_employee_id,
    data: { process: 'cancellation-request', step: 'accept', orderCancellationId: row.id },
  })
}
