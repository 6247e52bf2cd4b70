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
} from '#platform/contract/contract.ts'
import { invoiceRemarks } from './rules.ts'

export const sentStates = ['LOCAL', 'WAITING', 'SENT', 'ACKNOWLEDGED', 'REJECTED'] as const
export const receivedStates = ['WAITING', 'ENTERED', 'REFUSED'] as const
export const proposalGrounds = ['CREDITED_INVOICE', 'ORDER_NUMBER', 'SECURITY_CODE', 'STORE_AND_SUM'] as const

/** Why the order that was proposed is no more the one to enter an invoice for. */
export const proposalProblems = ['HAS_INVOICE', 'ORDER_OVER'] as const

const params = Shape({ id: Id })

const Sent = Shape({
  eInvoiceId: Id,
  version: Version,
  invoiceId: Id,
  number: Nullable(T.String()),
  otherParty: T.String(),
  toAddress: T.String(),
  total: Euros,
  state: OneOf(sentStates),
  attempts: T.Integer(),
  reason: Nullable(T.String()),
  createdAt: Instant,
})

const Received = Shape({
  receivedId: Id,
  version: Version,
  state: OneOf(receivedStates),
  seller: T.String(),
  sellerBusinessId: Nullable(T.String()),
  bikeStoreId: Nullable(Id),
  storeName: Nullable(T.String()),
  number: T.String(),
  issueDay: DayShape,
  dueDay: Nullable(DayShape),
  total: Euros,
  isCreditNote: T.Boolean(),
  originalNumber: Nullable(T.String()),
  proposedOrderId: Nullable(Id),
  proposedOrderNumber: Nullable(T.String()),
  proposedBy: Nullable(OneOf(proposalGrounds)),
  /** What stands against the proposal by now; null where nothing does. */
  proposalProblem: Nullable(OneOf(proposalProblems)),
  /** The invoice that the order has already. */
  otherNumber: Nullable(T.String()),
  invoiceId: Nullable(Id),
  reason: Nullable(T.String()),
  /** What is odd about it. */
  remarks: T.Array(OneOf(invoiceRemarks)),
  createdAt: Instant,
})

/** What became of the invoices of a file. */
const counts = {
  /** How many of its invoices were taken in, put aside to be judged, and had come before. */
  taken: T.Integer(),
  aside: T.Integer(),
  known: T.Integer(),
}

export const eInvoices = {
  sent: endpoint({
    method: 'GET',
    path: '/api/e-invoices',
    access: 'e-invoice:send',
    summary: 'Our e-invoices and how far each has come, newest first.',
    query: Shape({ ...pageQuery(20), sort: sorting('createdAt'), state: T.Optional(OneOf(sentStates)) }),
    replies: { 200: Page(Sent) },
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/e-invoices',
    access: 'e-invoice:send',
    summary: 'Sends a sent sales invoice, or a credit note, as a Finvoice to its buyer; after a rejection again.',
    body: Shape({ invoiceId: Id }),
    replies: { 201: Sent },
    errors: ['NOT_FOUND', 'E_INVOICE_NOT_SENDABLE'],
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/e-invoices/:id/file',
    access: 'e-invoice:send',
    params,
    file: true,
    summary: 'The Finvoice as it was made.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  received: endpoint({
    method: 'GET',
    path: '/api/received-e-invoices',
    access: 'e-invoice:receive',
    summary: 'E-invoices from sellers, with the order that each may belong to.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt', 'dueDay', 'total'),
      id: T.Optional(Id),
      state: T.Optional(OneOf(receivedStates)),
    }),
    replies: { 200: Page(Received) },
  }),
  takeIn: endpoint({
    method: 'POST',
    path: '/api/received-e-invoices',
    access: 'e-invoice:receive',
    summary:
      'Takes in a file with one Finvoice of a seller or several, once a seller and number. What cannot be read as it stands, or is for another buyer, is put aside; where that is all of it, the answer is 202.',
    upload: { maxBytes: 10_485_760, contentTypes: ['application/xml', 'text/xml', 'application/octet-stream'] },
    query: Shape({ fileName: T.String({ minLength: 1, maxLength: 200 }) }),
    replies: { 201: Shape({ ...Received.properties, ...counts }), 202: Shape(counts) },
    errors: ['E_INVOICE_NOT_ACCEPTED', 'E_INVOICE_REPEATED'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/received-e-invoices/:id',
    access: 'e-invoice:receive',
    params,
    summary: 'One received e-invoice with its lines.',
    replies: {
      200: Shape({
        ...Received.properties,
        iban: Nullable(T.String()),
        referenceNumber: Nullable(T.String()),
        lines: T.Array(
          Shape({
            description: T.String(),
            quantity: Nullable(T.String()),
            net: Nullable(Euros),
            vatPercent: Nullable(Percent),
            note: Nullable(T.String()),
          }),
        ),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  enter: endpoint({
    method: 'POST',
    path: '/api/received-e-invoices/:id/enter',
    access: 'e-invoice:receive',
    params,
    summary:
      'Enters a received e-invoice for an order: a purchase invoice RECEIVED with its lines and its reference, or a credit note of the invoice that it names.',
    body: Shape({
      version: Version,
      orderId: Id,
      /** The order has an invoice to pay already, and this one is entered beside it, to be sorted out. */
      isBeside: T.Optional(T.Boolean()),
    }),
    replies: { 200: Received },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'E_INVOICE_DECIDED',
      'E_INVOICE_OTHER_STORE',
      'E_INVOICE_ORDER_HAS_INVOICE',
      'NAME_EXISTS',
      'INVOICE_NOT_CREDITABLE',
    ],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/received-e-invoices/:id/refuse',
    access: 'e-invoice:receive',
    params,
    summary: 'Puts a received e-invoice aside with a reason; the same number may then come again.',
    body: Shape({ version: Version, reason: Text }),
    replies: { 200: Received },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'E_INVOICE_DECIDED'],
  }),
}
