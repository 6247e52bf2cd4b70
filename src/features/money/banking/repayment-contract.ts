import { endpoint, Id, Page, pageQuery, Shape, sorting, T, Version, WholeList } from '#platform/contract/contract.ts'
import { Iban, Overpaid, OwnRepayment, PaymentOrder, params, RepaymentPage, token } from './shapes.ts'

/** Money that goes back to who has paid too much. */
export const repaymentCalls = {
  overpaid: endpoint({
    method: 'GET',
    path: '/api/overpaid-invoices',
    access: 'bank:read',
    summary:
      'Invoices with too much paid: bills of which nothing is on its way back, and purchases whose seller has to pay back, from the release of the payment on.',
    query: Shape({ ...pageQuery(20), sort: sorting('dueDay', 'companyName') }),
    replies: { 200: Page(Overpaid) },
  }),
  repay: endpoint({
    method: 'POST',
    path: '/api/repayments',
    access: 'payment:repay',
    summary:
      'Queues what was paid too much of a sales invoice: to the account it came from, to that of the lessor’s register, to another one once a second person has confirmed it, or the payer is asked for one.',
    body: Shape({ invoiceId: Id, iban: T.Optional(Iban) }),
    replies: { 201: PaymentOrder },
    errors: ['NOT_FOUND', 'NOTHING_TO_PAY', 'PAYMENT_ORDER_STEP_NOT_ALLOWED', 'NOT_FOR_ONESELF'],
  }),
  confirmPayee: endpoint({
    method: 'POST',
    path: '/api/payment-orders/:id/confirm',
    access: 'bank:pay',
    params,
    summary: 'Confirms the account of a repayment that is another than the money came from; not by who named it.',
    body: Shape({ version: Version }),
    replies: { 200: PaymentOrder },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'PAYMENT_ORDER_STEP_NOT_ALLOWED',
      'NOT_FOR_ONESELF',
      'STEP_UP_REQUIRED',
      'ACCOUNT_NOT_APPROVED',
    ],
  }),
  repaymentPage: endpoint({
    method: 'GET',
    path: '/api/repayment/:token',
    access: { token: 'repayment' },
    params: token,
    summary: 'What is paid back, and whether an account is still wanted.',
    replies: { 200: RepaymentPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  giveAccount: endpoint({
    method: 'POST',
    path: '/api/repayment/:token/account',
    access: { token: 'repayment' },
    params: token,
    summary: 'The payer names the account for a repayment, once.',
    body: Shape({ iban: Iban }),
    replies: { 200: RepaymentPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'PAYMENT_ORDER_STEP_NOT_ALLOWED'],
  }),
  ownRepayments: endpoint({
    method: 'GET',
    path: '/api/own-repayments',
    access: 'repayment:approve-account',
    summary: 'Repayments to the companies of the caller whose account an admin has still to approve or to name.',
    replies: { 200: WholeList(OwnRepayment) },
  }),
  approveAccount: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/repayment-account',
    access: 'repayment:approve-account',
    params,
    summary:
      "An admin of the payer's company approves the account that a link has named for an invoice's repayment, or names one; until then no account counts.",
    body: Shape({ version: Version, iban: Iban }),
    replies: { 200: OwnRepayment },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PAYMENT_ORDER_STEP_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  }),
}
