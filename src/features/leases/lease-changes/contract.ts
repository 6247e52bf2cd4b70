import { bikePlaces, earlyEnds } from '#features/leases/agreements/contract.ts'
import { taxRegimes } from '#features/pricing/tax/rules/benefit-regime.ts'
import {
  DayShape,
  EurosFromZero,
  endpoint,
  Id,
  Instant,
  MonthShape,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  type ReplyOf,
  Shape,
  sorting,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'

const ById = Shape({ id: Id })

/** An exemption that a change would put at risk; the agreement's number is typed to confirm the change. */
const Exemption = Shape({
  regime: OneOf(taxRegimes),
  commitmentDate: Nullable(DayShape),
  until: DayShape,
})

const PaymentChange = Shape({
  number: T.Integer(),
  fromMonth: MonthShape,
  serviceShare: EurosFromZero,
  instalment: EurosFromZero,
  lastInstalment: EurosFromZero,
  earlierInstalment: EurosFromZero,
  reason: T.String(),
  signedDocumentId: Nullable(Id),
  createdAt: Instant,
})

const Changes = Shape({
  leasingAgreementId: Id,
  agreementNumber: T.String(),
  /** The agreement's version, which a change is made on. */
  version: Version,
  serviceShare: EurosFromZero,
  instalment: EurosFromZero,
  /** The first and the last month of a lease that runs. */
  firstMonth: Nullable(MonthShape),
  latestMonth: Nullable(MonthShape),
  /** The first month from which a change of the payment is accepted; null when there is none. */
  earliestMonth: Nullable(MonthShape),
  /** What is still exempt and could be lost; null for a taxable benefit. */
  exemption: Nullable(Exemption),
  /** Why the taxation of the agreement has to be looked at again; null when it has not. */
  review: Nullable(T.String()),
  /** An end that staff have set and can take back. */
  end: Nullable(Shape({ endsOn: DayShape, endsAs: OneOf(earlyEnds), reason: T.String() })),
  payments: T.Array(PaymentChange),
})

const ReviewRow = Shape({
  leasingAgreementId: Id,
  version: Version,
  agreementNumber: T.String(),
  employeeName: T.String(),
  companyName: T.String(),
  taxRegime: Nullable(OneOf(taxRegimes)),
  commitmentDate: Nullable(DayShape),
  startDay: Nullable(DayShape),
  endDay: Nullable(DayShape),
  review: T.String(),
})

const confirmation = T.Optional(T.String({ maxLength: 60 }))

/** Changes of a running lease: its payment, its end by staff, and the review of its taxation. */
export const leaseChanges = {
  changes: endpoint({
    method: 'GET',
    path: '/api/leasing-agreements/:id/changes',
    access: 'agreement:read',
    params: ById,
    summary: 'How the payment of an agreement has changed, and what staff may change of it now.',
    replies: { 200: Changes },
    errors: ['NOT_FOUND'],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/leasing-agreements/:id/payment-change',
    access: 'agreement:update-payment',
    params: ById,
    summary: 'Each month from a month on with its instalment before and after a change of the service share.',
    query: Shape({ fromMonth: MonthShape, serviceShare: EurosFromZero }),
    replies: {
      200: Shape({
        instalment: EurosFromZero,
        lastInstalment: EurosFromZero,
        exemption: Nullable(Exemption),
        months: T.Array(Shape({ month: MonthShape, before: EurosFromZero, after: EurosFromZero })),
      }),
    },
    errors: ['NOT_FOUND', 'LEASE_CHANGE_NOT_ALLOWED'],
  }),
  changePayment: endpoint({
    method: 'POST',
    path: '/api/leasing-agreements/:id/payment-change',
    access: 'agreement:update-payment',
    params: ById,
    summary:
      'Changes the share for service, insurance and tax from a month on; what pays the bicycle off, the term, the buy-out prices and the residual stay. An exempt agreement wants its number typed, and its taxation is then reviewed.',
    body: Shape({ fromMonth: MonthShape, serviceShare: EurosFromZero, reason: Text, confirmation, version: Version }),
    replies: { 201: Changes },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'LEASE_CHANGE_NOT_ALLOWED', 'EXEMPTION_AT_RISK'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/leasing-agreements/:id/end',
    access: 'agreement:end',
    params: ById,
    summary:
      'Sets the month at whose end a running lease ends, as what and why; the lease ends when the month is over. No money moves by it.',
    body: Shape({
      endMonth: MonthShape,
      endsAs: OneOf(earlyEnds),
      bikeAt: T.Optional(Nullable(OneOf(bikePlaces))),
      reason: Text,
      confirmation,
      version: Version,
    }),
    replies: { 201: Changes },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'LEASE_CHANGE_NOT_ALLOWED',
      'EXEMPTION_AT_RISK',
      'AGREEMENT_ENDING_EXISTS',
    ],
  }),
  takeBackEnd: endpoint({
    method: 'DELETE',
    path: '/api/leasing-agreements/:id/end',
    access: 'agreement:end',
    params: ById,
    summary: 'Takes back an end that staff have set, while the lease still runs.',
    query: Shape({ version: Version }),
    replies: { 200: Changes },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'LEASE_CHANGE_NOT_ALLOWED'],
  }),
  reviews: endpoint({
    method: 'GET',
    path: '/api/tax-regime-reviews',
    access: 'agreement:update-payment',
    summary: 'Agreements whose taxation has to be looked at again after a change, newest first.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt', 'commitmentDate', 'endDay', 'employeeName', 'companyName'),
      id: T.Optional(Id),
    }),
    replies: { 200: Page(ReviewRow) },
  }),
  review: endpoint({
    method: 'POST',
    path: '/api/leasing-agreements/:id/tax-regime-review',
    access: 'agreement:update-payment',
    params: ById,
    summary:
      'Closes the review of an agreement’s taxation with its reason: the exemption stays, or the benefit is taxable from a month on and payroll follows.',
    body: Shape({ taxableFrom: T.Optional(Nullable(MonthShape)), reason: Text, version: Version }),
    replies: { 200: Changes },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'LEASE_CHANGE_NOT_ALLOWED'],
  }),
}

export type ChangesView = ReplyOf<typeof leaseChanges.changes>

export const readsOfChanges = [leaseChanges.changes, leaseChanges.reviews]
