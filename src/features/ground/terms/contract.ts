import {
  DayShape,
  Euros,
  EurosFromZero,
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Percent,
  Shape,
  T,
  WholeList,
} from '#platform/contract/contract.ts'
import { employerKinds, insuredRisks, termsKinds } from './shapes.ts'

const languages = ['fi', 'sv', 'en'] as const

const TermsDocument = Shape({
  termsId: Id,
  kind: OneOf(termsKinds),
  number: T.Integer(),
  language: OneOf(languages),
  title: T.String(),
  /** The whole text; `sha256` is the hash of its bytes in UTF-8. */
  content: T.String(),
  sha256: T.String(),
})

const TermsVersion = Shape({
  kind: OneOf(termsKinds),
  number: T.Integer(),
  createdAt: Instant,
  /** Until when employers that accepted an earlier version accept this one. */
  acceptBy: Nullable(DayShape),
  insurance: Nullable(
    Shape({
      insurer: T.String(),
      businessId: T.String(),
      covers: T.Array(OneOf(insuredRisks)),
      deductible: EurosFromZero,
      limit: Nullable(Euros),
      /** By how much of the price the cover falls each month of the lease; null where the terms do not say it. */
      coverFall: Nullable(Percent),
    }),
  ),
  documents: T.Array(TermsDocument),
})
export type TermsVersion = T.Static<typeof TermsVersion>

const Text = Shape({
  title: T.String({ minLength: 3, maxLength: 120 }),
  body: T.String({ minLength: 20, maxLength: 20_000 }),
})

const params = Shape({ id: Id })

export const terms = {
  list: endpoint({
    method: 'GET',
    path: '/api/terms',
    access: 'terms:write',
    summary: 'All versions of the agreement and insurance terms, newest first.',
    replies: { 200: WholeList(TermsVersion) },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/terms/:id',
    access: 'session',
    params,
    summary: 'Terms of one version in one language, as they are accepted.',
    replies: { 200: TermsDocument },
    errors: ['NOT_FOUND'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/terms/:id/file',
    access: 'session',
    params,
    file: true,
    summary: 'The same text as a file, whose SHA-256 is the hash that agreements name.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  addInsurance: endpoint({
    method: 'POST',
    path: '/api/terms/insurance',
    access: 'terms:write',
    summary: 'Publishes a new version of the insurance terms in three languages; orders accept it from now on.',
    body: Shape({
      insurer: T.String({ minLength: 2, maxLength: 120 }),
      businessId: T.String({ maxLength: 20 }),
      covers: Shape(
        Object.fromEntries(insuredRisks.map((risk) => [risk, T.Boolean()])) as Record<
          (typeof insuredRisks)[number],
          ReturnType<typeof T.Boolean>
        >,
      ),
      deductible: EurosFromZero,
      /** Left out or null: up to the bicycle's price. */
      limit: T.Optional(Nullable(Euros)),
      /** By how much of the price the cover falls each month of the lease. */
      coverFall: T.Optional(Nullable(Percent)),
      fi: Text,
      sv: Text,
      en: Text,
      /** The number of the version in force that this one follows, 0 for the first. */
      after: T.Integer({ minimum: 0 }),
    }),
    replies: { 201: TermsVersion },
    errors: ['VERSION_CONFLICT'],
  }),
  addEmployer: endpoint({
    method: 'POST',
    path: '/api/terms/employer',
    access: 'terms:write',
    summary:
      'Publishes a new version of what employers accept, in three languages; with a day, who has accepted an earlier one is asked again.',
    body: Shape({
      kind: OneOf(employerKinds),
      acceptBy: T.Optional(Nullable(DayShape)),
      fi: Text,
      sv: Text,
      en: Text,
      /** The number of the version in force that this one follows, 0 for the first. */
      after: T.Integer({ minimum: 0 }),
    }),
    replies: { 201: TermsVersion },
    errors: ['VERSION_CONFLICT'],
  }),
}
