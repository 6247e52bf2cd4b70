import { endpoint, Id, Instant, Shape, T } from '#platform/contract/contract.ts'

const PasswordText = T.String({ minLength: 1, maxLength: 256 })
const LinkParams = Shape({ token: T.String({ minLength: 20, maxLength: 200 }) })

/** What signed-in people change about their own way of signing in. */
export const ownSignIn = {
  logoutElsewhere: endpoint({
    method: 'POST',
    path: '/api/logout/elsewhere',
    access: 'session',
    neverStored: true,
    summary: 'Ends every other session of the signed-in user; this one goes on.',
    replies: { 200: Shape({ ended: T.Integer() }) },
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/sessions/:sessionId',
    access: 'session',
    neverStored: true,
    summary: 'Ends one session of the signed-in user.',
    params: Shape({ sessionId: Id }),
    replies: { 200: Shape({ sessionId: Id }) },
    errors: ['NOT_FOUND'],
  }),
  setSmsFactor: endpoint({
    method: 'POST',
    path: '/api/sms-factor',
    access: 'session',
    neverStored: true,
    summary: 'Asks for a code by SMS at every sign-in, or no longer; a company that wants a code gets it anyway.',
    body: Shape({ enabled: T.Boolean(), password: PasswordText }),
    replies: { 200: Shape({ enabled: T.Boolean() }) },
    errors: ['PASSWORD_CHECK_FAILED', 'PHONE_NUMBER_REQUIRED', 'FORBIDDEN'],
  }),
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/recovery-codes',
    access: 'session',
    neverStored: true,
    summary: 'Makes ten codes for the day when the authenticator app is lost; the ones before stop working.',
    body: Shape({ password: PasswordText }),
    replies: { 200: Shape({ codes: T.Array(T.String()) }) },
    errors: ['PASSWORD_CHECK_FAILED', 'FORBIDDEN'],
  }),
  changeAddress: endpoint({
    method: 'POST',
    path: '/api/sign-in-address',
    access: 'session',
    neverStored: true,
    summary: 'Mails a link to a new sign-in address; the answer never tells whether the address is in use.',
    body: Shape({ email: T.String({ format: 'email', maxLength: 254 }), password: PasswordText }),
    limit: { action: 'recovery', by: 'email' },
    replies: { 200: Shape({ expiresAt: Instant }) },
    errors: ['PASSWORD_CHECK_FAILED'],
  }),
  addressLink: endpoint({
    method: 'GET',
    path: '/api/sign-in-address/:token',
    access: 'session',
    summary: 'Which new sign-in address a link proves; only for the person who asked for it.',
    params: LinkParams,
    replies: { 200: Shape({ currentEmail: T.String(), newEmail: T.String(), expiresAt: Instant }) },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  confirmAddress: endpoint({
    method: 'POST',
    path: '/api/sign-in-address/:token',
    access: 'session',
    neverStored: true,
    summary: 'Takes the new sign-in address into use, tells the old one, and ends all other sessions.',
    params: LinkParams,
    replies: { 200: Shape({ email: T.String() }) },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'EMAIL_EXISTS'],
  }),
}
