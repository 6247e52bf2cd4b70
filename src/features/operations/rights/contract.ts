import { Proposal } from '#features/ground/proposals/contract.ts'
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
  Version,
} from '#platform/contract/contract.ts'
import { keptFor } from './retention.ts'
import { columnClasses, keepReasons, requestKinds, requestStates, runningThings } from './rules.ts'

const Kept = Shape({ reason: OneOf(keepReasons), until: Nullable(DayShape) })

const PlannedClass = Shape({
  class: OneOf(columnClasses),
  /** What keeps it; null for what goes. */
  kept: Nullable(Kept),
  tables: T.Array(Shape({ table: T.String(), rows: T.Integer() })),
})

const Plan = Shape({
  running: T.Array(OneOf(runningThings)),
  classes: T.Array(PlannedClass),
})

const Report = Shape({
  at: Instant,
  /** How many files went. */
  files: T.Integer(),
  /** How many values of the person were searched for in the whole database. */
  searched: T.Integer(),
  classes: T.Array(PlannedClass),
  found: T.Array(
    Shape({
      /** `files` for what a file says; the column is then what the files belong to. */
      table: T.String(),
      column: T.String(),
      rows: T.Integer(),
      class: Nullable(OneOf(columnClasses)),
      /** Why no time ends it. */
      keptAs: T.Optional(OneOf(keptFor)),
    }),
  ),
  /** How many files were read for the values, how many nobody could read, how many hold no text, and how many were not reached. */
  searchedFiles: T.Optional(
    Shape({ read: T.Integer(), unread: T.Integer(), textless: T.Optional(T.Integer()), left: T.Integer() }),
  ),
})
export type ErasureReport = T.Static<typeof Report>

const Request = {
  requestId: Id,
  kind: OneOf(requestKinds),
  state: OneOf(requestStates),
  wish: Nullable(T.String()),
  createdAt: Instant,
  dueDay: DayShape,
  extendedReason: Nullable(T.String()),
  answer: Nullable(T.String()),
  closedAt: Nullable(Instant),
  /** From when on a confirmed erasure is done. */
  eraseAt: Nullable(Instant),
  erasedAt: Nullable(Instant),
  mayWithdraw: T.Boolean(),
  version: Version,
}

const OwnRequest = Shape({
  ...Request,
  /** What is still kept of what was to be erased. */
  kept: T.Array(Shape({ class: OneOf(columnClasses), kept: Kept })),
})

const StaffRequest = Shape({
  ...Request,
  /** Whose data it is; null once that is erased. */
  name: Nullable(T.String()),
  email: Nullable(T.String()),
  hasAccount: T.Boolean(),
  /** Who wrote it down, and how they knew who asks; null where the person asked signed in. */
  madeBy: Nullable(T.String()),
  checkedHow: Nullable(T.String()),
  closedBy: Nullable(T.String()),
  /** The next look at what is kept. */
  nextDay: Nullable(DayShape),
  mayExtend: T.Boolean(),
  /** It is the caller's own: a colleague answers it. */
  isOwn: T.Boolean(),
  proposalId: Nullable(Id),
})
export type StaffRequestView = T.Static<typeof StaffRequest>

const Text = T.String({ minLength: 5, maxLength: 2000, pattern: '\\S' })
const byId = Shape({ id: Id })

export const ownRights = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/requests',
    access: 'session',
    summary: 'What one has asked about one’s own data, newest first, and what an erasure would do today.',
    replies: { 200: Shape({ requests: T.Array(OwnRequest), plan: Plan }) },
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/user/requests',
    access: 'session',
    summary:
      'Asks for the erasure, correction or restriction of one’s own data, or objects to its use. Erasure wants a proof of oneself a short while ago.',
    body: Shape({ kind: OneOf(requestKinds), wish: T.Optional(T.String({ maxLength: 2000 })) }),
    replies: { 201: OwnRequest },
    errors: ['STEP_UP_REQUIRED', 'REQUEST_OPEN'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/user/requests/:id/withdraw',
    access: 'session',
    params: byId,
    summary: 'Takes back one’s own request while it is not done; a restriction or an objection also later.',
    body: Shape({ version: Version }),
    replies: { 200: OwnRequest },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'REQUEST_CLOSED'],
  }),
}

const Counts = T.Array(Shape({ class: OneOf(columnClasses), table: T.String(), rows: T.Integer() }))

export const rights = {
  retention: endpoint({
    method: 'GET',
    path: '/api/personal-data/retention',
    access: 'personal-data:decide',
    summary:
      'What ends each class of each table, and what the last run has ended and will end within 30 days, by rows.',
    replies: {
      200: Shape({
        at: Nullable(Instant),
        done: Counts,
        ahead: Counts,
        endings: T.Array(
          Shape({
            class: OneOf(columnClasses),
            table: T.String(),
            /** The job that ends it. */
            job: Nullable(T.String()),
            /** Why none does. */
            kept: Nullable(OneOf(keptFor)),
          }),
        ),
      }),
    },
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/personal-data/requests',
    access: 'personal-data:decide',
    summary: 'Requests of people about their own data, the open ones first.',
    query: Shape({
      ...pageQuery(),
      sort: sorting('createdAt', 'dueDay'),
      state: T.Optional(OneOf(requestStates)),
      kind: T.Optional(OneOf(requestKinds)),
      id: T.Optional(Id),
    }),
    replies: { 200: Page(StaffRequest) },
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/personal-data/requests/:id',
    access: 'personal-data:decide',
    params: byId,
    summary: 'What an erasure would do today, table by table, and what one has done.',
    replies: { 200: Shape({ plan: Nullable(Plan), report: Nullable(Report) }) },
    errors: ['NOT_FOUND'],
  }),
  record: endpoint({
    method: 'POST',
    path: '/api/personal-data/requests',
    access: 'personal-data:decide',
    summary:
      'Writes down the request of somebody who cannot sign in, and how they were known. Whoever signs in asks on their own page.',
    body: Shape({
      kind: OneOf(requestKinds),
      email: T.String({ format: 'email', maxLength: 254 }),
      wish: T.Optional(T.String({ maxLength: 2000 })),
      checkedHow: Text,
    }),
    replies: { 201: StaffRequest },
    errors: ['STEP_UP_REQUIRED', 'REQUEST_OPEN', 'REQUEST_BY_PERSON', 'NOTHING_KNOWN_OF'],
  }),
  extend: endpoint({
    method: 'POST',
    path: '/api/personal-data/requests/:id/extend',
    access: 'personal-data:decide',
    params: byId,
    summary: 'Takes two more months, once; the person is told why.',
    body: Shape({ version: Version, reason: Text }),
    replies: { 200: StaffRequest },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'REQUEST_CLOSED', 'REQUEST_EXTENDED', 'REQUEST_OWN'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/personal-data/requests/:id/answer',
    access: 'personal-data:decide',
    params: byId,
    summary:
      'Grants a correction, an objection or a restriction, or refuses any request; the person is told why and where to complain.',
    body: Shape({ version: Version, grants: T.Boolean(), answer: Text }),
    replies: { 200: StaffRequest },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'REQUEST_CLOSED', 'REQUEST_OWN', 'ERASURE_IS_PROPOSED'],
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/personal-data/requests/:id/erase',
    access: 'personal-data:decide',
    params: byId,
    summary: 'Proposes the erasure; a second member of staff confirms it, and a job does it a day later.',
    body: Shape({ version: Version, why: T.Optional(T.String({ maxLength: 500 })) }),
    replies: { 202: Proposal },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'REQUEST_CLOSED',
      'REQUEST_OWN',
      'REQUEST_NOT_ERASURE',
      'PROPOSAL_EXISTS',
    ],
  }),
}
