import { sql } from 'kysely'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { folded, searchedIn } from '#platform/server/database/search.ts'
import { withoutSecrets } from '#platform/values/redaction.ts'
import type { channels, messageStatuses } from '../rules.ts'

const messagesIn = (db: Db, scope: Scope) =>
  db.selectFrom('outbox as m').where(within(scope, { company: 'm.company_id', owner: 'm.user_id' }))

export type MessageRecord = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** A message in the form of the wire, without its text. */
export function messageView(m: Omit<MessageRecord, 'body_text'>) {
  return {
    messageId: m.id,
    version: m.version,
    channel: m.channel,
    recipient: m.recipient,
    subject: withoutSecrets(m.subject),
    status: m.status,
    attempts: m.attempts,
    lastError: m.last_error,
    createdAt: m.created_at.toISOString(),
    sentAt: m.sent_at?.toISOString() ?? null,
    nextAttemptAt: m.status === 'PENDING' && m.waits_for_file_id === null ? m.next_attempt_at.toISOString() : null,
  }
}

export interface MessageFilter {
  readonly page: number
  readonly limit: number
  readonly status?: (typeof messageStatuses)[number] | undefined
  readonly channel?: (typeof channels)[number] | undefined
  readonly search?: string | undefined
}

/** A page of messages, newest first. */
export async function listMessages(db: Db, scope: Scope, filter: MessageFilter) {
  const search = searchText(filter.search)
  let chosen = messagesIn(db, scope)
  if (filter.status) chosen = chosen.where('m.status', '=', filter.status)
  if (filter.channel) chosen = chosen.where('m.channel', '=', filter.channel)
  if (search) chosen = chosen.where(searchedIn(folded(sql`' ' || m.recipient`), search))
  const rows = await chosen
    .selectAll('m')
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute()
  return pageOf(rows.map(messageView), { page: filter.page, limit: filter.limit, total: await countOf(db, chosen) })
}

export async function findMessage(db: Db, scope: Scope, id: string) {
  return messagesIn(db, scope).selectAll('m').where('m.id', '=', id).executeTakeFirst()
}

/** Takes a message inside the scope before it is changed. */
export async function lockMessage(db: Db, scope: Scope, id: string) {
  return messagesIn(db, scope).selectAll('m').where('m.id', '=', id).forUpdate().executeTakeFirst()
}
