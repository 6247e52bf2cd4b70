import { dropNotices, reopenNotices } from '#features/ground/notifications/server/notify.ts'
import { removeUntouchedOrder } from '#features/orders/orders/server/remove-untouched.ts'
import { AppError } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { dropHeldMails } from '#platform/server/messages/messages.ts'
import { UNDO_MAILS_WAIT_SECONDS } from '../rules.ts'
import { loadForUpdate } from './decide.ts'
import { takeRole } from './roles.ts'
import type { KeptUndo } from './undo.ts'

/**
 * Takes one's own decision back: its mails have not left, nobody has acted on it, and the application waits again.
 * @throws NOT_FOUND, UNDO_NOT_ALLOWED
 */
export async function undoDecision(context: SignedInContext, id: string, version: number): Promise<void> {
  const { db, env, user } = context
  const { row, company } = await loadForUpdate(context, id)
  const undo = row.decision_undo as KeptUndo | null
  const isLate = !row.decided_at || env.now().getTime() - row.decided_at.getTime() >= UNDO_MAILS_WAIT_SECONDS * 1000
  if (!undo || isLate || row.decided_by !== user.userId || undo.version !== row.version || version !== row.version)
    throw new AppError('UNDO_NOT_ALLOWED')
  if (undo.orderId && !(await removeUntouchedOrder(db, row.company_id, undo.orderId)))
    throw new AppError('UNDO_NOT_ALLOWED')
  if (!(await dropHeldMails(db, undo.mails))) throw new AppError('UNDO_NOT_ALLOWED')
  await dropNotices(db, undo.notices)
  await reopenNotices(db, id, row.decided_at!)
  for (const role of undo.roles) await takeRole(context, { userId: row.user_id, role, company, actor: actorOf(user) })
  await db
    .updateTable('beneficiary_employees')
    .set({
      ...undo.before,
      status: 'PENDING',
      reject_reason: null,
      decided_by: null,
      decided_at: null,
      decision_undo: null,
      updated_at: env.now(),
      version: row.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await logEvent(db, env, actorOf(user), 'EMPLOYEE_DECISION_UNDONE', {
    subject: { type: 'employee', id },
    companyId: company.id,
    employeeId: id,
    data: { from: row.status, to: 'PENDING' },
  })
}
