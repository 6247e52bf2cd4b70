import {
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  sorting,
  T,
  Version,
} from '#platform/contract/contract.ts'
import { channels, messageStatuses } from './rules.ts'

const Message = Shape({
  messageId: Id,
  version: T.Integer(),
  channel: OneOf(channels),
  recipient: T.String(),
  subject: T.String(),
  status: OneOf(messageStatuses),
  attempts: T.Integer(),
  lastError: Nullable(T.String()),
  createdAt: Instant,
  sentAt: Nullable(Instant),
  nextAttemptAt: Nullable(Instant),
  /** Somebody is set who delivers its channel. */
  hasGateway: T.Boolean(),
})

const params = Shape({ id: Id })

export const outbox = {
  list: endpoint({
    method: 'GET',
    path: '/api/outbox',
    access: 'outbox:read',
    summary: 'Messages that the service has written, newest first, without their texts.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt'),
      status: T.Optional(OneOf(messageStatuses)),
      channel: T.Optional(OneOf(channels)),
      /** Those about one company. */
      companyId: T.Optional(Id),
      search: T.Optional(T.String({ maxLength: 120 })),
    }),
    replies: { 200: Page(Message) },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/outbox/:id',
    access: 'outbox:read',
    summary: 'One message with its text; the secrets of its links and its codes are left out.',
    params,
    replies: { 200: Shape({ ...Message.properties, text: T.String() }) },
    errors: ['NOT_FOUND'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/outbox/:id/retry',
    access: 'outbox:retry',
    summary:
      'Tries a message again that could not be delivered, or sends one that was kept while nobody delivered its channel.',
    params,
    body: Shape({ version: Version }),
    replies: { 200: Message },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'CHANNEL_NOT_SET'],
  }),
}
