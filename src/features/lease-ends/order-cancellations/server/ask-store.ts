import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { storeLinesOf } from './facts.ts'
import { mailStore } from './messages.ts'
import { caseEvent } from './process.ts'
import { type CaseRecord, lockCase } from './record.ts'
import { lockOpenCase } from './update.ts'

/** Asks the store for its refund once more: what it has told before is over, and its page takes its word again. */
export async function askAgain(db: Db, services: Services, record: CaseRecord, actor: Actor): Promise<CaseRecord> {
  const { env } = services
  await db
    .updateTable('order_cancellations')
    .set((eb) => ({
      store_told_at: null,
      store_paid_day: null,
      store_asked_at: env.now(),
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', record.row.id)
    .execute()
  const asked = (await lockCase(db, scopeOfAll, record.row.id))!
  const event = caseEvent(asked)
  await logEvent(db, env, actor, 'PROCESS_STEP', {
    ...event,
    shared: false,
    data: { ...event.data, step: 'askStore', paidDay: record.row.store_paid_day },
  })
  await mailStore({ db, services, row: asked }, 'storeRefundAgain')
  return asked
}

/** Whether a store owes something and can be written to. */
export const canAsk = (record: CaseRecord) =>
  record.row.status === 'PENDING' && record.about.store_email !== null && storeLinesOf(record).length > 0

/** Staff ask a store again. @throws ORDER_CANCELLATION_STEP_NOT_ALLOWED when it owes nothing or cannot be written to */
export async function askStore(context: SignedInContext, id: string, version: number): Promise<CaseRecord> {
  const record = await lockOpenCase(context, id, version)
  if (!canAsk(record))
    throw new AppError('ORDER_CANCELLATION_STEP_NOT_ALLOWED', { details: { unmet: ['STORE_OWES_NOTHING'] } })
  return askAgain(context.db, context, record, actorOf(context.user))
}
