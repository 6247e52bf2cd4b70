import { employeeStatuses } from '#features/ground/employment/rules.ts'
import { invitationKinds } from '#features/ground/invitations/rules.ts'
import { endpoint, Id, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'

const LinkParams = Shape({ token: T.String({ minLength: 20, maxLength: 200 }) })
const PasswordText = T.String({ minLength: 1, maxLength: 256 })
const Done = Shape({ done: T.Boolean() })

const invitationFields = {
  kind: OneOf(invitationKinds),
  companyName: Nullable(T.String()),
  roles: T.Array(T.String()),
  expiresAt: Instant,
}

/** A company to which a person belongs by their own yes. */
const Bond = Shape({
  companyId: Id,
  companyName: T.String(),
  /** The person's row as an employee there; null for somebody who only acts for the company. */
  employeeStatus: Nullable(OneOf(employeeStatuses)),
  roles: T.Array(T.String()),
  openOrders: T.Integer(),
  runningLeases: T.Integer(),
})
export type Bond = T.Static<typeof Bond>

/** Consent: what ties a person to a company is asked from the person, shown to them, and ended by them. */
export const memberships = {
  look: endpoint({
    method: 'GET',
    path: '/api/invitations/:token',
    access: { token: 'invitation' },
    summary: 'Who invites, to what, and whether the invited address has an account already.',
    params: LinkParams,
    replies: { 200: Shape({ ...invitationFields, email: T.String(), firstName: T.String(), hasAccount: T.Boolean() }) },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/:token/accept',
    access: { token: 'invitation' },
    neverStored: true,
    summary: 'Says yes by the mail’s link; an address without an account gets one with the password given here.',
    params: LinkParams,
    body: Shape({ password: T.Optional(PasswordText) }),
    replies: { 200: Done },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'PASSWORD_TOO_WEAK'],
  }),
  acceptSignedIn: endpoint({
    method: 'POST',
    path: '/api/invitations/:token/accept-signed-in',
    access: 'session',
    summary: 'Says yes by the mail’s link with the account that is signed in, whatever address it has.',
    params: LinkParams,
    replies: { 200: Done },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/invitations/:token/decline',
    access: { token: 'invitation' },
    summary: 'Says no by the mail’s link; what the inviter typed is removed.',
    params: LinkParams,
    replies: { 200: Done },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/user/bonds',
    access: 'session',
    summary: "One's own companies, and the invitations that wait at one's sign-in address.",
    replies: {
      200: Shape({ bonds: T.Array(Bond), invitations: T.Array(Shape({ invitationId: Id, ...invitationFields })) }),
    },
  }),
  acceptOwn: endpoint({
    method: 'POST',
    path: '/api/user/invitations/:id/accept',
    access: 'session',
    summary: "Says yes to an invitation at one's own sign-in address.",
    params: Shape({ id: Id }),
    replies: { 200: Done },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  declineOwn: endpoint({
    method: 'POST',
    path: '/api/user/invitations/:id/decline',
    access: 'session',
    summary: "Says no to an invitation at one's own sign-in address.",
    params: Shape({ id: Id }),
    replies: { 200: Done },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/user/bonds/:companyId/end',
    access: 'session',
    summary: "Ends one's own bond with a company: roles there end, and the employer sees nothing new of the person.",
    params: Shape({ companyId: Id }),
    replies: { 200: Done },
    errors: ['NOT_FOUND', 'BOND_IN_USE', 'LAST_SUPER_ADMIN_NOT_ALLOWED'],
  }),
}
