import { DayShape, endpoint, Id, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { acceptanceStates, employerTermsKinds } from './rules.ts'

const params = Shape({ id: Id })
const Sha256 = T.String({ pattern: '^[0-9a-f]{64}$' })

const Acceptance = Shape({
  acceptanceId: Id,
  number: T.Integer(),
  acceptedAt: Instant,
  acceptedBy: T.String(),
  sha256: T.String(),
})

const CompanyTerms = Shape({
  /** Whether the company was there before employers were asked: it is asked, and nothing waits for its answer. */
  waived: T.Boolean(),
  /** Whether the company may hand out links. */
  mayOpen: T.Boolean(),
  kinds: T.Array(
    Shape({
      kind: OneOf(employerTermsKinds),
      state: OneOf(acceptanceStates),
      /** What is in force, in the caller's language. */
      inForce: Nullable(
        Shape({
          termsId: Id,
          number: T.Integer(),
          title: T.String(),
          content: T.String(),
          sha256: T.String(),
          acceptBy: Nullable(DayShape),
        }),
      ),
      /** Every version that the company has accepted, the newest first. */
      accepted: T.Array(Acceptance),
    }),
  ),
})

export const employerTerms = {
  get: endpoint({
    method: 'GET',
    path: '/api/companies/:id/terms',
    access: 'register-link:create',
    summary: 'The terms that an employer accepts before its first link: what is in force, and what it has accepted.',
    params,
    replies: { 200: CompanyTerms },
    errors: ['NOT_FOUND'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/companies/:id/terms/acceptance',
    access: 'employer-terms:accept',
    summary:
      'Accepts for the company what is in force, by the hashes that were read, with the own name and the password. A PDF of it is kept and mailed to whoever accepted.',
    params,
    body: Shape({
      documents: T.Array(Shape({ termsId: Id, sha256: Sha256 }), { minItems: 1, maxItems: 2 }),
      typedName: T.String({ minLength: 3, maxLength: 120 }),
      position: T.Optional(T.String({ minLength: 2, maxLength: 120 })),
      password: T.String({ minLength: 1, maxLength: 200 }),
    }),
    replies: { 201: CompanyTerms },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PASSWORD_CHECK_FAILED'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/companies/:id/terms/:acceptanceId/file',
    access: 'register-link:create',
    file: true,
    summary: 'The sealed PDF of what a company has accepted.',
    params: Shape({ id: Id, acceptanceId: Id }),
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
}
