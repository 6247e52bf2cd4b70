import { lockOrder } from '#features/orders/orders/server/moves/record.ts'
import { fail } from '#platform/contract/errors.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { takeStep } from '#platform/server/process/take-step.ts'
import { caseServer } from './process.ts'
import { proposeForCase } from './propose.ts'
import { type CaseRecord, findCase, lockCase } from './record.ts'
import { caseView } from './view.ts'

/**
 * Takes C3 or C4 with a case. The order is locked first, as by whoever opens a case.
 * @throws ORDER_CANCELLATION_OPEN_ITEMS with the items, ORDER_CANCELLATION_STEP_NOT_ALLOWED
 */
export async function closeCase(
  context: SignedInContext,
  id: string,
  step: 'complete' | 'withdraw',
  version?: number,
): Promise<CaseRecord> {
  const { db, scope, user } = context
  const found = (await findCase(db, scope, id)) ?? fail('NOT_FOUND')
  await lockOrder(db, scopeOfAll, found.row.order_id)
  const locked = (await lockCase(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(version, locked.row.version, caseView(locked, user))
  const record = locked.row.status === 'PENDING' ? await proposeForCase(context, locked) : locked
  const closed = await takeStep(caseServer, db, context, record, {
    step,
    mover: moverBeside(user, { companyId: record.row.company_id, ownerId: record.about.owner_id }),
    actor: actorOf(user, record.about.owner_id),
    extra: { user },
  })
  await db.updateTable('order_cancellations').set({ closed_by: user.userId }).where('id', '=', id).execute()
  return closed
}
