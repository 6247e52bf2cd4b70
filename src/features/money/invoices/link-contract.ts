import { DayShape, endpoint, Shape, T } from '#platform/contract/contract.ts'

const Token = Shape({ token: T.String({ minLength: 20, maxLength: 100 }) })
const StoreInvoice = Shape({ number: T.String(), dueDay: DayShape })

/** The calls behind a store's order link: its invoice for that order, without an account. */
export const invoiceLinks = {
  storeEnters: endpoint({
    method: 'POST',
    path: '/api/store-order/:token/invoice',
    access: { token: 'store-order' },
    params: Token,
    summary: "The store's own invoice for its order (RECEIVED), to the bank account that is known of it.",
    body: Shape({
      number: T.String({ minLength: 1, maxLength: 60 }),
      issueDay: DayShape,
      total: T.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000, multipleOf: 0.01 }),
    }),
    replies: { 201: StoreInvoice },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'NAME_EXISTS', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
  storeAttaches: endpoint({
    method: 'PUT',
    path: '/api/store-order/:token/invoice-file',
    access: { token: 'store-order' },
    params: Token,
    summary: "The PDF of the store's invoice, until the invoice has been checked.",
    upload: { maxBytes: 10_485_760, contentTypes: ['application/pdf'] },
    replies: { 200: StoreInvoice },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'FILE_NOT_ACCEPTED', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
}
