import { endpoint, Id, Instant, Name, Nullable, OneOf, pageQuery, Shape, T, Text } from '#platform/contract/contract.ts'
import { broadcastAudiences, notificationPriorities, notificationTypes } from './rules.ts'

const ById = Shape({ id: Id })
const BroadcastText = Shape({ title: Name, message: Text })

export const Notification = Shape({
  id: Id,
  type: OneOf(notificationTypes),
  /** In the reader's language. */
  title: T.String(),
  message: T.String(),
  /** The page that it is about. */
  link: Nullable(T.String()),
  read: T.Boolean(),
  /** What it asked for has been done or is no longer asked. */
  done: T.Boolean(),
  readAt: Nullable(Instant),
  createdAt: Instant,
  priority: OneOf(notificationPriorities),
})
export type Notification = T.Static<typeof Notification>

const Pagination = Shape({
  page: T.Integer(),
  limit: T.Integer(),
  total: T.Integer(),
  totalPages: T.Integer(),
  hasNext: T.Boolean(),
  hasPrevious: T.Boolean(),
})

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'notification:read',
    summary: 'One’s own notifications, newest first; `types` are separated by commas.',
    query: Shape({
      ...pageQuery(20),
      unreadOnly: T.Optional(T.Boolean({ default: false })),
      types: T.Optional(T.String({ maxLength: 200 })),
      priority: T.Optional(OneOf(notificationPriorities)),
    }),
    replies: { 200: Shape({ notifications: T.Array(Notification), pagination: Pagination }) },
  }),
  checker: endpoint({
    method: 'GET',
    path: '/api/notifications/checker',
    access: 'notification:read',
    summary: 'Whether something has come since the last look; the answer carries the instant for the next one.',
    etag: true,
    query: Shape({ lastFetch: T.Optional(Instant) }),
    replies: { 200: Shape({ hasNew: T.Boolean(), unreadCount: T.Integer(), lastFetch: Instant }) },
  }),
  unreadCount: endpoint({
    method: 'GET',
    path: '/api/notifications/unread-count',
    access: 'notification:read',
    summary: 'How many of one’s own notifications are unread.',
    replies: { 200: Shape({ count: T.Integer() }) },
  }),
  markAsRead: endpoint({
    method: 'PUT',
    path: '/api/notifications/mark-as-read',
    access: 'notification:write',
    summary: 'Marks the named notifications as read; without `notificationIds` all of them, with an empty list none.',
    body: Nullable(Shape({ notificationIds: T.Optional(T.Array(Id, { maxItems: 500 })) })),
    replies: { 200: Shape({ updated: T.Integer(), unreadCount: T.Integer() }) },
    errors: ['NOT_FOUND'],
  }),
  broadcastReach: endpoint({
    method: 'GET',
    path: '/api/notifications/broadcast',
    access: 'settings:write',
    sums: true,
    summary: 'How many people a message about the service would reach now, by its audience.',
    replies: { 200: Shape({ EMPLOYERS: T.Integer(), EVERYBODY: T.Integer() }) },
  }),
  broadcast: endpoint({
    method: 'POST',
    path: '/api/notifications/broadcast',
    access: 'settings:write',
    summary:
      'Tells everybody, or everybody who acts for an employer, about the service: a notice each in their language, by e-mail too where they want it.',
    body: Shape({
      audience: OneOf(broadcastAudiences),
      mail: T.Boolean(),
      texts: Shape({ fi: BroadcastText, en: BroadcastText, sv: BroadcastText }),
    }),
    replies: { 200: Shape({ recipients: T.Integer() }) },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/notifications/:id',
    access: 'notification:read',
    summary: 'One notification; reading it here does not mark it as read.',
    params: ById,
    replies: { 200: Notification },
    errors: ['NOT_FOUND'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/notifications/:id',
    access: 'notification:write',
    summary: 'Deletes one of one’s own notifications.',
    params: ById,
    replies: { 200: Shape({ id: Id }) },
    errors: ['NOT_FOUND'],
  }),
}
