import { banking } from '#features/money/banking/contract.ts'
import { billing } from '#features/money/billing/contract.ts'
import { bookkeeping } from '#features/money/bookkeeping/contract.ts'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { payrollDeductions } from '#features/money/payroll-deductions/contract.ts'
import { intake } from '#features/operations/intake/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { type Calls, day, monthAgo, reading, staffCalls } from './reading.ts'
import { kinds, seededId } from './seed-statements.ts'

export const intakeCalls = (): Calls => [
  ...staffCalls(intake.files, {
    'files that came': {},
    'files that came, refused': { refused: true },
    'files that came, page 50': { page: 50 },
  }),
  ...staffCalls(intake.asides, { 'put aside of all files': {}, 'put aside of all files, open': { state: 'OPEN' } }),
]

export function bankCalls(): Calls {
  return [
    ...staffCalls(banking.files, { 'bank files': {}, 'bank files, page 50': { page: 50 } }),
    ...staffCalls(banking.statements, {
      statements: {},
      'statements that do not fit': { proof: 'DIFFERS' },
      'statements, page 50': { page: 50 },
    }),
    ...staffCalls(banking.doubts, {
      'put aside': {},
      'put aside, open': { state: 'OPEN' },
      'put aside, page 50': { page: 50 },
    }),
    ...staffCalls(banking.entries, {
      movements: {},
      'movements, open': { state: 'OPEN' },
      'movements, open credits': { state: 'OPEN', direction: 'CREDIT' },
      'movements, aside': { state: 'ASIDE' },
      'movements, debits': { direction: 'DEBIT' },
      'movements, name, common': { search: 'tavallinen' },
      'movements, name, rare': { search: 'harvinainen' },
      'movements, reference': { search: '50 00025' },
      'movements, two letters': { search: 'ma' },
      'movements, page 500': { page: 500 },
    }),
    reading(banking.entry)('staff', 'one movement with proposals', { params: { id: seededId(67, 2) } }),
    ...staffCalls(banking.orders, {
      'payment orders': {},
      'payment orders, queued': { state: 'QUEUED' },
      'payment orders, rejected': { state: 'REJECTED' },
      'payment orders of a file': { paymentFileId: seededId(70, 3) },
      'payment orders, page 500': { page: 500 },
    }),
    ...staffCalls(banking.overpaid, { 'overpaid invoices': {}, 'overpaid invoices, page 5': { page: 5 } }),
    ...staffCalls(banking.paymentFiles, { 'payment files': {}, 'payment files, page 5': { page: 5 } }),
    ...staffCalls(eInvoices.sent, {
      'e-invoices': {},
      'e-invoices, waiting': { state: 'WAITING' },
      'e-invoices, rejected': { state: 'REJECTED' },
      'e-invoices, acknowledged, page 50': { state: 'ACKNOWLEDGED', page: 50 },
    }),
    ...staffCalls(eInvoices.received, {
      received: {},
      'received, waiting': { state: 'WAITING' },
      'received, refused': { state: 'REFUSED' },
      'received, page 500': { page: 500 },
    }),
    reading(billing.runs)('staff', 'billing runs'),
    ...staffCalls(bookkeeping.vouchers, {
      vouchers: {},
      'vouchers, page 500': { page: 500 },
      'vouchers of a day': { from: day(30), to: day(30) },
      'vouchers, by a name': { search: 'Esimerkki' },
    }),
  ]
}

export function moneyCalls(): Calls {
  const own = { 'user payments, own': {}, 'user payments, own open': { isUserPaymentDone: false } }
  return [
    ...staffCalls(invoices.payments, {
      payments: {},
      'payments on account': { unallocated: true },
      'payments, method': { method: 'PAYTRAIL' },
      'payments, method of none': { method: 'SVEA' },
      'payments, a month': { from: day(430), to: day(400) },
      'payments, page 500': { page: 500 },
    }),
    ...staffCalls(invoices.list, {
      'invoices, due': { due: 'OPEN' },
      'invoices, overdue': { due: 'OVERDUE' },
      'invoices, to repay': { due: 'TO_REPAY' },
      'invoices, purpose': { purpose: 'INSTALMENT' },
      'invoices, purpose of none': { purpose: 'RETURN_FEE' },
      'invoices, search, common': { search: 'tavallinen' },
      'invoices, search, rare': { search: 'harvinainen' },
      'invoices, search, number': { search: 'H-77' },
      'invoices, search, two letters': { search: 'ma' },
    }),
    ...(['OPEN', 'OVERDUE'] as const).map((due) =>
      reading(invoices.list)('employer', `invoices, ${due}`, { query: { due } }),
    ),
    ...(['staff', 'beneficiary'] as const).map((as) => reading(payments.list)(as, 'user payments')),
    reading(payments.refunds)('staff', 'online refunds of an invoice', { params: { id: seededId(50, 102) } }),
    ...staffCalls(payments.optimized, {
      'user payments': {},
      'user payments, open': { isUserPaymentDone: false },
      'user payments, done': { isUserPaymentDone: true },
      'user payments, created, a month': { createdFrom: day(430), createdTo: day(400) },
      'user payments, sent, a month': { sentFrom: day(430), sentTo: day(400) },
      'user payments, paid, a month': { paidFrom: day(430), paidTo: day(400) },
      'user payments, search, common': { searchTerm: 'tavallinen' },
      'user payments, search, rare': { searchTerm: 'harvinainen' },
      'user payments, search, two letters': { searchTerm: 'ma' },
      'user payments, page 500': { page: 500 },
    }),
    ...Object.entries(own).map(([name, query]) => reading(payments.optimized)('beneficiary', name, { query })),
  ]
}

export function reportCalls(): Calls {
  const companyId = seededId(kinds.company, 0)
  const small = seededId(kinds.company, 20)
  return [
    ...(['staff', 'employer', 'group'] as const).map((as) => reading(reporting.companies)(as, 'companies of reports')),
    reading(reporting.months)('employer', 'payroll months, largest company', { query: { companyId }, isReport: true }),
    reading(reporting.months)('staff', 'payroll months, small company', {
      query: { companyId: small },
      isReport: true,
    }),
    reading(reporting.rows)('employer', 'open month, largest company', {
      params: { companyId, month: monthAgo(0) },
      isReport: true,
    }),
    reading(reporting.rows)('employer', 'locked month, largest company', {
      params: { companyId, month: monthAgo(1) },
      isReport: true,
    }),
    reading(payrollDeductions.list)('employer', 'deductions of a month', { params: { companyId, month: monthAgo(0) } }),
    reading(reporting.group)('group', 'month over a group', {
      params: { groupCompanyId: seededId(kinds.group, 0), month: monthAgo(0) },
      isReport: true,
    }),
    reading(reporting.everyCompany)('staff', 'month of every company, a page', {
      params: { month: monthAgo(0) },
      isReport: true,
    }),
    reading(reporting.leases)('employer', 'statistics, largest company', { query: { companyId }, isReport: true }),
  ]
}
