import { accountCodes, type LedgerAccount } from '#features/money/invoices/rules/posting.ts'
import { invoiceStatuses } from '#features/money/invoices/rules.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  MonthShape,
  Nullable,
  OneOf,
  Percent,
  Shape,
  T,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { ages } from './rules/aged.ts'
import { differenceKinds } from './rules/comparison.ts'

const Run = Shape({
  billingRunId: Id,
  month: MonthShape,
  status: OneOf(['DRAFTING', 'READY', 'SENDING', 'DONE']),
  version: T.Integer(),
  invoices: T.Integer(),
  lines: T.Integer(),
  total: Euros,
  createdAt: Instant,
  approvedAt: Nullable(Instant),
})

const params = Shape({ id: Id })
const period = { from: DayShape, to: DayShape }

const AccountCode = T.String({ pattern: '^[0-9A-Za-z.-]{1,20}$' })
const OptionalCode = T.Optional(AccountCode)
const ofEach = <S>(schema: S) =>
  Object.fromEntries(Object.keys(accountCodes).map((account) => [account, schema])) as Record<LedgerAccount, S>
const Accounts = Shape({ codes: Shape(ofEach(AccountCode)), version: T.Integer() })

export const billing = {
  runs: endpoint({
    method: 'GET',
    path: '/api/billing-runs',
    access: 'billing:run',
    summary: 'The runs of monthly billing, the latest month first.',
    replies: { 200: WholeList(Run) },
  }),
  run: endpoint({
    method: 'GET',
    path: '/api/billing-runs/:id',
    access: 'billing:run',
    params,
    summary: 'A run with the invoice of each company or unit.',
    replies: {
      200: Shape({
        ...Run.properties,
        /** Running leases whose instalment another lessor bills. */
        leasesOfOthers: T.Integer(),
        /** What will be credited of earlier months when it is sent. */
        credits: T.Array(Shape({ companyId: Id, companyName: T.String(), lines: T.Integer(), total: Euros })),
        items: T.Array(
          Shape({
            invoiceId: Id,
            companyId: Id,
            companyName: T.String(),
            unitName: Nullable(T.String()),
            number: Nullable(T.String()),
            status: OneOf(invoiceStatuses),
            lines: T.Integer(),
            total: Euros,
            dueDay: DayShape,
            isCredit: T.Boolean(),
            /** Why it is left out, or credits. */
            reason: Nullable(T.String()),
          }),
        ),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/billing-runs',
    access: 'billing:run',
    summary: "Drafts a month's invoices to employers; nothing is sent before the run is approved.",
    body: Shape({ month: MonthShape }),
    replies: { 201: Run },
    errors: ['BILLING_RUN_EXISTS'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/billing-runs/:id/approve',
    access: 'billing:run',
    params,
    summary: 'Approves a drafted run: its invoices are numbered and sent.',
    body: Shape({ version: Version }),
    replies: { 200: Run },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BILLING_RUN_NOT_READY'],
  }),
  comparison: endpoint({
    method: 'GET',
    path: '/api/billing-comparison/:companyId/:month',
    access: 'billing:read',
    params: Shape({ companyId: Id, month: MonthShape }),
    summary: "What a company's invoices of a month and its payroll month come to, and why they differ.",
    replies: {
      200: Shape({
        month: MonthShape,
        /** Null while no invoice has been sent for the month. */
        invoiced: Nullable(Euros),
        /** The instalments in payroll; null before the month begins. */
        payroll: Nullable(Euros),
        difference: Nullable(Euros),
        /** They add up to the difference. */
        parts: T.Array(Shape({ kind: OneOf(differenceKinds), amount: Euros })),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  ledgerFile: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/ledger/file',
    access: 'payment:read',
    summary:
      'The ledger of a period with account codes, balanced for each voucher and day, for the bookkeeping program.',
    query: Shape({ format: SheetFormat, ...period }),
    file: true,
    replies: { 200: T.Any() },
  }),
  vatSummary: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/vat',
    access: 'payment:read',
    summary: 'Sales and purchases of a period by month and VAT rate, as they stand in the ledger.',
    query: Shape(period),
    replies: {
      200: Shape({
        items: T.Array(
          Shape({
            month: MonthShape,
            direction: OneOf(['SALES', 'PURCHASE']),
            vatPercent: Percent,
            net: Euros,
            vat: Euros,
          }),
        ),
      }),
    },
  }),
  reconciliation: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/reconciliation',
    access: 'payment:read',
    summary: 'What is open on invoices and on account against what the ledger says, and the open invoices by age.',
    replies: {
      200: Shape({
        isBalanced: T.Boolean(),
        rows: T.Array(
          Shape({
            account: OneOf(['RECEIVABLES', 'PAYABLES', 'PREPAYMENTS']),
            ledger: Euros,
            open: Euros,
            difference: Euros,
          }),
        ),
        aged: T.Array(
          Shape({ direction: OneOf(['SALES', 'PURCHASE']), age: OneOf(ages), count: T.Integer(), open: Euros }),
        ),
      }),
    },
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/accounts',
    access: 'payment:read',
    summary: 'The code of each account in the bookkeeping program.',
    replies: { 200: Accounts },
  }),
  setAccounts: endpoint({
    method: 'PUT',
    path: '/api/bookkeeping/accounts',
    access: 'settings:write',
    summary: 'Changes the codes of accounts; exports that are taken from then on carry them.',
    body: Shape({ codes: Shape(ofEach(OptionalCode)), version: T.Integer() }),
    replies: { 200: Accounts },
    errors: ['VERSION_CONFLICT'],
  }),
}
