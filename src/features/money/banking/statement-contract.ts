import { Proposal } from '#features/ground/proposals/contract.ts'
import {
  Euros,
  EurosFromZero,
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
import { doubtStates, statementProofs } from './rules/statements.ts'
import { asideReasons, bankEntryStates } from './rules.ts'
import {
  BankEntry,
  BankFile,
  BankStatement,
  Doubt,
  ProposedInvoice,
  ProposedSettlement,
  params,
  Settlement,
} from './shapes.ts'

/** The largest file of a bank that a person brings. */
export const BANK_FILE_MAX_BYTES = 104_857_600

/** A browser calls a packed file by several names, and one with an ending that it does not know a stream. */
const bankFileTypes = [
  'application/xml',
  'text/xml',
  'application/octet-stream',
  'application/zip',
  'application/x-zip-compressed',
  'application/gzip',
  'application/x-gzip',
] as const

const bankFileErrors = ['BANK_FILE_NOT_ACCEPTED', 'BANK_FILE_REPEATED', 'PROPOSAL_EXISTS'] as const

/** Files of the bank, their statements, and what becomes of each movement. */
export const statementCalls = {
  files: endpoint({
    method: 'GET',
    path: '/api/bank-files',
    access: 'bank:read',
    summary: 'Statements, notifications and status reports, newest first.',
    query: Shape({ ...pageQuery(20), sort: sorting('createdAt') }),
    replies: { 200: Page(BankFile) },
  }),
  takeIn: endpoint({
    method: 'POST',
    path: '/api/bank-files',
    access: 'bank:import',
    summary:
      'Proposes to take in a camt.052, camt.053, camt.054 or pain.002 file, packed (gzip, zip) or not, with what it would bring. Nothing of it holds until another person has confirmed it: known movements are left out then, reference payments settle their invoices, doubtful entries are put aside. What the bank itself puts into its folder is taken in at once.',
    upload: { maxBytes: BANK_FILE_MAX_BYTES, contentTypes: bankFileTypes },
    query: Shape({ fileName: T.String({ minLength: 1, maxLength: 200 }) }),
    replies: { 202: Proposal },
    errors: bankFileErrors,
  }),
  statements: endpoint({
    method: 'GET',
    path: '/api/bank-statements',
    access: 'bank:read',
    summary: 'Statements of the bank accounts with their balances and what is wrong with them, the latest day first.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('toDay'),
      id: T.Optional(Id),
      proof: T.Optional(OneOf(statementProofs)),
    }),
    replies: { 200: Page(BankStatement) },
  }),
  explain: endpoint({
    method: 'POST',
    path: '/api/bank-statements/:id/explain',
    access: 'bank:match',
    params,
    summary: 'Says why a statement does not fit; what comes to be wrong with it later is asked about anew.',
    body: Shape({ version: Version, explanation: Text }),
    replies: { 200: BankStatement },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BANK_STATEMENT_FITS'],
  }),
  doubts: endpoint({
    method: 'GET',
    path: '/api/bank-doubts',
    access: 'bank:read',
    summary: 'What files brought and what could not be taken as it stood, newest first.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt', 'bookedDay', 'amount'),
      id: T.Optional(Id),
      state: T.Optional(OneOf(doubtStates)),
    }),
    replies: { 200: Page(Doubt) },
  }),
  takeDoubt: endpoint({
    method: 'POST',
    path: '/api/bank-doubts/:id/take',
    access: 'bank:match',
    params,
    summary:
      'Takes in what was put aside, as the bank told it: its movements wait for a person to match them. Of two readings of its amount the caller names one.',
    body: Shape({ version: Version, reading: T.Optional(T.Integer({ minimum: 0, maximum: 1 })) }),
    replies: { 200: Doubt },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BANK_DOUBT_DECIDED', 'BANK_DOUBT_NOT_READ'],
  }),
  dismissDoubt: endpoint({
    method: 'POST',
    path: '/api/bank-doubts/:id/dismiss',
    access: 'bank:match',
    params,
    summary: 'Says why what was put aside is not to be taken in; names and texts of it are removed.',
    body: Shape({ version: Version, note: Text }),
    replies: { 200: Doubt },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BANK_DOUBT_DECIDED'],
  }),
  entries: endpoint({
    method: 'GET',
    path: '/api/bank-entries',
    access: 'bank:read',
    summary: 'Movements of the bank accounts, newest first.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('bookedDay', 'amount'),
      id: T.Optional(Id),
      state: T.Optional(OneOf(bankEntryStates)),
      direction: T.Optional(OneOf(['CREDIT', 'DEBIT'])),
      search: T.Optional(T.String({ maxLength: 100 })),
    }),
    replies: { 200: Page(BankEntry) },
  }),
  entry: endpoint({
    method: 'GET',
    path: '/api/bank-entries/:id',
    access: 'bank:read',
    params,
    summary: 'One movement with the invoices that it may belong to.',
    replies: {
      200: Shape({
        ...BankEntry.properties,
        proposals: T.Array(ProposedInvoice),
        settlement: Nullable(Settlement),
        proposedSettlement: Nullable(ProposedSettlement),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/bank-entries/:id/settle',
    access: 'bank:match',
    params,
    summary:
      'Records a movement as the settlement of online payments, with what the service has withheld for refunds; the rest of the difference is its fee.',
    body: Shape({ version: Version, withheld: EurosFromZero }),
    replies: { 200: BankEntry },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BANK_ENTRY_NOT_OPEN'],
  }),
  match: endpoint({
    method: 'POST',
    path: '/api/bank-entries/:id/match',
    access: 'bank:match',
    params,
    summary: 'Settles one or several invoices with a movement; the parts add up to it.',
    body: Shape({
      version: Version,
      parts: T.Array(Shape({ invoiceId: Id, amount: Euros }), { minItems: 1, maxItems: 50 }),
    }),
    replies: { 200: BankEntry },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'BANK_ENTRY_NOT_OPEN',
      'BANK_PARTS_DIFFER',
      'INVOICE_STEP_NOT_ALLOWED',
      'NOT_FOR_ONESELF',
    ],
  }),
  setAside: endpoint({
    method: 'POST',
    path: '/api/bank-entries/:id/set-aside',
    access: 'bank:match',
    params,
    summary:
      'Puts a movement aside with a reason. NOT_OURS removes name, account and message and keeps their hash. BANK_FEE, INTEREST and ROUNDING are posted by it.',
    body: Shape({ version: Version, reason: OneOf(asideReasons) }),
    replies: { 200: BankEntry },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BANK_ENTRY_NOT_OPEN', 'BANK_ITEM_UNFIT'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/bank-entries/:id/reopen',
    access: 'bank:match',
    params,
    summary: 'Takes a match or a setting aside back; payments that it made are reversed.',
    body: Shape({ version: Version, reason: Text }),
    replies: { 200: BankEntry },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BANK_ENTRY_OPEN', 'PAYMENT_NOT_REVERSIBLE', 'NOT_FOR_ONESELF'],
  }),
}
