import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  type ReplyOf,
  Shape,
  sorting,
  stepBody,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import { LineProblem, listContentTypes } from '#platform/contract/imports.ts'
import { dateFormats, decimalSigns, encodings, separators } from '#platform/values/csv-form.ts'
import { differenceKinds, differenceStates } from './rules/compare.ts'

export const lessorFileKinds = ['NEWS', 'LIST', 'ANSWERS'] as const
const params = Shape({ id: Id })

const LessorFile = Shape({
  lessorFileId: Id,
  leasingCompanyId: Id,
  leasingCompanyName: T.String(),
  /** What we tell the lessor, its list of running leases, or its answers. */
  kind: OneOf(lessorFileKinds),
  name: T.String(),
  rows: T.Integer(),
  /** Differences that the file brought, and those that were over with it. */
  found: T.Integer(),
  gone: T.Integer(),
  /** What of our news the lessor has not answered; null for its own files. */
  unanswered: Nullable(T.Integer()),
  /** The day up to which the lessor had seen our news when it answered; null for other files. */
  answersDay: Nullable(DayShape),
  createdAt: Instant,
})

const Difference = Shape({
  lessorDifferenceId: Id,
  version: Version,
  leasingCompanyName: T.String(),
  agreementNumber: T.String(),
  leasingAgreementId: Nullable(Id),
  companyName: Nullable(T.String()),
  employeeName: Nullable(T.String()),
  kind: OneOf(differenceKinds),
  ourInstalment: Nullable(Euros),
  theirInstalment: Nullable(Euros),
  ourDay: Nullable(DayShape),
  theirDay: Nullable(DayShape),
  theirWords: Nullable(T.String()),
  state: OneOf(differenceStates),
  reason: Nullable(T.String()),
  decidedAt: Nullable(Instant),
  createdAt: Instant,
  /** Whether the lessor can be told that ours is right. */
  mayTell: T.Boolean(),
})
export type LessorDifference = T.Static<typeof Difference>

const Header = T.String({ maxLength: 60 })
const NeededHeader = T.String({ minLength: 1, maxLength: 60, pattern: '\\S' })

const profileFields = {
  separator: OneOf(separators),
  dateFormat: OneOf(dateFormats),
  decimalSign: OneOf(decimalSigns),
  encoding: OneOf(encodings),
  /** The head of each column; one that may be empty is left out of our file. */
  headers: Shape({
    event: Header,
    agreementNumber: NeededHeader,
    companyName: Header,
    businessId: Header,
    frameNumber: Header,
    startDay: Header,
    endDay: NeededHeader,
    instalment: NeededHeader,
    residual: Header,
    endReason: Header,
    answer: NeededHeader,
    reason: NeededHeader,
  }),
  /** The lessor's words for its answers. */
  answers: Shape({ ACCEPTED: NeededHeader, REJECTED: NeededHeader, END: NeededHeader }),
}

const Profile = Shape({ leasingCompanyId: Id, ...profileFields, version: T.Integer({ minimum: 0 }) })

/** A file of a lessor on its way in. */
const incoming = {
  upload: { maxBytes: 10_485_760, contentTypes: listContentTypes },
  query: Shape({
    leasingCompanyId: Id,
    kind: OneOf(['LIST', 'ANSWERS']),
    fileName: T.String({ minLength: 1, maxLength: 200 }),
    /** The day of which a list tells, or up to which the lessor had seen our news when it answered; today unless told. */
    day: T.Optional(DayShape),
  }),
} as const

/** Files between the service and its lessors, and what they say differently. */
export const lessorFiles = {
  list: endpoint({
    method: 'GET',
    path: '/api/lessor-files',
    access: 'lessor-file:read',
    summary: 'Files to and from the lessors, newest first.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt'),
      leasingCompanyId: T.Optional(Id),
    }),
    replies: { 200: Page(LessorFile) },
  }),
  tell: endpoint({
    method: 'POST',
    path: '/api/lessor-files/news',
    access: 'lessor-file:write',
    summary:
      'Makes the file that tells a lessor what began, changed, was redeemed and ended since the last one, each once, and what it has to correct.',
    body: Shape({ leasingCompanyId: Id }),
    replies: { 201: LessorFile },
    errors: ['NOT_FOUND', 'LESSOR_FILE_EMPTY'],
  }),
  takeIn: endpoint({
    method: 'POST',
    path: '/api/lessor-files',
    access: 'lessor-file:write',
    summary:
      'Takes in a lessor’s list of running leases, which is compared with ours, or its answers and notices of ends, which settle what was told by their day. A line that cannot be read is put aside, and the others are taken.',
    ...incoming,
    replies: { 201: LessorFile },
    errors: ['NOT_FOUND', 'LESSOR_FILE_NOT_ACCEPTED'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/lessor-files/preview',
    access: 'lessor-file:write',
    summary: 'What a lessor’s file would bring, with each line that would be put aside; it changes nothing.',
    ...incoming,
    replies: {
      200: Shape({
        rows: T.Integer(),
        found: T.Integer(),
        gone: T.Integer(),
        aside: T.Integer(),
        /** The first 50 of those lines. */
        problems: T.Array(LineProblem),
      }),
    },
    errors: ['NOT_FOUND', 'LESSOR_FILE_NOT_ACCEPTED'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/lessor-files/:id/content',
    access: 'lessor-file:read',
    params,
    file: true,
    summary: 'A file as it was made or taken in.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  differences: endpoint({
    method: 'GET',
    path: '/api/lessor-differences',
    access: 'lessor-file:read',
    summary: 'What lessors say otherwise than we do, newest first.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt', 'agreementNumber', 'companyName'),
      state: T.Optional(OneOf(differenceStates)),
      leasingCompanyId: T.Optional(Id),
      id: T.Optional(Id),
    }),
    replies: { 200: Page(Difference) },
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/api/lessor-differences/:id',
    access: 'lessor-file:write',
    params,
    summary:
      'Ours is right and the next file tells the lessor so, or the matter is settled with a reason; a list with the same words does not open it again.',
    body: stepBody<'TELL' | 'SETTLE'>()(
      'act',
      { TELL: {}, SETTLE: { reason: T.Optional(Nullable(Text)) } },
      { version: Version },
    ),
    replies: { 200: Difference },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'LESSOR_DIFFERENCE_NOT_OPEN'],
  }),
  profile: endpoint({
    method: 'GET',
    path: '/api/lessor-profiles/:id',
    access: 'lessor-file:read',
    params,
    summary: 'How a lessor wants its files; version 0 while it has the service’s own form.',
    replies: { 200: Profile },
    errors: ['NOT_FOUND'],
  }),
  setProfile: endpoint({
    method: 'PUT',
    path: '/api/lessor-profiles/:id',
    access: 'lessor-file:write',
    params,
    summary: 'Sets how a lessor wants its files: separator, decimal sign, dates, encoding, headers and words.',
    body: Shape({ ...profileFields, version: T.Integer({ minimum: 0 }) }),
    replies: { 200: Profile },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}

export type LessorFileRow = ReplyOf<typeof lessorFiles.list>['items'][number]
export type LessorProfileView = ReplyOf<typeof lessorFiles.profile>

/** What changes with a file or a decision. */
export const readsOfLessorFiles = [lessorFiles.list, lessorFiles.differences] as const
