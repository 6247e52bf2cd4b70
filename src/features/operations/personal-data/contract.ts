import { endpoint, Id, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { copyStates, readers, readFields, readPurposes } from './rules.ts'

const Copy = Shape({
  copyId: Id,
  state: OneOf(copyStates),
  orderedAt: Instant,
  /** Until when it can be downloaded. */
  expiresAt: Instant,
})

const MadeCopy = Shape({
  ...Copy.properties,
  /** Whose data it holds: the address that was asked for. */
  email: T.String(),
  reason: T.String(),
  madeBy: T.String(),
})

const Read = Shape({
  at: Instant,
  what: OneOf(readFields),
  reader: OneOf(readers),
  /** The reader's name; the staff are known as customer service. */
  name: Nullable(T.String()),
  companyName: Nullable(T.String()),
  /** For what the reader needed it, as they said. */
  purpose: Nullable(OneOf(readPurposes)),
})

export const ownData = {
  reads: endpoint({
    method: 'GET',
    path: '/api/user/reads',
    access: 'session',
    summary: 'Who has read what is protected of one’s own data, newest first, at most 100.',
    replies: { 200: Shape({ reads: T.Array(Read) }) },
  }),
  copies: endpoint({
    method: 'GET',
    path: '/api/user/copies',
    access: 'session',
    summary: "The copies of one's own data that one has ordered, newest first.",
    replies: { 200: Shape({ copies: T.Array(Copy) }) },
  }),
  order: endpoint({
    method: 'POST',
    path: '/api/user/copies',
    access: 'session',
    summary:
      "Orders a copy of one's own data; it is made within minutes and takes the place of the one before. The session has proven itself a short while ago.",
    body: Shape({}),
    replies: { 201: Copy },
    errors: ['STEP_UP_REQUIRED', 'COPY_BEING_MADE'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/user/copies/:id/file',
    access: 'session',
    params: Shape({ id: Id }),
    file: true,
    summary: "A copy of one's own data as a ZIP archive, until its time is up.",
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
}

export const personalData = {
  copies: endpoint({
    method: 'GET',
    path: '/api/personal-data/copies',
    access: 'personal-data:export',
    summary: 'The copies that staff have made for people without a sign-in, newest first, at most 200.',
    replies: { 200: Shape({ copies: T.Array(MadeCopy) }) },
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/personal-data/copies',
    access: 'personal-data:export',
    summary:
      'Makes a copy of what is known of an address whose owner cannot sign in; the reason is recorded. Whoever signs in orders their own.',
    body: Shape({
      email: T.String({ format: 'email', maxLength: 254 }),
      reason: T.String({ minLength: 5, maxLength: 500 }),
    }),
    replies: { 201: MadeCopy },
    errors: ['STEP_UP_REQUIRED', 'COPY_BEING_MADE', 'COPY_OWN_ORDER', 'NOTHING_KNOWN_OF'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/personal-data/copies/:id/file',
    access: 'personal-data:export',
    params: Shape({ id: Id }),
    file: true,
    summary: 'A copy that staff have made, as a ZIP archive, until its time is up; for whoever made it alone.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
}
