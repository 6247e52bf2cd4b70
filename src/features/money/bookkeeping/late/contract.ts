import { Proposal } from '#features/ground/proposals/contract.ts'
import { InvoiceRow } from '#features/money/invoices/contract.ts'
import { LateCost } from '#features/money/invoices/late/shapes.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Page,
  Percent,
  pageQuery,
  Shape,
  sorting,
  T,
  Text,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'

const Rate = Shape({
  rateId: Id,
  /** The first day of its half-year. */
  fromDay: DayShape,
  percent: Percent,
  source: T.String(),
  /** Null for the rates that come with the service. */
  enteredBy: Nullable(T.String()),
  enteredAt: Instant,
  version: Version,
})

const RatePercent = T.Number({ minimum: 0, maximum: 50, multipleOf: 0.5 })
const Source = T.String({ minLength: 3, maxLength: 300, pattern: '\\S' })

/** What has been decided about the cost of a late payment. */
const Charge = Shape({
  part: OneOf(['INTEREST', 'COMPENSATION']),
  outcome: OneOf(['BILLED', 'WAIVED']),
  until: DayShape,
  amount: Euros,
  reason: Nullable(T.String()),
  billId: Nullable(Id),
  decidedBy: T.String(),
  decidedAt: Instant,
})

const LateInvoice = Shape({
  ...InvoiceRow.properties,
  late: Nullable(LateCost),
  charges: T.Array(Charge),
})

const params = Shape({ id: Id })

/** Which parts of the cost as it was shown, up to which day. */
const decided = { version: Version, until: DayShape, interest: T.Boolean(), compensation: T.Boolean() }

/** What late payments cost: the reference rates, and the bills that were or are late. */
export const lateMoney = {
  rates: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/reference-rates',
    access: 'payment:read',
    summary: 'The reference rates of the Interest Act by half-year with their source, the latest first.',
    replies: { 200: WholeList(Rate) },
  }),
  addRate: endpoint({
    method: 'POST',
    path: '/api/bookkeeping/reference-rates',
    access: 'bookkeeping:close',
    summary:
      'Proposes the reference rate of a half-year, the coming one at the latest, with its source; another member of the staff confirms it.',
    body: Shape({ fromDay: DayShape, percent: RatePercent, source: Source }),
    replies: { 202: Proposal },
    errors: ['PROPOSAL_EXISTS'],
  }),
  changeRate: endpoint({
    method: 'PUT',
    path: '/api/bookkeeping/reference-rates/:id',
    access: 'bookkeeping:close',
    params,
    summary:
      'Proposes to correct a reference rate by which no interest has been billed; another member of the staff confirms it.',
    body: Shape({ percent: RatePercent, source: Source, version: Version }),
    replies: { 202: Proposal },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE_NOT_ALLOWED', 'PROPOSAL_EXISTS'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/late',
    access: 'payment:read',
    summary:
      'Bills of employers and people that are late, or were paid late and whose cost nobody has decided about, the oldest first; with what the lateness costs today.',
    query: Shape({ ...pageQuery(20), sort: sorting('dueDay', 'open'), id: T.Optional(Id) }),
    replies: { 200: Page(LateInvoice) },
  }),
  bill: endpoint({
    method: 'POST',
    path: '/api/bookkeeping/late/:id/bill',
    access: 'billing:run',
    params,
    summary: 'Bills what the lateness of an invoice costs up to a day, as it was shown, by an invoice of its own.',
    body: Shape(decided),
    replies: { 201: Shape({ invoiceId: Id }) },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'NOT_FOR_ONESELF',
      'PERSON_INVITED',
      'LATE_COST_NOT_ALLOWED',
      'REFERENCE_RATE_MISSING',
    ],
  }),
  waive: endpoint({
    method: 'POST',
    path: '/api/bookkeeping/late/:id/waive',
    access: 'invoice:credit',
    params,
    summary: 'Waives what the lateness of an invoice costs up to a day, with the reason.',
    body: Shape({ ...decided, reason: Text }),
    replies: { 201: LateInvoice },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'NOT_FOR_ONESELF', 'LATE_COST_NOT_ALLOWED', 'REFERENCE_RATE_MISSING'],
  }),
}
