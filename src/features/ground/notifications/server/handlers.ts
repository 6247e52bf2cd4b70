import type { LanguageCode } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { Answer, type BaseContext, besideSession, type Handlers } from '#platform/server/http/context.ts'
import { wordsOf } from '#platform/server/http/filter-words.ts'
import type { Notification, notifications } from '../contract.ts'
import { type NotificationType, notificationTypes } from '../rules.ts'
import { audienceSizes, broadcast } from './broadcast.ts'
import { deleteNotification, markRead } from './own.ts'
import {
  countOwn,
  countUnread,
  findNotification,
  listNotifications,
  type NotificationRow,
  unreadOfUser,
} from './queries.ts'

type Reader = Pick<BaseContext, 'texts' | 'brand'> & { readonly language: LanguageCode }

/** A stored notification in the reader's language: its words are made when it is read, not when it is written. */
function viewOf(row: NotificationRow, { texts, brand, language }: Reader): Notification {
  const values = { product: brand.name, ...(row.template_values as Record<string, unknown>) }
  const title = texts.t(language, `${row.template}.title`, values)
  return {
    id: row.id,
    type: row.type,
    title: row.done_at ? texts.t(language, 'notifications:done', { title }) : title,
    message: texts.t(language, `${row.template}.message`, values),
    link: row.link,
    read: row.read_at !== null,
    done: row.done_at !== null,
    readAt: row.read_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    priority: row.priority,
  }
}

const isType = (word: string): word is NotificationType => notificationTypes.some((type) => type === word)

export const notificationsHandlers: Handlers<typeof notifications> = {
  async list({ query }, context) {
    const page = query.page ?? 1
    const limit = query.limit ?? 20
    const filter = {
      unreadOnly: query.unreadOnly,
      types: wordsOf(query.types, 'types', isType) ?? undefined,
      priority: query.priority,
    }
    const at = { limit, offset: (page - 1) * limit }
    const { rows, total } = await listNotifications(context.db, context.user.userId, filter, at)
    const {
      items,
      totalIsEstimate: _,
      ...pagination
    } = pageOf(
      rows.map((row) => viewOf(row, context)),
      { page, limit, total },
    )
    return { notifications: items, pagination }
  },
  checker: besideSession(unreadOfUser, async ({ query }, { admittedAt }, { unread, newestAt }) => {
    const after = query.lastFetch ? Date.parse(query.lastFetch) : null
    const hasNew = after === null ? unread > 0 : newestAt !== null && newestAt > after
    // From before the look: what is written in between is found by the next one. Another instant alone is nothing new.
    const body = { hasNew, unreadCount: unread, lastFetch: admittedAt.toISOString() }
    return new Answer(200, body, { etag: `${hasNew}-${unread}-${newestAt}` })
  }),
  async unreadCount(_request, { db, user }) {
    return { count: await countUnread(db, user.userId) }
  },
  async markAsRead({ body }, { db, env, user }) {
    const ids = body?.notificationIds
    // A list that names even one that is not one's own is refused whole.
    if (ids && (await countOwn(db, user.userId, ids)) !== new Set(ids.map((id) => id.toLowerCase())).size)
      fail('NOT_FOUND')
    const updated = await markRead(db, user.userId, env.now(), ids)
    return { updated, unreadCount: await countUnread(db, user.userId) }
  },
  broadcastReach: (_request, { db }) => audienceSizes(db),
  async broadcast({ body }, context) {
    return { recipients: await broadcast(context, body) }
  },
  async get({ params }, context) {
    const row = await findNotification(context.db, context.user.userId, params.id)
    return viewOf(row ?? fail('NOT_FOUND'), context)
  },
  async remove({ params }, { db, user }) {
    if (!(await deleteNotification(db, user.userId, params.id))) fail('NOT_FOUND')
    return { id: params.id }
  },
}
