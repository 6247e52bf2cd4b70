import { SentMessage } from '#features/ground/outbox/shapes.ts'
import { chainFaults } from '#platform/contract/chain-faults.ts'
import {
  DayShape,
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
} from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { actorKinds, faultSubjects, subjectTypes } from './rules.ts'

const Event = Shape({
  eventId: Id,
  /** Events with the same mark were written by one act; null for what was written before acts were marked. */
  act: Nullable(T.String()),
  type: T.String(),
  at: Instant,
  actor: OneOf(actorKinds),
  actorName: Nullable(T.String()),
  subjectType: OneOf(subjectTypes),
  subjectId: Id,
  /** What the subject is called, for the staff only; null for what bears no name. */
  subjectName: Nullable(T.String()),
  /** Its place in the subject's chain, from 1. */
  position: T.Integer(),
  companyId: Nullable(Id),
  companyName: Nullable(T.String()),
  orderId: Nullable(Id),
  orderNumber: Nullable(T.String()),
  shared: T.Boolean(),
  /** What became different, from what to what; for the staff only. */
  changes: T.Array(Shape({ name: T.String(), from: Nullable(T.String()), to: Nullable(T.String()) })),
  /** The event's other facts, for the staff only. */
  facts: T.Array(Shape({ name: T.String(), value: T.String() })),
  /** What the act sent, at most ten, for whoever may read the messages that the service has written. */
  messages: T.Array(SentMessage),
  hash: T.String(),
})

const listFilter = {
  sort: sorting('at'),
  /** An order's number; for the staff also words of the name of whoever acted. */
  search: T.Optional(T.String({ maxLength: 200 })),
  subjectType: T.Optional(OneOf(subjectTypes)),
  companyId: T.Optional(Id),
  /** The person whom the events are about. */
  userId: T.Optional(Id),
  /** The row of a register of the staff, such as a store, that the events are about. */
  registerId: T.Optional(Id),
  type: T.Optional(T.String({ maxLength: 60, pattern: '^[A-Z_]+$' })),
  from: T.Optional(DayShape),
  to: T.Optional(DayShape),
}

export const eventLog = {
  list: endpoint({
    method: 'GET',
    path: '/api/events',
    access: 'event-log:read',
    summary: 'Events of the scope, newest first; parties of an order see the shared ones only.',
    query: Shape({ ...pageQuery(20), ...listFilter }),
    replies: { 200: Page(Event) },
  }),
  listFile: endpoint({
    method: 'GET',
    path: '/api/event-log/file',
    access: 'event-log:verify-export',
    summary: 'All events that a filter lets through with what they changed and their hashes, as CSV or a workbook.',
    query: Shape({ format: SheetFormat, ...listFilter }),
    file: true,
    replies: { 200: T.Any() },
  }),
  verify: endpoint({
    method: 'GET',
    path: '/api/event-log/verify',
    sums: true,
    access: 'event-log:verify-export',
    summary:
      'Recomputes every hash chain, compares signatures, payments and terms of agreements with it, reads every file and every kept file of heads and names the places that do not fit, at most 100 of them, and apart from them the breaks that are known and were accepted as they stand.',
    replies: {
      200: Shape({
        chains: T.Integer(),
        events: T.Integer(),
        files: T.Integer(),
        faultCount: T.Integer(),
        faults: T.Array(
          Shape({
            subjectType: OneOf(faultSubjects),
            subjectId: Id,
            position: T.Integer(),
            fault: OneOf(chainFaults),
          }),
        ),
        knownCount: T.Integer(),
        /** Breaks that somebody has answered for; nothing at their places has changed since. At most 100. */
        known: T.Array(
          Shape({
            subjectType: OneOf(faultSubjects),
            subjectId: Id,
            position: T.Integer(),
            fault: OneOf(chainFaults),
            acceptedAt: Instant,
            acceptedBy: T.String(),
            reason: T.String(),
          }),
        ),
      }),
    },
  }),
}
