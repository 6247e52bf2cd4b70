import { employeeStatuses } from '#features/ground/employment/rules.ts'
import { EmailText, PhoneText } from '#features/people/employees/shapes.ts'
import { endpoint, Id, Instant, Language, Nullable, OneOf, personName, Shape, T } from '#platform/contract/contract.ts'

const LinkParams = Shape({ token: T.String({ minLength: 20, maxLength: 200 }) })
const PersonName = personName(60)
const PasswordText = T.String({ minLength: 1, maxLength: 256 })
const Code = T.String({ pattern: '^\\s*\\d{3}\\s?\\d{3}\\s*$', maxLength: 20 })

/** Where in the employer’s house a person belongs. */
const placeFields = {
  /** Wanted with a group’s link, where the person chooses the company. */
  companyId: T.Optional(Nullable(Id)),
  unitId: T.Optional(Nullable(Id)),
  employeeNumber: T.Optional(Nullable(T.String({ minLength: 1, maxLength: 120 }))),
}

const Joined = Shape({
  beneficiaryEmployeeId: Id,
  companyId: Id,
  companyName: T.String(),
  status: OneOf(employeeStatuses),
})

export const registration = {
  look: endpoint({
    method: 'GET',
    path: '/api/join/:token',
    access: { token: 'join' },
    summary: 'Whom a registration link lets join: the company, or the companies of the group, with their units.',
    params: LinkParams,
    replies: {
      200: Shape({
        kind: OneOf(['COMPANY', 'GROUP']),
        name: T.String(),
        language: Language,
        expiresAt: Instant,
        brand: Shape({ name: T.String(), email: T.String(), phone: T.String() }),
        companies: T.Array(
          Shape({
            companyId: Id,
            companyName: T.String(),
            units: T.Array(Shape({ unitId: Id, unitName: T.String() })),
          }),
        ),
      }),
    },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/join/:token',
    access: { token: 'join' },
    neverStored: true,
    summary:
      'Keeps a registration until the code comes back that is mailed to the address; the answer never tells whether the address is known.',
    params: LinkParams,
    body: Shape({
      firstName: PersonName,
      lastName: PersonName,
      workEmail: EmailText,
      phoneNumber: PhoneText,
      ...placeFields,
      language: T.Optional(Language),
      password: PasswordText,
    }),
    limit: { action: 'join', by: 'workEmail' },
    replies: { 200: Shape({ sent: T.Boolean(), expiresAt: Instant }) },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'PASSWORD_TOO_WEAK'],
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/join/:token/verify',
    access: { token: 'join' },
    neverStored: true,
    summary: 'Creates the account and the application with the mailed code, and signs the person in.',
    params: LinkParams,
    body: Shape({ workEmail: EmailText, code: Code }),
    limit: { action: 'verify', by: 'workEmail' },
    replies: { 201: Joined },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'CODE_WRONG', 'CODE_EXPIRED'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/join/:token/confirm',
    access: 'session',
    summary: 'Joins with the account that is signed in; a rejected application is put forward again.',
    params: LinkParams,
    body: Shape(placeFields),
    replies: { 200: Joined },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
}
