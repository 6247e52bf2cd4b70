import { Proposal } from '#features/ground/proposals/contract.ts'
import { accountCodes, type LedgerAccount } from '#features/money/invoices/rules/posting.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  MonthShape,
  Nullable,
  OneOf,
  Page,
  Percent,
  pageQuery,
  Shape,
  sorting,
  T,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { ages } from './rules/aged.ts'
import { bankParts } from './rules/bank-days.ts'
import { cashTimes } from './rules/cash-weeks.ts'
import { type CheckKind, checkKinds, periodStates } from './rules/periods.ts'
import { vatBoxes } from './rules/vat-return.ts'
import { voucherPrograms } from './rules/voucher-files.ts'

const period = { from: DayShape, to: DayShape }

const AccountCode = T.String({ pattern: '^[0-9A-Za-z.-]{1,20}$' })
const OptionalCode = T.Optional(AccountCode)
const ofEach = <S>(schema: S) =>
  Object.fromEntries(Object.keys(accountCodes).map((account) => [account, schema])) as Record<LedgerAccount, S>
const Accounts = Shape({ codes: Shape(ofEach(AccountCode)), version: T.Integer() })

const ledgerAccounts = Object.keys(accountCodes) as LedgerAccount[]

const Voucher = Shape({
  voucherId: Id,
  series: OneOf(['ML', 'OL', 'TI', 'MU']),
  /** Series, year and running number; null until it is numbered. */
  number: Nullable(T.String()),
  day: DayShape,
  /** The day of what it tells, where that came after its month was closed. */
  ownDay: Nullable(DayShape),
  sum: Euros,
  /** What it moves on the account that was asked for, debit positive. */
  onAccount: Nullable(Euros),
  party: Nullable(T.String()),
  document: Nullable(T.String()),
  invoiceId: Nullable(Id),
  orderId: Nullable(Id),
  /** The bank's movement that it comes from. */
  entryId: Nullable(Id),
  rows: T.Array(
    Shape({ account: OneOf(ledgerAccounts), code: AccountCode, amount: Euros, vatPercent: Nullable(Percent) }),
  ),
})

const Aged = Shape({ direction: OneOf(['SALES', 'PURCHASE']), age: OneOf(ages), count: T.Integer(), open: Euros })

const Compared = Shape({
  kind: OneOf(checkKinds),
  ledger: Euros,
  /** Null where there is nothing to compare with. */
  compared: Nullable(Euros),
  /** What neither the comparison nor `explained` accounts for. */
  difference: Nullable(Euros),
  agrees: T.Boolean(),
  /** What of the bank's difference explains itself, by name. */
  explained: T.Array(Shape({ part: OneOf(bankParts), amount: Euros })),
})

const Month = Shape({
  month: MonthShape,
  state: OneOf(periodStates),
  /** 0 while it has never been closed. */
  version: T.Integer(),
  /** The month that is closed next. */
  isNext: T.Boolean(),
  vouchers: T.Integer(),
  unnumbered: T.Integer(),
  /** Vouchers of earlier, closed months that are dated into it. */
  late: T.Integer(),
  /** What was compared at the closing; null while it is open. */
  compared: Nullable(Shape({ agree: T.Integer(), explained: T.Integer() })),
  closedBy: Nullable(T.String()),
  closedAt: Nullable(Instant),
  filedBy: Nullable(T.String()),
  filedAt: Nullable(Instant),
})

const MonthDetails = Shape({
  ...Month.properties,
  /** As they stand now; of a closed month as they stood then, with the reasons of what differed. */
  checks: T.Array(Shape({ ...Compared.properties, reason: Nullable(T.String()) })),
  bankDay: Nullable(DayShape),
  /** Why it cannot be closed now; null where it can, or is. */
  notYet: Nullable(OneOf(['PERIOD_NOT_OVER', 'PERIOD_OUT_OF_ORDER'])),
  canOpen: T.Boolean(),
})

const params = Shape({ month: MonthShape })
const Expected = T.Integer({ minimum: 0 })
const Reason = T.Optional(T.String({ minLength: 3, maxLength: 500, pattern: '\\S' }))
const Reasons = Object.fromEntries(checkKinds.map((kind) => [kind, Reason])) as Record<CheckKind, typeof Reason>

export const bookkeeping = {
  months: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/months',
    sums: true,
    access: 'payment:read',
    summary: 'The months of the books, the latest first: open, closed or filed, with their vouchers.',
    replies: { 200: WholeList(Month) },
  }),
  month: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/months/:month',
    access: 'payment:read',
    params,
    summary: 'A month of the books with what its closing compares.',
    replies: { 200: MonthDetails },
    errors: ['NOT_FOUND'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/bookkeeping/months/:month/close',
    access: 'bookkeeping:close',
    params,
    summary:
      'Closes a month: its vouchers are numbered, what differs is explained, and nothing in it changes any more. Later vouchers of it are dated on the first open day.',
    body: Shape({ version: Expected, reasons: T.Optional(Shape(Reasons)) }),
    replies: { 200: MonthDetails },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PERIOD_CLOSED', 'PERIOD_NOT_OVER', 'PERIOD_OUT_OF_ORDER'],
  }),
  file: endpoint({
    method: 'POST',
    path: '/api/bookkeeping/months/:month/file',
    access: 'bookkeeping:close',
    params,
    summary: "Notes that a closed month's return has been filed; the month cannot be opened again.",
    body: Shape({ version: Version }),
    replies: { 200: MonthDetails },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PERIOD_NOT_CLOSED', 'PERIOD_FILED'],
  }),
  vatReturn: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/months/:month/vat-return',
    sums: true,
    access: 'payment:read',
    params,
    summary: "A month's VAT return by box: as it was filed, otherwise as the ledger stands.",
    replies: {
      200: Shape({
        month: MonthShape,
        state: OneOf(periodStates),
        /** By when it is filed and paid. */
        filingDay: DayShape,
        filedBy: Nullable(T.String()),
        filedAt: Nullable(Instant),
        /** Of each box its sum, and what of it belongs to earlier months. */
        boxes: T.Array(Shape({ box: OneOf(vatBoxes), amount: Euros, late: Euros })),
        /** Tax of sales at rates that no box takes. */
        strange: Euros,
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  vatReturnFile: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/months/:month/vat-return/file',
    access: 'payment:read',
    params,
    summary: "A month's VAT return as a file, a box a row.",
    query: Shape({ format: SheetFormat }),
    file: true,
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  voucherFile: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/months/:month/vouchers/file',
    access: 'payment:read',
    params,
    summary:
      'The vouchers of a closed month in the form of a bookkeeping program, always the same bytes; refused with line and field where the program would not take it.',
    query: Shape({ program: OneOf(voucherPrograms) }),
    file: true,
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND', 'PERIOD_NOT_CLOSED'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/bookkeeping/months/:month/open',
    access: 'bookkeeping:close',
    params,
    summary: 'Proposes to open the last closed month again; another member of the staff confirms it.',
    body: Shape({ version: Version, reason: T.String({ minLength: 3, maxLength: 500, pattern: '\\S' }) }),
    replies: { 202: Proposal },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'PERIOD_NOT_CLOSED',
      'PERIOD_FILED',
      'PERIOD_OUT_OF_ORDER',
      'PROPOSAL_EXISTS',
    ],
  }),
  vouchers: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/vouchers',
    access: 'payment:read',
    summary:
      'Vouchers with their rows, the latest day first: searched by number, sum or party, of an account or a period. Of one account it is its card.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('day', 'sum'),
      search: T.Optional(T.String({ maxLength: 100 })),
      account: T.Optional(OneOf(ledgerAccounts)),
      /** Those that a box of the VAT return is made of. */
      box: T.Optional(OneOf(vatBoxes)),
      from: T.Optional(DayShape),
      to: T.Optional(DayShape),
      id: T.Optional(Id),
    }),
    replies: { 200: Page(Voucher) },
  }),
  balances: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/balances',
    sums: true,
    access: 'payment:read',
    summary:
      "The trial balance of a period: each account's balance before it, its debits and credits, and its balance after it; debit positive.",
    query: Shape(period),
    replies: {
      200: WholeList(
        Shape({
          account: OneOf(ledgerAccounts),
          code: AccountCode,
          opening: Euros,
          debit: Euros,
          credit: Euros,
          closing: Euros,
        }),
      ),
    },
  }),
  bank: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/bank',
    sums: true,
    access: 'payment:read',
    summary:
      "The bank's closing balances beside the ledger's bank account for each day of a period that a statement closes, and what explains the difference.",
    query: Shape(period),
    replies: {
      200: WholeList(
        Shape({
          day: DayShape,
          accounts: T.Array(Shape({ iban: T.String(), closing: Euros })),
          statement: Euros,
          ledger: Euros,
          /** By how much the ledger is above the statement. */
          difference: Euros,
          parts: T.Array(Shape({ part: OneOf(bankParts), amount: Euros })),
          /** What of the difference no part explains. */
          unexplained: Euros,
        }),
      ),
    },
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
    sums: true,
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
    sums: true,
    access: 'payment:read',
    summary:
      'What the ledger says against what is open, kept from pay and in the bank, and the open invoices by age. It balances only when all of them do.',
    replies: {
      200: Shape({
        isBalanced: T.Boolean(),
        /** The last day that every account of the bank has a statement of. */
        bankDay: Nullable(DayShape),
        rows: T.Array(Compared),
        aged: T.Array(Aged),
      }),
    },
  }),
  outlook: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/outlook',
    sums: true,
    access: 'payment:read',
    summary:
      'What the page draws: open invoices by age, money due in, due out and on its way by week ahead, and the tax of the last twelve months.',
    replies: {
      200: Shape({
        aged: T.Array(Aged),
        cash: T.Array(
          Shape({
            time: OneOf(cashTimes),
            /** Today in the week that runs, else its Monday; null for what is overdue or due later. */
            from: Nullable(DayShape),
            dueIn: Euros,
            /** What no payment order at the bank covers. */
            dueOut: Euros,
            /** Payment orders that the bank has, by the day on which it pays them. */
            onItsWay: Euros,
          }),
        ),
        tax: T.Array(Shape({ month: MonthShape, sales: Euros, deducted: Euros, toPay: Euros })),
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
