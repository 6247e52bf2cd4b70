import { endpoint, Id, Instant, Language, Nullable, OneOf, PersonName, Shape, T } from '#platform/contract/contract.ts'

/** Stored in lower case; the rule of `isEmail` decides on the server, so that its refusal has one text. */
const EmailText = T.String({ minLength: 1, maxLength: 254, pattern: '\\S' })
/** Long passphrases and pasted passwords are welcome. */
const PasswordText = T.String({ minLength: 1, maxLength: 256 })
const Code = T.String({ pattern: '^\\s*\\d{3}\\s?\\d{3}\\s*$', maxLength: 20 })
/** Six digits, or a recovery code of sixteen letters and digits. */
const SignInCode = T.String({
  pattern: '^\\s*(\\d{3}\\s?\\d{3}|[0-9A-Za-z]{4}([\\s-]?[0-9A-Za-z]{4}){3})\\s*$',
  maxLength: 40,
})
const PhoneText = T.String({ minLength: 1, maxLength: 40 })
const Done = Shape({ done: T.Boolean() })
const LinkParams = Shape({ token: T.String({ minLength: 20, maxLength: 200 }) })

const methods = ['TOTP', 'SMS'] as const
const SignedInUser = Shape({
  userId: Id,
  email: T.String(),
  phoneNumber: Nullable(T.String()),
  deactivated: T.Boolean(),
  firstName: T.String(),
  lastName: T.String(),
  workEmail: T.String(),
  language: Language,
  csrfToken: T.String(),
  userRoles: T.Array(
    Shape({
      companyId: Nullable(Id),
      groupCompanyId: Nullable(Id),
      role: Shape({
        id: Id,
        name: T.String(),
        rolePermissions: T.Array(Shape({ permission: Shape({ id: Id, name: T.String() }) })),
      }),
    }),
  ),
})

const SecondFactorOpen = Shape({
  requiresTwoFactor: T.Boolean(),
  methods: T.Array(OneOf(methods)),
  /** The end of the number that an SMS goes to; null when none does. */
  phoneHint: Nullable(T.String()),
  /** An administrator without an authenticator app sets one up before the first code. */
  enrolmentRequired: T.Boolean(),
})

const SentCode = Shape({ phoneHint: Nullable(T.String()), expiresAt: Instant })

export const sessions = {
  user: endpoint({
    method: 'GET',
    path: '/api/user',
    access: 'session',
    duringMaintenance: 'for-operators',
    summary: 'Who is signed in, with roles and permissions.',
    etag: true,
    replies: { 200: SignedInUser },
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    duringMaintenance: 'for-operators',
    neverStored: true,
    summary: 'Checks a password; the answer says whether a second factor is wanted.',
    body: Shape({ email: EmailText, password: PasswordText }),
    invalidBody: 'EMAIL_OR_PASSWORD_MISSING',
    replies: { 200: Shape({ requiresTwoFactor: T.Boolean() }), 202: SecondFactorOpen },
    errors: ['EMAIL_OR_PASSWORD_MISSING', 'PASSWORD_INCORRECT', 'USER_DEACTIVATED', 'PHONE_NUMBER_REQUIRED'],
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/verify',
    access: 'ticket',
    duringMaintenance: 'for-operators',
    neverStored: true,
    summary: 'Ends a sign-in with a code by SMS or from an authenticator app.',
    body: Shape({ email: EmailText, code: SignInCode, phoneNumber: T.Optional(Nullable(PhoneText)) }),
    replies: { 200: Shape({ accessToken: T.String(), refreshToken: T.String() }) },
    errors: ['CODE_WRONG', 'CODE_EXPIRED', 'USER_DEACTIVATED'],
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/api/send-code',
    access: 'ticket',
    duringMaintenance: 'for-operators',
    neverStored: true,
    summary: 'Sends a new code by SMS, or turns to the authenticator app.',
    body: Shape({ method: T.Optional(OneOf(methods)) }),
    replies: { 200: SentCode },
    errors: ['FORBIDDEN'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    access: 'public',
    duringMaintenance: true,
    neverStored: true,
    summary: 'Ends the session of this browser.',
    replies: { 200: Done },
  }),
  logoutEverywhere: endpoint({
    method: 'POST',
    path: '/api/logout/everywhere',
    access: 'session',
    neverStored: true,
    summary: 'Ends every session of the signed-in user, this one too.',
    replies: { 200: Done },
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/refresh',
    access: 'public',
    duringMaintenance: 'for-operators',
    neverStored: true,
    summary: 'Gives a new pair of tokens for the refresh token of the cookie.',
    replies: { 200: Shape({ accessToken: T.String(), refreshToken: T.String() }) },
    errors: ['UNAUTHENTICATED'],
  }),
  setPhone: endpoint({
    method: 'PATCH',
    path: '/api/system-users/:userId/phone',
    access: 'ticket-or-session',
    neverStored: true,
    summary:
      "Sends a code to a new phone number of one's own; the number is stored once the code has come back. A session sends the password with it or has stepped up before.",
    params: Shape({ userId: Id }),
    body: Shape({ phoneNumber: PhoneText, password: T.Optional(PasswordText) }),
    replies: { 200: SentCode },
    errors: ['PHONE_NUMBER_UNSUPPORTED', 'PASSWORD_CHECK_FAILED', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
  }),
  confirmPhone: endpoint({
    method: 'POST',
    path: '/api/phone/confirm',
    access: 'session',
    neverStored: true,
    summary: 'Stores the new phone number of the signed-in user after the code that was sent to it.',
    body: Shape({ code: Code }),
    replies: { 200: Shape({ phoneNumber: T.String() }) },
    errors: ['CODE_WRONG', 'CODE_EXPIRED'],
  }),
  startTotp: endpoint({
    method: 'POST',
    path: '/api/totp/start',
    access: 'ticket-or-session',
    duringMaintenance: 'for-operators',
    neverStored: true,
    summary:
      'Makes the secret of a new authenticator app; the first code confirms it. A session sends the password with it or has stepped up before.',
    body: Shape({ password: T.Optional(PasswordText) }),
    replies: {
      200: Shape({
        secret: T.String(),
        uri: T.String(),
        /** The QR code as one SVG path over `size` by `size` modules. */
        qr: Shape({ size: T.Integer(), path: T.String() }),
      }),
    },
    errors: ['PASSWORD_CHECK_FAILED', 'STEP_UP_REQUIRED'],
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/totp/confirm',
    access: 'session',
    neverStored: true,
    summary: 'Takes the new authenticator app into use after its first code.',
    body: Shape({ code: Code }),
    replies: { 200: Done },
    errors: ['CODE_WRONG', 'CODE_EXPIRED'],
  }),
  removeTotp: endpoint({
    method: 'POST',
    path: '/api/totp/remove',
    access: 'session',
    neverStored: true,
    summary: 'Gives the authenticator app up; not for administrators, who need it.',
    body: Shape({ password: PasswordText }),
    replies: { 200: Done },
    errors: ['PASSWORD_CHECK_FAILED', 'FORBIDDEN'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/password',
    access: 'session',
    neverStored: true,
    summary: 'Changes the password of the signed-in user and ends all other sessions.',
    body: Shape({ currentPassword: PasswordText, newPassword: PasswordText }),
    replies: { 200: Done },
    errors: ['PASSWORD_CHECK_FAILED', 'PASSWORD_TOO_WEAK'],
  }),
  recoverPassword: endpoint({
    method: 'POST',
    path: '/api/password-recovery',
    access: 'public',
    neverStored: true,
    summary: 'Mails a link for a new password when the address is known; the answer never tells.',
    body: Shape({ email: T.String({ format: 'email', maxLength: 254 }) }),
    limit: { action: 'recovery', by: 'email' },
    replies: { 200: Done },
  }),
  registrationHelp: endpoint({
    method: 'POST',
    path: '/api/registration-help',
    access: 'public',
    neverStored: true,
    summary: 'Mails an open invitation again when there is one; the answer never tells.',
    body: Shape({ email: T.String({ format: 'email', maxLength: 254 }) }),
    limit: { action: 'recovery', by: 'email' },
    replies: { 200: Done },
  }),
  resetLink: endpoint({
    method: 'GET',
    path: '/api/password-reset/:token',
    access: { token: 'reset' },
    summary: 'Whether a link for a new password is still good, and whose it is.',
    params: LinkParams,
    replies: { 200: Shape({ email: T.String(), firstName: T.String(), isFirst: T.Boolean(), expiresAt: Instant }) },
    errors: ['TOKEN_NOT_VALID', 'NOT_FOUND'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/password-reset/:token',
    access: { token: 'reset' },
    neverStored: true,
    summary: 'Sets a new password with a mailed link and ends all sessions.',
    params: LinkParams,
    body: Shape({ password: PasswordText }),
    replies: { 200: Done },
    errors: ['TOKEN_NOT_VALID', 'NOT_FOUND', 'PASSWORD_TOO_WEAK'],
  }),
  firstAdminLink: endpoint({
    method: 'GET',
    path: '/api/first-admin/:token',
    access: { token: 'first-admin' },
    summary: 'Whether the link for the first super admin is still good.',
    params: LinkParams,
    replies: { 200: Shape({ expiresAt: Instant }) },
    errors: ['TOKEN_NOT_VALID', 'NOT_FOUND'],
  }),
  createFirstAdmin: endpoint({
    method: 'POST',
    path: '/api/first-admin/:token',
    access: { token: 'first-admin' },
    neverStored: true,
    summary: 'Creates the first super admin of a new installation.',
    params: LinkParams,
    body: Shape({ firstName: PersonName, lastName: PersonName, email: EmailText, password: PasswordText }),
    replies: { 201: Done },
    errors: ['TOKEN_NOT_VALID', 'NOT_FOUND', 'PASSWORD_TOO_WEAK', 'EMAIL_EXISTS'],
  }),
  security: endpoint({
    method: 'GET',
    path: '/api/user/security',
    access: 'session',
    summary: 'How the signed-in user signs in, and the sessions that are open.',
    replies: {
      200: Shape({
        email: T.String(),
        phoneNumber: Nullable(T.String()),
        phoneVerified: T.Boolean(),
        /** The person asked for a code by SMS. */
        sms: T.Boolean(),
        /** A company of the person wants a code at every sign-in. */
        codeWanted: T.Boolean(),
        /** How many codes for a lost authenticator app are left. */
        recoveryCodes: T.Integer(),
        totp: T.Boolean(),
        totpRequired: T.Boolean(),
        sessions: T.Array(
          Shape({
            sessionId: Id,
            signedInAt: Instant,
            signedInWith: OneOf(['PASSWORD', 'SMS', 'TOTP', 'LINK']),
            current: T.Boolean(),
          }),
        ),
      }),
    },
  }),
}
