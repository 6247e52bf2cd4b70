import { sql } from 'kysely'
import type { SortName } from '#platform/contract/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { hasOwnOrder, pageOfTexts } from '#platform/server/database/search.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { hasGateway } from '#platform/server/runtime/gateways.ts'
import { withoutSecrets } from '#platform/values/redaction.ts'
import type { channels, MessageStatus, messageStatuses } from '../rules.ts'
import { isKept, statusOf } from './told-status.ts'

const messagesIn = (db: Db, scope: Scope) =>
  db.selectFrom('outbox as m').where(within(scope, { company: 'm.company_id', owner: 'm.user_id' }))

export type MessageRecord = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** A message in the form of the wire, without its text. */
export function messageView(m: Omit<MessageRecord, 'body_text'>, config: Config) {
  const status = statusOf(m)
  return {
    messageId: m.id,
    version: m.version,
    channel: m.channel,
    recipient: m.recipient,
    subject: withoutSecrets(m.subject),
    status,
    attempts: m.attempts,
    lastError: m.last_error,
    createdAt: m.created_at.toISOString(),
    sentAt: status === 'KEPT' ? null : (m.sent_at?.toISOString() ?? null),
    nextAttemptAt: m.status === 'PENDING' && m.waits_for_file_id === null ? m.next_attempt_at.toISOString() : null,
    hasGateway: hasGateway(config, m.channel),
  }
}

export interface MessageFilter {
  readonly page: number
  readonly limit: number
  readonly sort?: SortName<'createdAt'> | undefined
  readonly status?: (typeof messageStatuses)[number] | undefined
  readonly channel?: (typeof channels)[number] | undefined
  readonly companyId?: string | undefined
  readonly search?: string | undefined
}

type StoredStatus = Exclude<MessageStatus, 'KEPT'>

/** The messages that a filter without its search lets through, newest first. */
const chosenMessages = (db: Db, scope: Scope, { status, channel, companyId }: MessageFilter) =>
  messagesIn(db, scope)
    .$if(status !== undefined && status !== 'KEPT', (q) => q.where('m.status', '=', status as StoredStatus))
    .$if(status === 'SENT', (q) => q.where(sql<boolean>`${isKept('m')} is not true`))
    .$if(status === 'KEPT', (q) => q.where(isKept('m')))
    .$if(channel !== undefined, (q) => q.where('m.channel', '=', channel!))
    .$if(companyId !== undefined, (q) => q.where('m.company_id', '=', companyId!))

const orderOf = ({ sort }: MessageFilter) =>
  sortedBy(sort ?? '-createdAt', { createdAt: { filled: sql.ref('created_at') } })

/** The ids of one page and the bounded count of all. */
function pageOfIds(db: Db, scope: Scope, filter: MessageFilter) {
  const page = { limit: filter.limit, offset: (filter.page - 1) * filter.limit }
  const search = searchText(filter.search)
  const chosen = chosenMessages(db, scope, filter)
  const rows = chosen.select(['m.id', 'm.created_at', 'm.search_text'])
  const order = orderOf(filter)
  return pageOfTexts(db, { table: 'outbox', rows, order, isOrdered: hasOwnOrder(scope) }, search, page)
}

/** A page of messages, newest first. */
export async function listMessages(db: Db, scope: Scope, filter: MessageFilter, config: Config) {
  const { ids, ...count } = await pageOfIds(db, scope, filter)
  const rows = await messagesIn(db, scope)
    .selectAll('m')
    .where('m.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], m.id)`)
    .execute()
  return pageOf(
    rows.map((row) => messageView(row, config)),
    { page: filter.page, limit: filter.limit, ...count },
  )
}

export async function findMessage(db: Db, scope: Scope, id: string) {
  return messagesIn(db, scope).selectAll('m').where('m.id', '=', id).executeTakeFirst()
}

/** Takes a message inside the scope before it is changed. */
export async function lockMessage(db: Db, scope: Scope, id: string) {
  return messagesIn(db, scope).selectAll('m').where('m.id', '=', id).forUpdate().executeTakeFirst()
}
