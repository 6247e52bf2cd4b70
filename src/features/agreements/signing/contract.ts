import { OrderView } from '#features/orders/shapes.ts'
import { endpoint, Id, Instant, OneOf, Shape, T, Text, Version } from '#platform/contract/contract.ts'

const Sha256 = T.String({ pattern: '^[0-9a-f]{64}$' })
const params = Shape({ id: Id })
const body = { party: OneOf(['EMPLOYEE', 'EMPLOYER']), version: Version }

/** Signing an agreement electronically. `agreement:read` opens the door; the party's own permission is asked inside. */
export const signing = {
  requestCode: endpoint({
    method: 'POST',
    path: '/api/leasing-agreements/:id/signing-code',
    access: 'agreement:read',
    params,
    summary:
      'Sends the employee the code that confirms this signature, to a number or private address that they have verified.',
    body: Shape({ version: Version, documentSha256: Sha256 }),
    replies: { 200: Shape({ via: OneOf(['SMS', 'EMAIL']), hint: T.String(), expiresAt: Instant }) },
    errors: ['NOT_FOUND', 'SIGNING_NOT_ALLOWED', 'SIGNING_CLOSED', 'SIGNING_PROOF_NEEDED', 'VERSION_CONFLICT'],
  }),
  sign: endpoint({
    method: 'POST',
    path: '/api/leasing-agreements/:id/sign',
    access: 'agreement:read',
    params,
    summary:
      'Signs an agreement for one side: password again, name typed, the employee with a code besides. The second signature makes it SIGNED and seals the document.',
    body: Shape({
      ...body,
      typedName: T.String({ minLength: 3, maxLength: 120 }),
      /** As what the signer represents the employer: procuration, authorisation, title. */
      position: T.Optional(T.String({ minLength: 2, maxLength: 120 })),
      password: T.String({ minLength: 1, maxLength: 200 }),
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
