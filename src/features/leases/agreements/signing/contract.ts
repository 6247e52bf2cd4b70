import { OrderView } from '#features/orders/orders/shapes.ts'
import { Euros, endpoint, Id, Instant, Nullable, OneOf, Shape, T, Text, Version } from '#platform/contract/contract.ts'

const Sha256 = T.String({ pattern: '^[0-9a-f]{64}$' })
const params = Shape({ id: Id })
/** As many agreements are signed in one act. */
export const SIGN_AT_ONCE = 50

const TypedName = T.String({ minLength: 3, maxLength: 120 })
const Password = T.String({ minLength: 1, maxLength: 200 })
const typed = {
  typedName: TypedName,
  /** As what the signer represents the employer: procuration, authorisation, title. */
  position: T.Optional(T.String({ minLength: 2, maxLength: 120 })),
  password: Password,
}
const body = { party: OneOf(['EMPLOYEE', 'EMPLOYER']), version: Version }

/** Signing an agreement electronically. `agreement:read` opens the door; the party's own permission is asked inside. */
export const signing = {
  requestCode: endpoint({
    method: 'POST',
    path: '/api/leasing-agreements/:id/signing-code',
    access: 'agreement:read',
    params,
    summary:
      'Sends the employee the code that confirms this signature, to a number or private address that they have verified. Where none is, one can be given with the password: the code then proves it as well.',
    body: Shape({
      version: Version,
      documentSha256: Sha256,
      phoneNumber: T.Optional(T.String({ minLength: 1, maxLength: 40 })),
      email: T.Optional(T.String({ format: 'email', maxLength: 254 })),
      /** Looked at when it is given; needed with a number or address. */
      password: T.Optional(Password),
    }),
    replies: { 200: Shape({ via: OneOf(['SMS', 'EMAIL']), hint: T.String(), expiresAt: Instant }) },
    errors: [
      'NOT_FOUND',
      'SIGNING_NOT_ALLOWED',
      'SIGNING_CLOSED',
      'SIGNING_PROOF_NEEDED',
      'VERSION_CONFLICT',
      'PASSWORD_CHECK_FAILED',
      'PHONE_NUMBER_UNSUPPORTED',
    ],
  }),
  sign: endpoint({
    method: 'POST',
    path: '/api/leasing-agreements/:id/sign',
    access: 'agreement:read',
    params,
    summary:
      'Signs an agreement for one side: password again, the employee with a code besides, the employer’s signer with the name typed. The second signature makes it SIGNED and seals the document.',
    body: Shape({
      ...body,
      ...typed,
      /** The employer's signer types it; whoever signs for themselves stands in the agreement by name. */
      typedName: T.Optional(TypedName),
      /** The employee's: the code that `requestCode` sent to what only they hold. */
      code: T.Optional(T.String({ minLength: 6, maxLength: 9 })),
      documentSha256: Sha256,
    }),
    replies: { 200: OrderView },
    errors: [
      'NOT_FOUND',
      'SIGNING_NOT_ALLOWED',
      'SIGNING_CLOSED',
      'SIGNING_PROOF_NEEDED',
      'CODE_WRONG',
      'CODE_EXPIRED',
      'SIGNER_CHANGED_IDENTITY',
      'VERSION_CONFLICT',
      'PASSWORD_CHECK_FAILED',
      'NOT_FOR_ONESELF',
    ],
  }),
  toSign: endpoint({
    method: 'GET',
    path: '/api/leasing-agreements/to-sign',
    access: 'agreement:sign-employer',
    summary: 'Agreements that the caller may sign for the employer now, the oldest first, at most 50.',
    replies: {
      200: Shape({
        data: T.Array(
          Shape({
            leasingAgreementId: Id,
            orderId: Id,
            agreementNumber: T.String(),
            version: T.Integer(),
            documentSha256: T.String(),
            employeeName: T.String(),
            companyName: T.String(),
            bike: T.String(),
            totalAmount: Euros,
            instalment: Euros,
            leaseTimeMonths: T.Integer(),
            residual: Euros,
            since: Instant,
          }),
        ),
        truncated: T.Boolean(),
      }),
    },
  }),
  signAll: endpoint({
    method: 'POST',
    path: '/api/leasing-agreements/sign-all',
    access: 'agreement:sign-employer',
    summary:
      'Signs agreements for the employer in one act: password and name once, each agreement with a result of its own. A refused one leaves the others signed.',
    body: Shape({
      ...typed,
      agreements: T.Array(Shape({ leasingAgreementId: Id, version: Version, documentSha256: Sha256 }), {
        minItems: 1,
        maxItems: SIGN_AT_ONCE,
      }),
    }),
    replies: {
      200: Shape({
        results: T.Array(Shape({ leasingAgreementId: Id, signed: T.Boolean(), code: Nullable(T.String()) })),
      }),
    },
    errors: ['SIGNING_CLOSED', 'PASSWORD_CHECK_FAILED'],
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/leasing-agreements/:id/reject',
    access: 'agreement:read',
    params,
    summary: 'Declines to sign, with a reason; the order goes back to its package.',
    body: Shape({ ...body, reason: Text }),
    replies: { 200: OrderView },
    errors: ['NOT_FOUND', 'SIGNING_NOT_ALLOWED', 'VERSION_CONFLICT', 'NOT_FOR_ONESELF'],
  }),
}
