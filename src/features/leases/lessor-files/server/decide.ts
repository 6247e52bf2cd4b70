import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { LessorDifference, lessorFiles } from '../contract.ts'
import { differenceView, lockDifference } from './queries.ts'

/**
 * Decides what becomes of an open difference: the next file tells the lessor that ours is right, or it is settled.
 * @throws NOT_FOUND, VERSION_CONFLICT, LESSOR_DIFFERENCE_NOT_OPEN
 */
export async function decideDifference(
  context: SignedInContext,
  id: string,
  { act, version, ...body }: BodyOf<typeof lessorFiles.decide>,
): Promise<LessorDifference> {
  const { db, env, user } = context
  const row = (await lockDifference(db, id)) ?? fail('NOT_FOUND')
  const view = differenceView(row)
  requireVersion(version, row.version, view)
  const reason = body.reason?.trim() || null
  const isOpen = act === 'TELL' ? view.mayTell : ['OPEN', 'TO_TELL', 'TOLD'].includes(row.state)
  if (!isOpen) throw new AppError('LESSOR_DIFFERENCE_NOT_OPEN')
  if (act === 'SETTLE' && reason === null) failField('reason', 'REQUIRED', 'A reason is needed')
  const changed = {
    state: act === 'TELL' ? ('TO_TELL' as const) : ('SETTLED' as const),
    reason,
    decided_by: user.userId,
    decided_at: env.now(),
    updated_at: env.now(),
    version: row.version + 1,
  }
  await db.updateTable('lessor_differences').set(changed).where('id', '=', id).execute()
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: row.leasing_company_id },
    shared: false,
    data: { register: 'lessor-files', change: act === 'TELL' ? 'toTell' : 'settled', difference: id },
  })
  return differenceView({ ...row, ...changed })
}
