import { lessorFileKinds } from '#features/leases/lessor-files/contract.ts'
import { differenceKinds } from '#features/leases/lessor-files/rules/compare.ts'
import { leaseStates } from '#features/pricing/leasing/rules/lease-period.ts'
import { DayShape, Euros, endpoint, Id, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'

const LinkToken = T.String({ minLength: 20, maxLength: 100 })
const byToken = { access: { token: 'lessor' }, errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'] } as const
const day = Nullable(DayShape)

const Bill = Shape({
  invoiceId: Id,
  number: Nullable(T.String()),
  agreementNumber: Nullable(T.String()),
  dueDay: DayShape,
  total: Euros,
  open: Euros,
  /** Its document can be fetched. */
  hasFile: T.Boolean(),
})

/** What the service waits for the lessor to answer. */
const Awaited = Shape({
  kind: OneOf(['CONSENT', 'INVOICE', 'DIFFERENCE']),
  /** What is said differently, where it is a difference. */
  difference: Nullable(OneOf(differenceKinds)),
  agreementNumber: T.String(),
  since: Instant,
  dueDay: day,
})

/** As many rows of a kind stand on its page. */
export const PAGE_ROWS = 20

/** The kinds of rows that the page has, each with pages of its own. */
export const lessorLists = ['awaited', 'owes', 'isOwed', 'files', 'agreements'] as const
export type LessorList = (typeof lessorLists)[number]

const pageOfKind = T.Optional(T.Integer({ minimum: 1, maximum: 10_000, default: 1 }))
const total = T.Integer()

const LessorHome = Shape({
  lessorName: T.String(),
  awaited: T.Array(Awaited),
  /** What the lessor has not paid yet. */
  owes: T.Array(Bill),
  /** What the lessor has billed or paid too much and has not been paid yet. */
  isOwed: T.Array(Bill),
  files: T.Array(
    Shape({
      lessorFileId: Id,
      kind: OneOf(lessorFileKinds),
      name: T.String(),
      rows: T.Integer(),
      unanswered: Nullable(T.Integer()),
      createdAt: Instant,
    }),
  ),
  /** Those that have begun or end, without the people who ride. */
  agreements: T.Array(
    Shape({
      leasingAgreementId: Id,
      agreementNumber: T.String(),
      companyName: T.String(),
      bike: T.String(),
      startDay: day,
      endDay: day,
      instalment: Euros,
      leaseState: OneOf(leaseStates),
    }),
  ),
  /** How many rows of each kind there are. */
  totals: Shape({ awaited: total, owes: total, isOwed: total, files: total, agreements: total }),
})

/** The page of a lessor's one lasting link. */
export const lessorHome = {
  get: endpoint({
    method: 'GET',
    path: '/api/lessor-page/:token',
    ...byToken,
    params: Shape({ token: LinkToken }),
    /** The page of each kind. */
    query: Shape({
      awaited: pageOfKind,
      owes: pageOfKind,
      isOwed: pageOfKind,
      files: pageOfKind,
      agreements: pageOfKind,
    }),
    summary:
      'What a lessor was sent, what it owes and is owed, and which answers it is awaited for, each page by page.',
    replies: { 200: LessorHome },
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/lessor-page/:token/files/:id',
    ...byToken,
    params: Shape({ token: LinkToken, id: Id }),
    file: true,
    summary: 'One of the lessor’s own files, as it was made or taken in.',
    replies: { 200: T.Any() },
  }),
  invoice: endpoint({
    method: 'GET',
    path: '/api/lessor-page/:token/invoices/:id',
    ...byToken,
    params: Shape({ token: LinkToken, id: Id }),
    file: true,
    summary: 'The document of one of the invoices that the lessor was sent.',
    replies: { 200: T.Any() },
  }),
}
