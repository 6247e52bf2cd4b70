import { settleNotices } from '#features/ground/notifications/server/notify.ts'
import type { Db } from '#platform/server/database/db.ts'
import { removeFile } from '#platform/server/documents/stored-files.ts'
import { type Actor, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Read, readFacts } from './facts.ts'
import { kindOf } from './kinds.ts'
import { logProposal } from './log.ts'
import type { ProposalRow } from './queries.ts'
import { tellClosed } from './tell.ts'

const events = {
  DONE: 'PROPOSAL_CONFIRMED',
  REFUSED: 'PROPOSAL_REFUSED',
  WITHDRAWN: 'PROPOSAL_WITHDRAWN',
  EXPIRED: 'PROPOSAL_EXPIRED',
} as const
const words = { DONE: 'done', REFUSED: 'refused', WITHDRAWN: 'withdrawn', EXPIRED: 'expired' } as const

export interface Closing {
  readonly to: keyof typeof events
  /** Null is the clock. */
  readonly by: { readonly userId: string; readonly actor: Actor } | null
  readonly reason?: string
  /** What is known of it already. */
  readonly read?: Read
}

/** Ends a proposal that its caller has locked, and tells everybody who heard of it. */
export async function closeProposal(db: Db, services: Services, row: ProposalRow, closing: Closing): Promise<void> {
  const { env } = services
  const { to, by, reason = null } = closing
  const read = closing.read ?? (await readFacts(db, row, { env }))
  const now = env.now()
  const forgotten = to !== 'DONE' && kindOf(row.kind).forgetsFile ? row.file_id : null
  await db
    .updateTable('proposals')
    .set((e) => ({
      state: to,
      closed_at: now,
      closed_by: by?.userId ?? null,
      closed_reason: reason,
      ...(forgotten ? { file_id: null } : {}),
      updated_at: now,
      version: e('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute()
  if (forgotten) await removeFile(db, services, forgotten)
  await settleNotices(db, now, row.id, [])
  await logProposal(db, services, { row, actor: by?.actor ?? systemActor, type: events[to] })
  await tellClosed(db, services, { row, read, by: by?.userId ?? null, reason }, words[to])
}
