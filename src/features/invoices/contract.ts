import { DayShape, endpoint, Euros, Id, Nullable, OneOf, Page, pageQuery, Percent, Shape, T, Text, Version } from '#platform/contract.ts'
import { OrderView } from '#features/orders/shapes.ts'
import { invoiceStatuses } from './rules.ts'

const InvoiceRow = Shape({
  invoiceId: Id,
  version: T.Integer(),
  direction: OneOf(['PURCHASE', 'SALES']),
  status: OneOf(invoiceStatuses),
  number: T.String(),
  referenceNumber: Nullable(T.String()),
  iban: Nullable(T.String()),
  companyId: Id,
  companyName: T.String(),
  orderId: Nullable(Id),
  orderNumber: Nullable(T.String()),
  otherParty: T.String(),
  issueDay: DayShape,
  dueDay: DayShape,
  net: Euros,
  vat: Euros,
  total: Euros,
  difference: Nullable(Euros),
  differenceReason: Nullable(T.String()),
  matched: T.Boolean(),
  paidDay: Nullable(DayShape),
  hasFile: T.Boolean(),
  nextStatuses: T.Array(OneOf(invoiceStatuses)),
})

const params = Shape({ id: Id })
const orderParams = Shape({ orderId: Id })

export const invoices = {
  list: endpoint({
    method: 'GET', path: '/api/invoices', access: 'invoice:read',
    summary: 'Invoices of the scope, newest first.',
    query: Shape({ ...pageQuery(20), orderId: T.Optional(Id), direction: T.Optional(OneOf(['PURCHASE', 'SALES'])), status: T.Optional(OneOf(invoiceStatuses)), unmatched: T.Optional(T.Boolean()) }),
    replies: { 200: Page(InvoiceRow) },
  }),
  get: endpoint({
    method: 'GET', path: '/api/invoices/:id', access: 'invoice:read', params, summary: 'One invoice with its lines.',
    replies: { 200: Shape({ ...InvoiceRow.properties, lines: T.Array(Shape({ description: T.String(), quantity: T.Integer(), net: Euros, vatPercent: Percent })) }) }, errors: ['NOT_FOUND'],
  }),
  file: endpoint({
    method: 'GET', path: '/api/invoices/:id/file', access: 'invoice:read', params, file: true, summary: "The invoice's PDF.", replies: { 200: T.Any() }, errors: ['NOT_FOUND'],
  }),
  enter: endpoint({
    method: 'POST', path: '/api/invoices', access: 'invoice:write',
    summary: "Enters a store's invoice for an order (RECEIVED).",
    body: Shape({ orderId: Id, number: T.String({ minLength: 1, maxLength: 60 }), referenceNumber: T.Optional(T.String({ maxLength: 40 })), iban: T.Optional(T.String({ maxLength: 40 })), issueDay: DayShape, dueDay: DayShape, total: Euros, vatPercent: Percent }),
    replies: { 201: InvoiceRow }, errors: ['NOT_FOUND', 'NAME_EXISTS'],
  }),
  attach: endpoint({
    method: 'PUT', path: '/api/invoices/:id/file', access: 'invoice:write', params,
    summary: "Attaches the store's PDF to an invoice.", upload: { maxBytes: 10_485_760, contentTypes: ['application/pdf'] },
    query: Shape({ fileName: T.Optional(T.String({ maxLength: 200 })) }),
    replies: { 200: InvoiceRow }, errors: ['NOT_FOUND', 'FILE_NOT_ACCEPTED', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
  setStatus: endpoint({
    method: 'PUT', path: '/api/invoices/:id/status', access: 'invoice:write', params,
    summary: 'Moves an invoice by one step.',
    body: Shape({ status: OneOf(invoiceStatuses), version: Version, reason: T.Optional(Text) }),
    replies: { 200: InvoiceRow }, errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
  match: endpoint({
    method: 'POST', path: '/api/orders/:orderId/invoice-match', access: 'order:match-invoice', params: orderParams,
    summary: 'Ties a verified invoice to its order and moves the order on (O10, O11); over 1.00 € of difference wants a reason.',
    body: Shape({ invoiceId: Id, version: Version, reason: T.Optional(Text) }),
    replies: { 200: OrderView }, errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'ORDER_STEP_NOT_ALLOWED', 'ORDER_STEP_NOT_PERMITTED', 'INVOICE_DIFFERENCE_NEEDS_REASON', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
}
