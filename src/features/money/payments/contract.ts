import { InvoiceRow } from '#features/money/invoices/contract.ts'
import { LateCost } from '#features/money/invoices/late/shapes.ts'
import { invoicePurposes, paymentMethods } from '#features/money/invoices/rules.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Shape,
  sorting,
  T,
  Text,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import { refundStates } from './rules/refunds.ts'
import { paytrailStatuses, userPaymentStates } from './rules/user-payments.ts'

const UserPayment = Shape({
  userPaymentId: Id,
  invoiceId: Id,
  beneficiaryEmployeeId: Nullable(Id),
  employeeName: T.String(),
  companyId: Id,
  companyName: T.String(),
  description: T.String(),
  purpose: OneOf(invoicePurposes),
  number: Nullable(T.String()),
  referenceNumber: Nullable(T.String()),
  createdDate: Instant,
  sentDate: Nullable(Instant),
  paidDate: Nullable(DayShape),
  dueDay: DayShape,
  isUserPaymentDone: T.Boolean(),
  amount: Euros,
  open: Euros,
  method: Nullable(OneOf(paymentMethods)),
  /** The employer keeps it from the pay, month by month. */
  isFromPay: T.Boolean(),
  /** It is being looked into; nobody is reminded of it meanwhile. */
  isDisputed: T.Boolean(),
  state: OneOf(userPaymentStates),
  /** The page on which it is paid, while it is open. */
  payPath: Nullable(T.String()),
})

const days = {
  createdFrom: T.Optional(DayShape),
  createdTo: T.Optional(DayShape),
  sentFrom: T.Optional(DayShape),
  sentTo: T.Optional(DayShape),
  paidFrom: T.Optional(DayShape),
  paidTo: T.Optional(DayShape),
}

const token = Shape({ token: T.String({ minLength: 20, maxLength: 200 }) })
const Signed = T.String({ minLength: 1, maxLength: 200 })

/** What the payment service sends back with the payer, and by itself. */
const PaytrailNews = Shape({
  'checkout-account': Signed,
  'checkout-algorithm': OneOf(['sha256', 'sha512']),
  'checkout-amount': Signed,
  'checkout-stamp': Signed,
  'checkout-reference': Signed,
  'checkout-transaction-id': Signed,
  'checkout-status': Signed,
  'checkout-provider': T.Optional(Signed),
  'checkout-settlement-reference': T.Optional(Signed),
  signature: Signed,
})

const QrPath = Shape({ size: T.Integer(), path: T.String() })

const PayPage = Shape({
  state: OneOf(['OPEN', 'PAID', 'CREDITED']),
  number: T.String(),
  description: T.String(),
  purpose: OneOf(invoicePurposes),
  amount: Euros,
  dueDay: DayShape,
  isOverdue: T.Boolean(),
  paidDay: Nullable(DayShape),
  /** What its lateness costs today, billed apart; null where that is nothing. */
  late: Nullable(LateCost),
  payee: T.String(),
  iban: T.String(),
  referenceNumber: T.String(),
  rfReference: T.String(),
  barcode: Nullable(T.String()),
  barcodeRf: Nullable(T.String()),
  qr: Nullable(QrPath),
  hasOnlinePayment: T.Boolean(),
  /** An online payment that is not yet settled by its bank. */
  isPending: T.Boolean(),
  /** Online payments that were begun and left, newest first: the payment service lets nobody close them. */
  begun: T.Array(Shape({ amount: Euros, startedAt: Instant })),
  sveaUrl: Nullable(T.String()),
})

const OnlineRefund = Shape({
  refundId: Id,
  version: Version,
  amount: Euros,
  state: OneOf(refundStates),
  reason: T.String(),
  createdAt: Instant,
  /** When the service was asked for it; it knows the refund by `refundId` and the payment by `paymentTransaction`. */
  askedAt: Nullable(Instant),
  paymentTransaction: T.String(),
  /** The HTTP status of an answer that told no outcome; null without an answer. */
  answeredStatus: Nullable(T.Integer()),
  /** Who said what became of it. */
  decidedAt: Nullable(Instant),
  decidedBy: Nullable(T.String()),
})

export const payments = {
  list: endpoint({
    method: 'GET',
    path: '/api/user-payment',
    access: 'user-payment:read',
    summary: "A person's own payments; staff's whole list, newest first, 500 at most.",
    failure: 'Error fetching user payments',
    replies: { 200: WholeList(UserPayment) },
  }),
  optimized: endpoint({
    method: 'GET',
    path: '/api/user-payment/optimized',
    access: 'user-payment:read',
    summary: 'A page of user payments.',
    failure: 'Error fetching user payments',
    query: Shape({
      page: T.Optional(T.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
      pageSize: T.Optional(T.Integer({ minimum: 1, maximum: 100, default: 10 })),
      sort: sorting('createdAt', 'dueDay', 'amount'),
      searchTerm: T.Optional(T.String({ maxLength: 100 })),
      ...days,
      isUserPaymentDone: T.Optional(T.Boolean()),
    }),
    replies: {
      200: Shape({
        items: T.Array(UserPayment),
        totalCount: T.Integer(),
        totalIsEstimate: T.Optional(T.Boolean()),
        page: T.Integer(),
        pageSize: T.Integer(),
      }),
    },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/user-payment',
    access: 'invoice:write',
    summary: 'Bills a person for something that no process bills (purpose OTHER) and mails them the page to pay on.',
    body: Shape({
      beneficiaryEmployeeId: Id,
      description: Text,
      amount: T.Number({ exclusiveMinimum: 0, maximum: 100_000, multipleOf: 0.01 }),
      hasVat: T.Boolean(),
      dueDay: T.Optional(DayShape),
      /** Kept as a draft (UNFINISHED), until it is sent by a call of its own. */
      isDraft: T.Optional(T.Boolean()),
    }),
    replies: { 201: InvoiceRow },
    errors: ['NOT_FOUND', 'PERSON_INVITED'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/user-payment/:id/send',
    access: 'invoice:write',
    params: Shape({ id: Id }),
    summary: 'Sends a draft of a user payment: number, PDF and the mail with the page to pay on.',
    body: Shape({}),
    replies: { 200: InvoiceRow },
    errors: ['NOT_FOUND', 'PERSON_INVITED', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
  openPage: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/pay-page',
    access: 'invoice:read',
    params: Shape({ id: Id }),
    summary:
      'Answers the path of the page on which the caller pays an open invoice that bills their company or themselves.',
    body: Shape({}),
    replies: { 200: Shape({ path: T.String() }) },
    neverStored: true,
    errors: ['NOT_FOUND', 'PAYMENT_NOT_ALLOWED'],
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/pay/:token',
    access: { token: 'pay' },
    params: token,
    summary: 'What is to be paid, why, and how.',
    replies: { 200: PayPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  invoice: endpoint({
    method: 'GET',
    path: '/api/pay/:token/invoice',
    access: { token: 'pay' },
    params: token,
    file: true,
    summary: "The invoice's PDF, by its link.",
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  payOnline: endpoint({
    method: 'POST',
    path: '/api/pay/:token/paytrail',
    access: { token: 'pay' },
    params: token,
    summary: 'Opens an online payment of what is open; answers the address to pay at.',
    body: Shape({}),
    replies: { 201: Shape({ href: T.String() }) },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'PAYMENT_NOT_ALLOWED', 'SERVICE_UNAVAILABLE'],
  }),
  paytrailReturn: endpoint({
    method: 'GET',
    path: '/api/paytrail/return',
    access: 'public',
    summary: 'The payer comes back from the payment service; its signature is the credential, so this read writes.',
    query: PaytrailNews,
    replies: { 200: Shape({ status: OneOf(paytrailStatuses) }) },
    errors: ['NOT_FOUND', 'PAYMENT_SIGNATURE_WRONG'],
  }),
  paytrailCallback: endpoint({
    method: 'GET',
    path: '/api/paytrail/callback',
    access: 'public',
    summary: 'The payment service tells by itself what became of a payment; its signature is the credential.',
    query: PaytrailNews,
    replies: { 200: Shape({ status: OneOf(paytrailStatuses) }) },
    errors: ['NOT_FOUND', 'PAYMENT_SIGNATURE_WRONG'],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/payments/:paymentId/refund',
    access: 'payment:repay',
    params: Shape({ paymentId: Id }),
    summary:
      'Asks the payment service to pay an online payment back, whole or in part; the ledger gets its row when the service has paid. What the service refuses goes by the bank.',
    body: Shape({
      amount: T.Optional(T.Number({ exclusiveMinimum: 0, maximum: 1_000_000, multipleOf: 0.01 })),
      reason: Text,
    }),
    replies: {
      201: Shape({ refundId: Id }),
    },
    errors: ['NOT_FOUND', 'PAYMENT_NOT_ALLOWED', 'NOT_FOR_ONESELF', 'PAYMENT_ORDER_STEP_NOT_ALLOWED'],
  }),
  refunds: endpoint({
    method: 'GET',
    path: '/api/invoices/:id/online-refunds',
    access: 'payment:repay',
    params: Shape({ id: Id }),
    summary: 'What has been asked back from the payment service for an invoice, newest first, and what became of it.',
    replies: { 200: WholeList(OnlineRefund) },
    errors: ['NOT_FOUND'],
  }),
  decideRefund: endpoint({
    method: 'POST',
    path: '/api/online-refunds/:id/outcome',
    access: 'payment:repay',
    params: Shape({ id: Id }),
    summary:
      "Says what became of a refund of which the payment service did not tell, or which it says it has paid although that counted as not paid, as somebody has seen it in the service's own pages.",
    body: Shape({ version: Version, wasPaid: T.Boolean() }),
    replies: { 200: OnlineRefund },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'NOT_FOR_ONESELF', 'PAYMENT_NOT_ALLOWED'],
  }),
}
