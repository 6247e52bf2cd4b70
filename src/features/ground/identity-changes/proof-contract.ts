import { endpoint, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'

const Via = OneOf(['SMS', 'EMAIL'])

/** What only the person holds, and so confirms a signature: a number or a private address that they have verified. */
export const proofs = {
  own: endpoint({
    method: 'GET',
    path: '/api/user/signing-proofs',
    access: 'session',
    summary:
      "By what one's signature can be confirmed, since when that is held, from when it counts, whether a new one would count at once, and whether signing is closed.",
    replies: {
      200: Shape({
        proofs: T.Array(Shape({ via: Via, hint: T.String(), since: Instant, countsFrom: Instant })),
        closedUntil: Nullable(Instant),
        /** Whether a number or address that is proven now counts later than at once. */
        newOnesWait: T.Boolean(),
        /** Whether a text message leaves: without a gateway a code to a number would reach nobody. */
        textsLeave: T.Boolean(),
        phoneNumber: Nullable(T.String()),
        personalEmail: Nullable(T.String()),
      }),
    },
  }),
  askForEmail: endpoint({
    method: 'POST',
    path: '/api/user/private-email',
    access: 'session',
    neverStored: true,
    summary: 'Mails a code to a private address; the address is stored once the code has come back.',
    body: Shape({
      email: T.String({ format: 'email', maxLength: 254 }),
      password: T.String({ minLength: 1, maxLength: 256 }),
    }),
    limit: { action: 'recovery', by: 'email' },
    replies: { 200: Shape({ expiresAt: Instant }) },
    errors: ['PASSWORD_CHECK_FAILED'],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/user/private-email/confirm',
    access: 'session',
    neverStored: true,
    summary: 'Stores the private address that a code was mailed to, as verified.',
    body: Shape({ code: T.String({ minLength: 6, maxLength: 9 }) }),
    replies: { 200: Shape({ personalEmail: T.String() }) },
    errors: ['CODE_WRONG', 'CODE_EXPIRED'],
  }),
}
