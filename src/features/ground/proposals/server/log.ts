import type { Db } from '#platform/server/database/db.ts'
import { type Actor, type EventType, logEvent, type SubjectType } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { ProposalRow } from './queries.ts'

/** Notes what has become of a proposal at what it would change; the company on whose timeline it stands sees it, too. */
export async function logProposal(
  db: Db,
  { env }: Pick<Services, 'env'>,
  {
    row,
    actor,
    type,
    data = {},
  }: {
    readonly row: ProposalRow
    readonly actor: Actor
    readonly type: EventType
    readonly data?: Record<string, string>
  },
): Promise<void> {
  await logEvent(db, env, actor, type, {
    subject: { type: row.subject_type as SubjectType, id: row.subject_id },
    companyId: row.company_id,
    shared: row.company_id !== null,
    data: { proposal: row.id, kind: row.kind, ...data },
  })
}
