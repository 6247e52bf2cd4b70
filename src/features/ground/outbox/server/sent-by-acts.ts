import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { MessageStatus } from '../rules.ts'
import type { SentMessage } from '../shapes.ts'
import { isKept, toldStatus } from './told-status.ts'

/** So many messages of one act are named. */
const MESSAGES_MAX = 10

interface SentRow extends Omit<SentMessage, 'sentAt'> {
  readonly eventId: string
  readonly status: MessageStatus
  readonly sentAt: Date | null
}

/**
 * What the acts of already found events sent, by event: to people of the event's company, and to nobody's in particular.
 * An act is one transaction; its time is compared because a restored cluster counts transactions anew.
 */
export async function sentByActs(db: Db, eventIds: readonly string[]): Promise<Map<string, SentMessage[]>> {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<SentRow>`
    select v.id as "eventId", m.* from events v cross join lateral (
      select m.id as "messageId", m.recipient, m.subject, m.language, ${toldStatus('m')} as status,
             case when ${isKept('m')} then null else m.sent_at end as "sentAt" from outbox m
       where m.written_in = v.written_in and (m.company_id is null or m.company_id is not distinct from v.company_id)
         and m.created_at between v.occurred_at - interval '1 hour' and v.occurred_at + interval '1 hour'
       order by m.created_at, m.id limit ${sql.lit(MESSAGES_MAX)}) m
     where v.id = any(${[...eventIds]}::uuid[]) and v.written_in is not null`.execute(db)
  const found = Map.groupBy(rows, ({ eventId }) => eventId)
  return new Map(
    [...found].map(([eventId, own]) => [
      eventId,
      own.map(({ eventId: _, sentAt, ...row }) => ({ ...row, sentAt: sentAt?.toISOString() ?? null })),
    ]),
  )
}
