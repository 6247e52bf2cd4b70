import { endpoint, Id, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'

const LinkParams = Shape({ token: T.String({ minLength: 20, maxLength: 200 }) })
const Done = Shape({ done: T.Boolean() })
const fields = {
  kind: OneOf(['CONTACT', 'SECOND_FACTOR']),
  newEmail: Nullable(T.String()),
  newPhone: Nullable(T.String()),
  removesPhone: T.Boolean(),
  /** Null while a second staff member's yes is waited for. */
  takesEffectAt: Nullable(Instant),
  createdAt: Instant,
}

/** A change of somebody's sign-in by somebody else: proposed, told to every address, confirmed or refused. */
export const identityChanges = {
  look: endpoint({
    method: 'GET',
    path: '/api/identity-changes/:token',
    access: { token: 'identity-change' },
    summary: 'What somebody else proposes to change about a sign-in; for the reader of one of its addresses.',
    params: LinkParams,
    replies: { 200: Shape({ ...fields, side: OneOf(['NEW', 'OLD']), firstName: T.String() }) },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/identity-changes/:token/confirm',
    access: { token: 'identity-change' },
    summary: 'Confirms a proposed change for the mailbox that the link was mailed to.',
    params: LinkParams,
    replies: { 200: Shape({ inEffect: T.Boolean() }) },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'EMAIL_EXISTS'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/identity-changes/:token/refuse',
    access: { token: 'identity-change' },
    summary: 'Stops a proposed change.',
    params: LinkParams,
    replies: { 200: Done },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/user/identity-changes',
    access: 'session',
    summary: "Changes of one's own sign-in that somebody else has proposed.",
    replies: { 200: Shape({ items: T.Array(Shape({ identityChangeId: Id, ...fields })) }) },
  }),
  confirmOwn: endpoint({
    method: 'POST',
    path: '/api/user/identity-changes/:id/confirm',
    access: 'session',
    neverStored: true,
    summary: "Confirms a proposed change of one's own sign-in with the password.",
    params: Shape({ id: Id }),
    body: Shape({ password: T.String({ minLength: 1, maxLength: 256 }) }),
    replies: { 200: Shape({ inEffect: T.Boolean() }) },
    errors: ['NOT_FOUND', 'PASSWORD_CHECK_FAILED', 'EMAIL_EXISTS'],
  }),
  refuseOwn: endpoint({
    method: 'POST',
    path: '/api/user/identity-changes/:id/refuse',
    access: 'session',
    summary: "Stops a proposed change of one's own sign-in.",
    params: Shape({ id: Id }),
    replies: { 200: Done },
    errors: ['NOT_FOUND'],
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/system-users/:userId/identity-changes',
    access: 'identity-change:confirm',
    summary: "Open proposals about a person's sign-in, for the second staff member.",
    params: Shape({ userId: Id }),
    replies: {
      200: Shape({
        items: T.Array(
          Shape({ identityChangeId: Id, ...fields, needsSecondStaff: T.Boolean(), proposedByCaller: T.Boolean() }),
        ),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  confirmAsSecond: endpoint({
    method: 'POST',
    path: '/api/system-users/:userId/identity-change/confirm',
    access: 'identity-change:confirm',
    summary: 'A second staff member confirms what another has proposed; never the proposer, never the person.',
    params: Shape({ userId: Id }),
    body: Shape({ kind: OneOf(['CONTACT', 'SECOND_FACTOR']) }),
    replies: { 200: Shape({ inEffect: T.Boolean() }) },
    errors: ['NOT_FOUND', 'NOT_FOR_ONESELF', 'ROLE_ABOVE_OWN_TIER', 'EMAIL_EXISTS'],
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/api/system-users/:userId/second-factor-reset',
    access: 'identity-change:propose',
    summary: 'Proposes to remove a lost authenticator app; a second staff member confirms it.',
    params: Shape({ userId: Id }),
    replies: { 200: Shape({ takesEffectAt: Nullable(Instant) }) },
    errors: ['NOT_FOUND', 'NOT_FOR_ONESELF', 'ROLE_ABOVE_OWN_TIER'],
  }),
}
