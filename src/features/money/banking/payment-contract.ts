import { refusal } from '#features/money/invoices/shapes.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  sorting,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import { paymentOrderStates } from './rules.ts'
import { FilePayment, PaymentFileRow, PaymentOrder, params, refusedPayment } from './shapes.ts'

/** What waits for the bank. */
export const queueCalls = {
  orders: endpoint({
    method: 'GET',
    path: '/api/payment-orders',
    access: 'bank:read',
    summary: 'Payments that wait for a file, are with the bank, or came back, newest first.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt', 'dueDay', 'amount'),
      state: T.Optional(OneOf(paymentOrderStates)),
      paymentFileId: T.Optional(Id),
    }),
    replies: { 200: Page(PaymentOrder) },
  }),
  queue: endpoint({
    method: 'POST',
    path: '/api/payment-orders',
    access: 'bank:pay',
    summary:
      'Queues approved purchase invoices for payment (PAYMENT_QUEUED); those that cannot be are named. A dry run says what would happen and changes nothing.',
    body: Shape({
      invoiceIds: T.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
      dryRun: T.Optional(T.Boolean()),
    }),
    replies: {
      200: Shape({
        queued: T.Integer(),
        total: Euros,
        items: T.Array(
          Shape({
            invoiceId: Id,
            number: Nullable(T.String()),
            payee: T.String(),
            /** To which account: the invoice's own, else that of the register. */
            iban: Nullable(T.String()),
            open: Euros,
            ...refusal,
          }),
        ),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
}

/** Files of payments, from their making to their release. */
export const paymentFileCalls = {
  remove: endpoint({
    method: 'POST',
    path: '/api/payment-orders/:id/remove',
    access: 'bank:pay',
    params,
    summary: 'Takes a payment out that has not left; the invoice of a purchase can be approved again.',
    body: Shape({ version: Version, reason: Text }),
    replies: { 200: PaymentOrder },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PAYMENT_ORDER_STEP_NOT_ALLOWED'],
  }),
  paymentFiles: endpoint({
    method: 'GET',
    path: '/api/payment-files',
    access: 'bank:read',
    summary: 'Files for the bank, newest first.',
    query: Shape({ ...pageQuery(20), sort: sorting('createdAt', 'executionDay', 'total') }),
    replies: { 200: Page(PaymentFileRow) },
  }),
  paymentFile: endpoint({
    method: 'GET',
    path: '/api/payment-files/:id',
    access: 'bank:read',
    params,
    summary:
      'A file for the bank with every payment in it: payee, account and where that comes from, order, match, and what has changed since it was approved.',
    replies: { 200: Shape({ ...PaymentFileRow.properties, payments: T.Array(FilePayment) }) },
    errors: ['NOT_FOUND'],
  }),
  toMake: endpoint({
    method: 'GET',
    path: '/api/payment-files/next',
    sums: true,
    access: 'bank:pay',
    summary: 'What a file for the bank would hold now, at most 1,000 payments, and what is left out with the reason.',
    replies: {
      200: Shape({
        items: T.Array(Shape({ ...PaymentOrder.properties, ...refusedPayment })),
        payments: T.Integer(),
        total: Euros,
      }),
    },
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/payment-files',
    access: 'bank:pay',
    summary:
      'Makes a pain.001 file of everything that is queued and can be paid, or of what is named, all of it or nothing. Its bytes are kept and never change.',
    body: Shape({
      executionDay: DayShape,
      paymentOrderIds: T.Optional(T.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
    }),
    replies: { 201: PaymentFileRow },
    errors: ['NOT_FOUND', 'PAYMENT_ORDER_STEP_NOT_ALLOWED', 'NOTHING_TO_PAY', 'INVOICE_NOT_PAYABLE'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/payment-files/:id/release',
    access: 'bank:release',
    params,
    summary:
      'Releases a file for the bank, with a fresh code of the authenticator app. Who approved an invoice in it or made it does not release it; with one eligible person, after 24 hours.',
    body: Shape({ version: Version, code: T.String({ pattern: '^[0-9]{6}$' }) }),
    replies: { 200: PaymentFileRow },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PAYMENT_FILE_NOT_RELEASABLE', 'STEP_UP_REQUIRED', 'CODE_WRONG'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/payment-files/:id/withdraw',
    access: 'bank:pay',
    params,
    summary: 'Gives up a file that is not released; its payments wait again.',
    body: Shape({ version: Version }),
    replies: { 200: PaymentFileRow },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PAYMENT_FILE_NOT_RELEASABLE'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/payment-files/:id/file',
    access: 'bank:release',
    params,
    file: true,
    summary: 'The released file as it goes to the bank.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
}
