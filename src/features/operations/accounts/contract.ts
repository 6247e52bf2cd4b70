import { notificationTypes } from '#features/ground/notifications/rules.ts'
import {
  endpoint,
  Id,
  Instant,
  Language,
  Nullable,
  OneOf,
  PersonName,
  pageQuery,
  Shape,
  sorting,
  T,
  Version,
} from '#platform/contract/contract.ts'

const EmailText = T.String({ format: 'email', maxLength: 254 })
const PhoneText = T.String({ minLength: 1, maxLength: 40 })
const SearchText = T.Optional(T.String({ maxLength: 120 }))

/** A person with an account. What is private is null for callers who may not see it. */
export const SystemUser = Shape({
  userId: Id,
  firstName: T.String(),
  lastName: T.String(),
  workEmail: T.String(),
  /** The sign-in address; null when it is private and not the work e-mail. */
  email: Nullable(T.String()),
  personalEmail: Nullable(T.String()),
  phoneNumber: Nullable(T.String()),
  companyId: Nullable(Id),
  companyName: Nullable(T.String()),
  language: Language,
  deactivated: T.Boolean(),
  /** Invited: the row is what the inviter typed, until its owner says yes. */
  invited: T.Boolean(),
  lastSignedInAt: Nullable(Instant),
  userRoles: T.Array(
    Shape({
      roleId: Id,
      name: T.String(),
      companyId: Nullable(Id),
      groupCompanyId: Nullable(Id),
      /** The name of the company or the group. */
      employerName: Nullable(T.String()),
    }),
  ),
  /** What somebody else has proposed to change; null when nothing is, or for callers who may not see it. */
  pendingChange: Nullable(
    Shape({
      workEmail: Nullable(T.String()),
      phoneNumber: Nullable(T.String()),
      proposedAt: Instant,
      /** Null while a second staff member's yes is waited for. */
      takesEffectAt: Nullable(Instant),
    }),
  ),
  version: Version,
})
export type SystemUser = T.Static<typeof SystemUser>

/** The whole list says whether it was cut; the paged one where it stands. */
const SystemUsers = Shape({
  items: T.Array(SystemUser),
  total: T.Integer(),
  truncated: T.Optional(T.Boolean()),
  page: T.Optional(T.Integer()),
  limit: T.Optional(T.Integer()),
  totalPages: T.Optional(T.Integer()),
  hasNext: T.Optional(T.Boolean()),
  hasPrevious: T.Optional(T.Boolean()),
  totalIsEstimate: T.Optional(T.Boolean()),
})

const themes = ['light', 'dark'] as const
/** What a person has chosen; what is missing has its default: every mail is sent, no text message, the theme is light. */
export const Preferences = Shape({
  mail: T.Optional(Shape(Object.fromEntries(notificationTypes.map((type) => [type, T.Optional(T.Boolean())])))),
  /** A text message when an order waits for one's confirmation. */
  sms: T.Optional(T.Boolean()),
  theme: T.Optional(OneOf(themes)),
})
export type Preferences = {
  mail?: Partial<Record<(typeof notificationTypes)[number], boolean>>
  sms?: boolean
  theme?: (typeof themes)[number]
}

const PreferencesReply = Shape({
  data: Preferences,
  /** The kinds of mails that can concern the person. */
  kinds: T.Array(OneOf(notificationTypes)),
  version: T.Integer(),
})
const PreferencesBody = Shape({ preferences: Preferences, version: T.Optional(Version) })
const TokenParams = Shape({ token: T.String({ minLength: 20, maxLength: 200 }) })

export const accounts = {
  list: endpoint({
    method: 'GET',
    path: '/api/system-users',
    access: 'user:read',
    summary: "People with accounts: the whole list, one company's, a filtered page (isForList), or one alone by id.",
    query: Shape({
      isForList: T.Optional(T.Boolean({ default: false })),
      id: T.Optional(Id),
      firstName: SearchText,
      lastName: SearchText,
      email: SearchText,
      phoneNumber: SearchText,
      /** Our own: one text over name, address and phone number. */
      search: SearchText,
      companyId: T.Optional(Id),
      sort: sorting('name'),
      ...pageQuery(20),
    }),
    replies: { 200: SystemUsers },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/system-users',
    access: 'user:create',
    summary: 'Invites somebody to an account; the answer is what was typed, for known and unknown addresses alike.',
    body: Shape({
      firstName: PersonName,
      lastName: PersonName,
      workEmail: EmailText,
      personalEmail: T.Optional(Nullable(EmailText)),
      phoneNumber: T.Optional(Nullable(PhoneText)),
      companyId: T.Optional(Nullable(Id)),
      language: T.Optional(Language),
    }),
    replies: { 201: Shape({ user: SystemUser }) },
    errors: ['NOT_FOUND', 'INVITATION_EXISTS', 'INVITATIONS_USED_UP', 'PHONE_NUMBER_UNSUPPORTED'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/system-users/:userId',
    access: 'user:update',
    summary:
      "Changes a person's details, or deactivates and activates an account. Another's sign-in address or number is proposed and takes effect later (pendingChange).",
    params: Shape({ userId: Id }),
    body: Shape({
      workEmail: T.Optional(EmailText),
      csrfToken: T.Optional(T.String({ maxLength: 200 })),
      firstName: T.Optional(PersonName),
      lastName: T.Optional(PersonName),
      personalEmail: T.Optional(Nullable(EmailText)),
      phoneNumber: T.Optional(Nullable(PhoneText)),
      language: T.Optional(Language),
      deactivated: T.Optional(T.Boolean()),
      version: T.Optional(Version),
    }),
    replies: { 200: Shape({ user: SystemUser }) },
    errors: [
      'NOT_FOUND',
      'CSRF_TOKEN_WRONG',
      'EMAIL_EXISTS',
      'INVITATIONS_USED_UP',
      'PHONE_NUMBER_UNSUPPORTED',
      'ROLE_ABOVE_OWN_TIER',
      'NOT_FOR_ONESELF',
      'LAST_SUPER_ADMIN_NOT_ALLOWED',
      'VERSION_CONFLICT',
    ],
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/user/details',
    access: 'session',
    summary: "One's own details, whatever the role.",
    replies: { 200: SystemUser },
  }),
  updateOwn: endpoint({
    method: 'PUT',
    path: '/api/user/details',
    access: 'session',
    summary: "Changes one's own name, contact e-mail addresses and language.",
    body: Shape({
      firstName: PersonName,
      lastName: PersonName,
      workEmail: EmailText,
      personalEmail: T.Optional(Nullable(EmailText)),
      language: Language,
      version: Version,
    }),
    replies: { 200: SystemUser },
    errors: ['VERSION_CONFLICT'],
  }),
  ownPreferences: endpoint({
    method: 'GET',
    path: '/api/user-preferences',
    access: 'session',
    summary: "One's own preferences.",
    failure: 'Failed to fetch user preferences',
    replies: { 200: PreferencesReply },
  }),
  setOwnPreferences: endpoint({
    method: 'PUT',
    path: '/api/user-preferences',
    access: 'session',
    summary: "Replaces one's own preferences.",
    failure: 'Failed to update user preferences',
    body: PreferencesBody,
    replies: { 200: PreferencesReply },
    errors: ['VERSION_CONFLICT'],
  }),
  preferencesByToken: endpoint({
    method: 'GET',
    path: '/api/user-preferences/token/:token',
    access: { token: 'preferences' },
    summary: 'The preferences of the person whose mail carried the link.',
    failure: 'Failed to fetch user preferences',
    params: TokenParams,
    replies: { 200: PreferencesReply },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  setPreferencesByToken: endpoint({
    method: 'PUT',
    path: '/api/user-preferences/token/:token',
    access: { token: 'preferences' },
    summary: 'Replaces the preferences of the person whose mail carried the link.',
    failure: 'Failed to update user preferences',
    params: TokenParams,
    body: PreferencesBody,
    replies: { 200: PreferencesReply },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'VERSION_CONFLICT'],
  }),
  preferencesOf: endpoint({
    method: 'GET',
    path: '/api/user-preferences/user/:id',
    access: 'preferences:read',
    summary: 'The preferences of a person.',
    failure: 'Failed to fetch user preferences',
    params: Shape({ id: Id }),
    replies: { 200: PreferencesReply },
    errors: ['NOT_FOUND'],
  }),
}
