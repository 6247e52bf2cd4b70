import { leaseStates } from '#features/pricing/leasing/rules/lease-period.ts'
import { DayShape, Euros, Id, Instant, Nullable, OneOf, Shape, T, Text } from '#platform/contract/contract.ts'
import { cancellationAwaited } from './rules/process.ts'
import {
  bikePlaces,
  cancellationStatuses,
  lineDirections,
  lineStates,
  openItemKinds,
  payerTypes,
  reasonCodes,
  requestStates,
} from './rules.ts'

export const CancellationRow = Shape({
  orderCancellationId: Id,
  version: T.Integer(),
  status: OneOf(cancellationStatuses),
  reasonCode: OneOf(reasonCodes),
  orderId: Id,
  orderNumber: T.String(),
  companyId: Id,
  companyName: T.String(),
  employeeName: T.String(),
  bike: T.String(),
  bikeAt: Nullable(OneOf(bikePlaces)),
  /** Who pays or is paid, of the lines that the caller sees. */
  payers: T.Array(OneOf(payerTypes)),
  openLines: T.Integer(),
  toUs: Euros,
  fromUs: Euros,
  waitingFor: T.Array(OneOf(cancellationAwaited)),
  openedAt: Instant,
  closedAt: Nullable(Instant),
})

const CancellationLine = Shape({
  lineId: Id,
  payerType: OneOf(payerTypes),
  /** The payer OTHER is the employer. */
  isEmployer: T.Boolean(),
  direction: OneOf(lineDirections),
  expected: Euros,
  settled: Euros,
  day: Nullable(DayShape),
  reference: Nullable(T.String()),
  note: Nullable(T.String()),
  state: OneOf(lineStates),
  invoiceId: Nullable(Id),
  invoiceNumber: Nullable(T.String()),
  refundUploadId: Nullable(Id),
  isProposed: T.Boolean(),
  /** The line whose payer paid less than was expected. */
  shortfallOf: Nullable(Id),
})

const RefundUpload = Shape({
  refundUploadId: Id,
  fileName: T.String(),
  size: T.Integer(),
  sha256: T.String(),
  uploadedAt: Instant,
  uploadedBy: Nullable(T.String()),
  deletedAt: Nullable(Instant),
  deleteReason: Nullable(T.String()),
})

const OpenItemShape = Shape({
  item: OneOf(openItemKinds),
  lineId: T.Optional(Id),
  invoiceId: T.Optional(Id),
})

const LessorConsent = Shape({ reference: T.String({ minLength: 1, maxLength: 120, pattern: '\\S' }), day: DayShape })

const StoreWord = Shape({
  paidDay: DayShape,
  reference: Nullable(T.String()),
  creditNumber: Nullable(T.String()),
  toldAt: Instant,
})

export const CancellationView = Shape({
  ...CancellationRow.properties,
  /** The staff's own words, as the note is; a party reads the code. */
  reason: Nullable(T.String()),
  note: Nullable(T.String()),
  lessorConsent: Nullable(LessorConsent),
  /** What the store has said of its refund; the money itself settles its line. */
  storeWord: Nullable(StoreWord),
  /** When the store was last asked again. */
  storeAskedAt: Nullable(Instant),
  keptOrderStatus: T.String(),
  /** The last day of a lease that ran. */
  leaseEndsOn: Nullable(DayShape),
  leaseState: Nullable(OneOf(leaseStates)),
  orderStatus: T.String(),
  lines: T.Array(CancellationLine),
  uploadedRefunds: T.Array(RefundUpload),
  /** Invoices of ours that are still to be credited, and store's invoices without a credit note. */
  credits: T.Array(
    Shape({
      invoiceId: Id,
      number: Nullable(T.String()),
      purpose: T.String(),
      direction: OneOf(['PURCHASE', 'SALES']),
      otherParty: T.String(),
      due: Euros,
      total: Euros,
    }),
  ),
  /** Payments of the order's purchases that wait for the bank, are with it, or were taken out when the case was opened. */
  payments: T.Array(
    Shape({
      invoiceId: Id,
      number: Nullable(T.String()),
      amount: Euros,
      state: OneOf(['QUEUED', 'IN_FILE', 'SENT', 'REMOVED']),
    }),
  ),
  openItems: T.Array(OpenItemShape),
  allowedSteps: T.Array(
    Shape({
      step: OneOf(['open', 'change', 'complete', 'withdraw']),
      to: OneOf(cancellationStatuses),
      allowed: T.Boolean(),
      unmet: T.Array(T.String()),
    }),
  ),
  hasSettlement: T.Boolean(),
})

const Reference = T.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
const AboveZero = T.Number({ exclusiveMinimum: 0, maximum: 1_000_000, multipleOf: 0.01 })

const newLine = {
  payerType: OneOf(payerTypes),
  isEmployer: T.Optional(T.Boolean()),
  direction: OneOf(lineDirections),
  expected: AboveZero,
  note: T.Optional(Nullable(Text)),
}

export const NewLine = Shape(newLine)

/** A new line, or a change of one that is named. */
export const LineChange = Shape({
  lineId: T.Optional(Id),
  payerType: T.Optional(newLine.payerType),
  isEmployer: newLine.isEmployer,
  direction: T.Optional(newLine.direction),
  expected: T.Optional(newLine.expected),
  note: newLine.note,
  state: T.Optional(OneOf(lineStates)),
  settled: T.Optional(AboveZero),
  day: T.Optional(DayShape),
  method: T.Optional(OneOf(['BANK', 'SVEA', 'PAYROLL', 'NETTING', 'MANUAL'])),
  reference: T.Optional(Nullable(Reference)),
  refundUploadId: T.Optional(Nullable(Id)),
  /** Who owes the rest where less than the expected sum is settled; the same payer unless told. */
  shortfallPayer: T.Optional(OneOf(payerTypes)),
})

export const LessorConsentBody = LessorConsent

/** What a store sees of the cancelled order whose price it pays back. */
export const RefundPage = Shape({
  isOpen: T.Boolean(),
  storeName: Nullable(T.String()),
  orderNumber: T.String(),
  bike: T.String(),
  frameNumber: Nullable(T.String()),
  /** The store's own invoices of the order, with what each has still to be credited. */
  invoices: T.Array(Shape({ number: Nullable(T.String()), total: Euros, toCredit: Euros })),
  toRepay: Euros,
  payee: T.String(),
  iban: T.String(),
  told: Nullable(StoreWord),
  files: T.Integer(),
  today: DayShape,
  openedDay: DayShape,
  /** Until when the store is asked to pay back. */
  repayBy: DayShape,
  /** When the store's money came to us. */
  cameDay: Nullable(DayShape),
  closedDay: Nullable(DayShape),
})

export const StoreWordBody = Shape({
  paidDay: DayShape,
  reference: T.Optional(Nullable(Reference)),
  creditNumber: T.Optional(Nullable(T.String({ minLength: 1, maxLength: 60, pattern: '\\S' }))),
})

export const RequestView = Shape({
  requestId: Id,
  version: T.Integer(),
  state: OneOf(requestStates),
  askedAs: OneOf(['EMPLOYEE', 'EMPLOYER']),
  mine: T.Boolean(),
  reason: T.String(),
  answer: Nullable(T.String()),
  askedAt: Instant,
  decidedAt: Nullable(Instant),
})
