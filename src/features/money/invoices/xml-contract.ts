import { endpoint, Id, Shape, T } from '#platform/contract/contract.ts'

/** An invoice as XML; answered by the e-invoices, which import invoices. */
export const invoiceXml = {
  get: endpoint({
    method: 'GET',
    path: '/api/invoices/:id/finvoice',
    access: 'invoice:read',
    params: Shape({ id: Id }),
    file: true,
    summary: 'A sent sales invoice or credit note as Finvoice 3.0: the bytes that left, or the same content made now.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND', 'E_INVOICE_NOT_SENDABLE'],
  }),
}
