import { Proposal } from '#features/ground/proposals/contract.ts'
import { OrderView } from '#features/orders/orders/shapes.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Nullable,
  OneOf,
  Page,
  Percent,
  pageQuery,
  Shape,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { LateCost } from './late/shapes.ts'
import { invoiceLinks } from './link-contract.ts'
import { nextGates, payableProblems } from './rules/payable.ts'
import { invoiceParties, invoicePurposes, invoiceStatuses, paymentMethods } from './rules.ts'
import { refusal } from './shapes.ts'

const directions = ['PURCHASE', 'SALES'] as const
const settlements = ['OPEN', 'OVERDUE', 'SETTLED', 'CREDITED', 'WRITTEN_OFF', 'TO_REPAY', 'NOT_OWED'] as const

export const InvoiceRow = Shape({
  invoiceId: Id,
  version: T.Integer(),
  direction: OneOf(directions),
  purpose: OneOf(invoicePurposes),
  party: OneOf(invoiceParties),
  status: OneOf(invoiceStatuses),
  settlement: OneOf(settlements),
  /** Null until it is sent. */
  number: Nullable(T.String()),
  referenceNumber: Nullable(T.String()),
  iban: Nullable(T.String()),
  companyId: Id,
  companyName: T.String(),
  orderId: Nullable(Id),
  orderNumber: Nullable(T.String()),
  otherParty: T.String(),
  /** Its seller is an online shop of no register: it is paid there, and the payment recorded by hand. */
  isPaidInShop: T.Boolean(),
  issueDay: DayShape,
  dueDay: DayShape,
  net: Euros,
  vat: Euros,
  total: Euros,
  credited: Euros,
  paid: Euros,
  writtenOff: Euros,
  /** Negative when there is something to repay. */
  open: Euros,
  creditsInvoiceId: Nullable(Id),
  creditsNumber: Nullable(T.String()),
  billingMonth: Nullable(T.String()),
  reason: Nullable(T.String()),
  isDisputed: T.Boolean(),
  /** Why it is paid before the hand-over of the bicycle; null where nobody has decided that. */
  earlyPaymentReason: Nullable(T.String()),
  difference: Nullable(Euros),
  differenceReason: Nullable(T.String()),
  matched: T.Boolean(),
  paidDay: Nullable(DayShape),
  hasFile: T.Boolean(),
  /** The document stands and can be fetched in a moment. */
  isFileBeingMade: T.Boolean(),
  nextStatuses: T.Array(OneOf(invoiceStatuses)),
  /** The gate that a purchase passes next on its way to the bank, whatever has been paid of it; for whoever handles invoices. */
  nextGate: Nullable(OneOf(nextGates)),
})

const PaymentRow = Shape({
  paymentId: Id,
  invoiceId: Nullable(Id),
  invoiceNumber: Nullable(T.String()),
  payer: T.String(),
  direction: OneOf(['IN', 'OUT']),
  /** Negative in a reversal. */
  amount: Euros,
  paidDay: DayShape,
  method: OneOf(paymentMethods),
  reason: Nullable(T.String()),
  reversesPaymentId: Nullable(Id),
  isReversed: T.Boolean(),
})

const InvoiceDetails = Shape({
  ...InvoiceRow.properties,
  /** What keeps a purchase from its next step towards the bank; null when nothing does, or it has left. */
  unpayable: Nullable(Shape({ problem: OneOf(payableProblems), otherNumber: Nullable(T.String()) })),
  /** What is known of the account that a purchase is paid to, for whoever handles invoices. */
  account: Nullable(Shape({ isRegistered: T.Boolean(), registerIban: Nullable(T.String()), mayChange: T.Boolean() })),
  lines: T.Array(
    Shape({
      lineId: Id,
      description: T.String(),
      quantity: T.Integer(),
      net: Euros,
      gross: Euros,
      credited: Euros,
      vatPercent: Percent,
      unitName: Nullable(T.String()),
      costUnit: Nullable(T.String()),
      correctsMonth: Nullable(T.String()),
    }),
  ),
  payments: T.Array(PaymentRow),
  /** What its lateness costs today and nobody has billed; null where that is nothing. */
  late: Nullable(LateCost),
  credits: T.Array(Shape({ invoiceId: Id, number: Nullable(T.String()), total: Euros, issueDay: DayShape })),
})

const invoiceSorts = ['dueDay', '-dueDay', 'total', '-total'] as const
export type InvoiceSort = (typeof invoiceSorts)[number]

const listFilter = {
  search: T.Optional(T.String({ maxLength: 100 })),
  orderId: T.Optional(Id),
  companyId: T.Optional(Id),
  direction: T.Optional(OneOf(directions)),
  status: T.Optional(OneOf(invoiceStatuses)),
  purpose: T.Optional(OneOf(invoicePurposes)),
  /** What is open by its due day, what is overdue, and what has too much paid. */
  due: T.Optional(OneOf(['OPEN', 'OVERDUE', 'TO_REPAY'])),
  unmatched: T.Optional(T.Boolean()),
  sort: T.Optional(OneOf(invoiceSorts)),
}

const params = Shape({ id: Id })
const orderParams = Shape({ orderId: Id })
const AboveZero = T.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000, multipleOf: 0.01 })

const EnteredLine = Shape({
  description: T.String({ minLength: 1, maxLength: 200 }),
  total: AboveZero,
  vatPercent: Percent,
})

export const invoices = {
  list: endpoint({
    method: 'GET',
    path: '/api/invoices',
    access: 'invoice:read',
    summary:
      'Invoices of the scope, newest first; with `due` the ones that are not settled, the earliest due day first; unless `sort` says otherwise.',
    query: Shape({ ...pageQuery(20), ...listFilter, id: T.Optional(Id) }),
    replies: { 200: Page(InvoiceRow) },
  }),
  listFile: endpoint({
    method: 'GET',
    path: '/api/invoices/file',
    access: 'invoice:read',
    summary: 'All invoices that a filter lets through, as CSV or a workbook.',
    query: Shape({ format: SheetFormat, ...listFilter }),
    file: true,
    replies: { 200: T.Any() },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/invoices/:id',
    access: 'invoice:read',
    params,
    summary: 'One invoice with its lines, payments and credit notes.',
    replies: { 200: InvoiceDetails },
    errors: ['NOT_FOUND'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/invoices/:id/file',
    access: 'invoice:read',
    params,
    file: true,
    summary: "The invoice's PDF.",
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  linesFile: endpoint({
    method: 'GET',
    path: '/api/invoices/:id/lines/file',
    access: 'invoice:read',
    params,
    query: Shape({ format: SheetFormat }),
    file: true,
    summary: "The invoice's lines with unit, cost unit and month, as CSV or a workbook.",
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  enter: endpoint({
    method: 'POST',
    path: '/api/invoices',
    access: 'invoice:write',
    summary: "Enters a store's invoice for an order (RECEIVED).",
    body: Shape({
      orderId: Id,
      number: T.String({ minLength: 1, maxLength: 60 }),
      referenceNumber: T.Optional(T.String({ maxLength: 40 })),
      iban: T.Optional(T.String({ maxLength: 40 })),
      issueDay: DayShape,
      dueDay: DayShape,
      total: AboveZero,
      /** The rate of an invoice with one rate; otherwise its lines, which add up to the total. */
      vatPercent: T.Optional(Percent),
      lines: T.Optional(T.Array(EnteredLine, { minItems: 1, maxItems: 20 })),
    }),
    replies: { 201: InvoiceRow },
    errors: ['NOT_FOUND', 'NAME_EXISTS'],
  }),
  attach: endpoint({
    method: 'PUT',
    path: '/api/invoices/:id/file',
    access: 'invoice:write',
    params,
    summary: "Attaches the store's PDF to an invoice.",
    upload: { maxBytes: 10_485_760, contentTypes: ['application/pdf'] },
    query: Shape({ fileName: T.Optional(T.String({ maxLength: 200 })) }),
    replies: { 200: InvoiceRow },
    errors: ['NOT_FOUND', 'FILE_NOT_ACCEPTED', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/api/invoices/:id/status',
    access: 'invoice:write',
    params,
    summary: 'Takes one named step with an invoice. What is paid follows from payments and is not set here.',
    body: Shape({ status: OneOf(invoiceStatuses), version: Version, reason: T.Optional(Text) }),
    replies: { 200: InvoiceRow },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVOICE_STEP_NOT_ALLOWED', 'INVOICE_NOT_PAYABLE'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/invoices/approve',
    access: 'invoice:write',
    summary: "Approves stores' checked invoices for payment; a dry run says what would happen and changes nothing.",
    body: Shape({ invoiceIds: T.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }), dryRun: T.Boolean() }),
    replies: {
      200: Shape({
        items: T.Array(
          Shape({
            invoiceId: Id,
            number: Nullable(T.String()),
            payee: T.String(),
            total: Euros,
            /** What would be paid. */
            open: Euros,
            isApproved: T.Boolean(),
            ...refusal,
          }),
        ),
        approved: T.Integer(),
        /** What is open of the approved ones. */
        approvedTotal: Euros,
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  credit: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/credit',
    access: 'invoice:credit',
    params,
    summary: 'Credits a sent invoice, whole or by line; answers the credit note.',
    body: Shape({
      reason: Text,
      version: T.Optional(Version),
      lines: T.Optional(T.Array(Shape({ lineId: Id, amount: T.Optional(AboveZero) }), { minItems: 1, maxItems: 500 })),
    }),
    replies: { 201: InvoiceRow },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVOICE_NOT_CREDITABLE', 'NOT_FOR_ONESELF'],
  }),
  setAccount: endpoint({
    method: 'PUT',
    path: '/api/invoices/:id/account',
    access: 'invoice:write',
    params,
    summary:
      'Corrects the account to which a purchase is paid: to that of the register at once, and for a payee of no register once another member of the staff has confirmed it (202).',
    body: Shape({ version: Version, iban: T.String({ minLength: 1, maxLength: 42 }), reason: Text }),
    replies: { 200: InvoiceRow, 202: Proposal },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVOICE_STEP_NOT_ALLOWED', 'PROPOSAL_EXISTS'],
  }),
  setTerms: endpoint({
    method: 'PUT',
    path: '/api/invoices/:id/terms',
    access: 'invoice:write',
    params,
    summary:
      'Moves the due day of an open invoice, marks it disputed, which stops its reminders and its payment, or has it paid before the hand-over of the bicycle.',
    body: Shape({
      dueDay: T.Optional(DayShape),
      isDisputed: T.Optional(T.Boolean()),
      /** A purchase of an order alone: the reason stands on the invoice. */
      isPaidEarly: T.Optional(T.Boolean()),
      reason: Text,
      version: Version,
    }),
    replies: { 200: InvoiceRow },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVOICE_STEP_NOT_ALLOWED', 'NOT_FOR_ONESELF'],
  }),
  writeOff: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/write-off',
    access: 'invoice:credit',
    params,
    summary: 'Writes off what is open of a sent invoice, with the reason; money that comes later takes that back.',
    body: Shape({ reason: Text, version: Version }),
    replies: { 200: InvoiceRow },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVOICE_STEP_NOT_ALLOWED', 'NOT_FOR_ONESELF'],
  }),
  startPurchase: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/purchase-order',
    access: 'order:process',
    params: orderParams,
    summary:
      "Opens our purchase order to the order's store (STARTED) anew, in the place of a voided one; matching the store's invoice closes it (INVOICED).",
    body: Shape({}),
    replies: { 201: InvoiceRow },
    errors: ['NOT_FOUND', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/payments',
    access: 'payment:write',
    params,
    summary: 'Records money that has moved for an invoice: paid towards its seller, or paid back.',
    body: Shape({
      direction: OneOf(['IN', 'OUT']),
      amount: AboveZero,
      paidDay: DayShape,
      method: OneOf(paymentMethods),
      reason: T.Optional(Text),
      version: T.Optional(Version),
    }),
    replies: { 201: InvoiceDetails },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVOICE_STEP_NOT_ALLOWED', 'PAYMENT_NOT_ALLOWED', 'NOT_FOR_ONESELF'],
  }),
  payments: endpoint({
    method: 'GET',
    path: '/api/payments',
    access: 'payment:read',
    summary: 'The payment ledger, newest first; `unallocated` are those that name no invoice.',
    query: Shape({
      ...pageQuery(20),
      unallocated: T.Optional(T.Boolean()),
      method: T.Optional(OneOf(paymentMethods)),
      from: T.Optional(DayShape),
      to: T.Optional(DayShape),
    }),
    replies: { 200: Page(PaymentRow) },
  }),
  reverse: endpoint({
    method: 'POST',
    path: '/api/payments/:paymentId/reverse',
    access: 'payment:write',
    params: Shape({ paymentId: Id }),
    summary: 'Takes a payment back by a row of its own with the reason.',
    body: Shape({ reason: Text }),
    replies: { 201: PaymentRow },
    errors: ['NOT_FOUND', 'PAYMENT_NOT_REVERSIBLE', 'NOT_FOR_ONESELF'],
  }),
  match: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/invoice-match',
    access: 'order:match-invoice',
    params: orderParams,
    summary:
      'Ties a verified invoice to its order and moves the order on (O10, O11); over 1.00 € of difference wants a reason.',
    body: Shape({ invoiceId: Id, version: Version, reason: T.Optional(Text) }),
    replies: { 200: OrderView },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'ORDER_STEP_NOT_ALLOWED',
      'ORDER_STEP_NOT_PERMITTED',
      'INVOICE_DIFFERENCE_NEEDS_REASON',
      'INVOICE_STEP_NOT_ALLOWED',
    ],
  }),
  ...invoiceLinks,
}
