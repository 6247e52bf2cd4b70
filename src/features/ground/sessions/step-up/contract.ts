import { endpoint, Instant, Shape, T } from '#platform/contract/contract.ts'

/** Proving oneself once more before an act that a stolen session must not do. */
export const stepUp = {
  prove: endpoint({
    method: 'POST',
    path: '/api/step-up',
    access: 'session',
    neverStored: true,
    summary:
      'Proves the signed-in user by the password; acts that ask for it are then open to this session for ten minutes.',
    body: Shape({ password: T.String({ minLength: 1, maxLength: 256 }) }),
    replies: { 200: Shape({ until: Instant }) },
    errors: ['PASSWORD_CHECK_FAILED'],
  }),
}
