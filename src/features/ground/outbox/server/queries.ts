import { sql } from 'kysely'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { hasOwnOrder, pageOfTexts } from '#platform/server/database/search.ts'
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
  readonly companyId?: string | undefined
  readonly search?: string | undefined
}

/** The messages that a filter without its search lets through, newest first. */
const chosenMessages = (db: Db, scope: Scope, { status, channel, companyId }: MessageFilter) =>
  messagesIn(db, scope)
    .$if(status !== undefined, (q) => q.where('m.status', '=', status!))
    .$if(channel !== undefined, (q) => q.where('m.channel', '=', channel!))
    .$if(companyId !== undefined, (q) => q.where('m.company_id', '=', companyId!))

/** The ids of one page and the bounded count of all. */
function pageOfIds(db: Db, scope: Scope, filter: MessageFilter) {
  const page = { limit: filter.limit, offset: (filter.page - 1) * filter.limit }
  const search = searchText(filter.search)
  const chosen = chosenMessages(db, scope, filter)
  const rows = chosen.select(['m.id', 'm.created_at', 'm.search_text'])
  const order = sql`created_at desc, id desc`
  return pageOfTexts(db, { table: 'outbox', rows, order, isOrdered: hasOwnOrder(scope) }, search, page)
}

/** A page of messages, newest first. */
export async function listMessages(db: Db, scope: Scope, filter: MessageFilter) {
  const { ids, ...count } = await pageOfIds(db, scope, filter)
  const rows = await messagesIn(db, scope)
    .selectAll('m')
    .where('m.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute()
  return pageOf(rows.map(messageView), { page: filter.page, limit: filter.limit, ...count })
}

export async function findMessage(db: Db, scope: Scope, id: string) {
  return messagesIn(db, scope).selectAll('m').where('m.id', '=', id).executeTakeFirst()
}

/** Takes a message inside the scope before it is changed. */
export async function lockMessage(db: Db, scope: Scope, id: string) {
  return messagesIn(db, scope).selectAll('m').where('m.id', '=', id).forUpdate().executeTakeFirst()
}
