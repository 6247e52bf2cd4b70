import { Proposal } from '#features/ground/proposals/contract.ts'
import { refusal } from '#features/money/invoices/shapes.ts'
import { orderStatuses } from '#features/orders/orders/rules.ts'
import {
  DayShape,
  Euros,
  EurosFromZero,
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  T,
  Text,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import {
  bankFileKinds,
  doubtKinds,
  doubtReasons,
  doubtStates,
  statementProblems,
  statementProofs,
} from './rules/statements.ts'
import {
  accountSources,
  asideReasons,
  bankEntryStates,
  payeeAccountSources,
  paymentFileStates,
  paymentOrderKinds,
  paymentOrderStates,
  paymentProblems,
  releaseProblems,
} from './rules.ts'

const params = Shape({ id: Id })

const BankFile = Shape({
  bankFileId: Id,
  kind: OneOf(bankFileKinds),
  name: T.String(),
  entryCount: T.Integer(),
  matchedCount: T.Integer(),
  knownCount: T.Integer(),
  /** What was put aside for somebody to look at. */
  doubtCount: T.Integer(),
  skippedAccounts: T.Array(T.String()),
  /** Who has brought it by hand, and who has confirmed it; null of a file of the bank's own connection. */
  broughtBy: Nullable(T.String()),
  confirmedBy: Nullable(T.String()),
  createdAt: Instant,
})

const BankEntry = Shape({
  bankEntryId: Id,
  version: Version,
  state: OneOf(bankEntryStates),
  direction: OneOf(['CREDIT', 'DEBIT']),
  isReversal: T.Boolean(),
  amount: Euros,
  /** What was paid in another currency, as the bank wrote it; `amount` is what came to the account. */
  foreignAmount: Nullable(T.String()),
  bookedDay: DayShape,
  reference: Nullable(T.String()),
  message: Nullable(T.String()),
  counterpartyName: Nullable(T.String()),
  counterpartyIban: Nullable(T.String()),
  asideReason: Nullable(OneOf(asideReasons)),
  decidedAt: Nullable(Instant),
})

/** What a statement says of its account as a whole. */
const BankStatement = Shape({
  bankStatementId: Id,
  version: Version,
  bankFileId: Id,
  fileName: T.String(),
  kind: OneOf(bankFileKinds),
  statementId: T.String(),
  iban: T.String(),
  fromDay: DayShape,
  toDay: DayShape,
  /** Booked balances; null where the statement tells none. */
  opening: Nullable(Euros),
  closing: Nullable(Euros),
  /** The sum of its booked entries. */
  booked: Euros,
  proof: OneOf(statementProofs),
  problems: T.Array(OneOf(statementProblems)),
  explanation: Nullable(T.String()),
  explainedAt: Nullable(Instant),
})

/** What a file brought that could not be taken as it stood. */
const Doubt = Shape({
  doubtId: Id,
  version: Version,
  kind: OneOf(doubtKinds),
  reason: OneOf(doubtReasons),
  state: OneOf(doubtStates),
  fileName: T.String(),
  line: T.Integer(),
  iban: Nullable(T.String()),
  direction: Nullable(OneOf(['CREDIT', 'DEBIT'])),
  amount: Nullable(Euros),
  /** As the bank wrote it, with its currency. */
  amountText: Nullable(T.String()),
  bookedDay: Nullable(DayShape),
  reference: Nullable(T.String()),
  message: Nullable(T.String()),
  counterpartyName: Nullable(T.String()),
  /** What the file says, text by text. */
  raw: T.Array(Shape({ path: T.String(), text: T.String() })),
  /** It can be taken in as it stands, or by one of its readings. */
  canTake: T.Boolean(),
  /** Where its amount can be read in two ways, both. */
  readings: T.Array(Euros),
  note: Nullable(T.String()),
  decidedAt: Nullable(Instant),
  createdAt: Instant,
})

const ProposedInvoice = Shape({
  invoiceId: Id,
  number: Nullable(T.String()),
  otherParty: T.String(),
  open: Euros,
  dueDay: DayShape,
  /** Why it is proposed, the strongest first. */
  grounds: T.Array(OneOf(['REFERENCE', 'AMOUNT', 'NAME', 'MESSAGE'])),
})

/** Online payments that their service has paid out in one sum. */
const Settlement = Shape({
  reference: T.String(),
  payments: T.Integer(),
  gross: Euros,
  /** Refunds that the service has taken off. */
  withheld: Euros,
  fee: Euros,
})

/** Online payments that a movement may pay out, where their sum does not say by itself what is missing. */
const ProposedSettlement = Shape({
  reference: T.String(),
  payments: T.Integer(),
  gross: Euros,
  /** Refunds that no settlement has withheld yet. */
  refunded: Euros,
})

const PaymentOrder = Shape({
  paymentOrderId: Id,
  version: Version,
  /** What is owed on a purchase invoice, or what somebody has paid us too much. */
  kind: OneOf(paymentOrderKinds),
  invoiceId: Id,
  invoiceNumber: Nullable(T.String()),
  payee: T.String(),
  /** Null while the payer is asked for an account. */
  iban: Nullable(T.String()),
  /** Who named the account. */
  accountFrom: OneOf(accountSources),
  /** An admin of the payer's company has still to approve the account, or to name one. */
  awaitsCompany: T.Boolean(),
  amount: Euros,
  reference: Nullable(T.String()),
  state: OneOf(paymentOrderStates),
  reason: Nullable(T.String()),
  paymentFileId: Nullable(Id),
  dueDay: DayShape,
  createdAt: Instant,
})

/** An invoice with more paid, or on its way, than is owed. */
const Overpaid = Shape({
  invoiceId: Id,
  number: Nullable(T.String()),
  /** SALES is repaid to its payer, PURCHASE comes back from its seller. */
  direction: OneOf(['PURCHASE', 'SALES']),
  /** Who has paid too much, or, of a purchase, who has been paid too much. */
  payer: T.String(),
  companyName: T.String(),
  amount: Euros,
  /** What of it the bank has and has not booked yet. */
  withBank: Euros,
  /** The account from which the money came; null where the bank has not told it. */
  iban: Nullable(T.String()),
  /** The account that the register has of a lessor. */
  registerIban: Nullable(T.String()),
})

const RepaymentPage = Shape({
  state: OneOf(paymentOrderStates),
  number: Nullable(T.String()),
  amount: Euros,
  /** Who pays back. */
  payer: T.String(),
  /** The account counts once an admin of the company has approved it, signed in. */
  needsApproval: T.Boolean(),
})

/** A repayment to a company whose account waits for its admin. */
const OwnRepayment = Shape({
  paymentOrderId: Id,
  version: Version,
  invoiceId: Id,
  invoiceNumber: Nullable(T.String()),
  amount: Euros,
  /** The account that a link has named; null while nobody has named one. */
  iban: Nullable(T.String()),
})

const token = Shape({ token: T.String({ minLength: 20, maxLength: 200 }) })
const Iban = T.String({ minLength: 1, maxLength: 42 })

const PaymentFileRow = Shape({
  paymentFileId: Id,
  version: Version,
  messageId: T.String(),
  state: OneOf(paymentFileStates),
  executionDay: DayShape,
  paymentCount: T.Integer(),
  total: Euros,
  madeBy: T.String(),
  releasedBy: Nullable(T.String()),
  releasedAt: Nullable(Instant),
  createdAt: Instant,
  /** What keeps the caller from releasing it; empty when nothing does. */
  unmet: T.Array(OneOf(releaseProblems)),
})

/** Why a payment may not leave. */
const refusedPayment = {
  problem: Nullable(OneOf(paymentProblems)),
  /** The invoice of the same order that stands in its way. */
  otherNumber: Nullable(T.String()),
}

/** Where the account of a payment comes from, and whose word it is. */
const PayeeAccount = Shape({
  from: OneOf(payeeAccountSources),
  /** Whoever named it: wrote it into the register, the invoice or the repayment. */
  namedBy: Nullable(T.String()),
  /** The second person; null where one alone, a link or time stands for it. */
  confirmedBy: Nullable(T.String()),
  confirmedAt: Nullable(Instant),
  /** The admin of the payer's company who has approved what a link named. */
  approvedBy: Nullable(T.String()),
  /** It came into the register after the invoice was approved. */
  isNewer: T.Boolean(),
  /** The movement from that account. */
  movement: Nullable(
    Shape({
      bookedDay: DayShape,
      amount: Euros,
      payer: Nullable(T.String()),
      /** Whoever brought the bank's file; null where it came by the bank's folder. */
      takenBy: Nullable(T.String()),
      /** Whoever has confirmed that file. */
      confirmedBy: Nullable(T.String()),
    }),
  ),
})

/** One payment of a file, with all that it rests on. */
const FilePayment = Shape({
  ...PaymentOrder.properties,
  ...refusedPayment,
  account: PayeeAccount,
  orderId: Nullable(Id),
  orderNumber: Nullable(T.String()),
  orderStatus: Nullable(OneOf(orderStatuses)),
  /** Who matched the invoice to its order, or entered it for what it is for. */
  matchedBy: Nullable(T.String()),
  matchedAt: Nullable(Instant),
  difference: Nullable(Euros),
  differenceReason: Nullable(T.String()),
  /** Why it is paid before the hand-over. */
  earlyReason: Nullable(T.String()),
  /** Whoever approved the invoice, or ordered the repayment, and when. */
  approvedBy: Nullable(T.String()),
  approvedAt: Nullable(Instant),
  /** What has happened to the invoice, its order and its account since, the oldest first. */
  changes: T.Array(
    Shape({
      eventId: Id,
      at: Instant,
      type: T.String(),
      actor: OneOf(['EMPLOYEE', 'EMPLOYER', 'STAFF', 'STORE', 'SYSTEM', 'VISITOR']),
      actorName: Nullable(T.String()),
      /** The order's status, where it has moved. */
      to: Nullable(OneOf(orderStatuses)),
      /** What somebody has given as the reason of a change of the invoice. */
      reason: Nullable(T.String()),
    }),
  ),
})

/** The largest file of a bank that a person brings. */
export const BANK_FILE_MAX_BYTES = 104_857_600

const bankFileErrors = ['BANK_FILE_NOT_ACCEPTED', 'BANK_FILE_REPEATED', 'PROPOSAL_EXISTS'] as const

export const banking = {
  files: endpoint({
    method: 'GET',
    path: '/api/bank-files',
    access: 'bank:read',
    summary: 'Statements, notifications and status reports, newest first.',
    query: Shape(pageQuery(20)),
    replies: { 200: Page(BankFile) },
  }),
  takeIn: endpoint({
    method: 'POST',
    path: '/api/bank-files',
    access: 'bank:import',
    summary:
      'Proposes to take in a camt.052, camt.053, camt.054 or pain.002 file, with what it would bring. Nothing of it holds until another person has confirmed it: known movements are left out then, reference payments settle their invoices, doubtful entries are put aside. What the bank itself puts into its folder is taken in at once.',
    upload: { maxBytes: BANK_FILE_MAX_BYTES, contentTypes: ['application/xml', 'text/xml'] },
    query: Shape({ fileName: T.String({ minLength: 1, maxLength: 200 }) }),
    replies: { 202: Proposal },
    errors: bankFileErrors,
  }),
  statements: endpoint({
    method: 'GET',
    path: '/api/bank-statements',
    access: 'bank:read',
    summary: 'Statements of the bank accounts with their balances and what is wrong with them, the latest day first.',
    query: Shape({ ...pageQuery(20), id: T.Optional(Id), proof: T.Optional(OneOf(statementProofs)) }),
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
    query: Shape({ ...pageQuery(20), id: T.Optional(Id), state: T.Optional(OneOf(doubtStates)) }),
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
      'Puts a movement aside with a reason. NOT_OURS removes name, account and message and keeps their hash; OWN_ACCOUNT and BANK_FEE keep them.',
    body: Shape({ version: Version, reason: OneOf(asideReasons) }),
    replies: { 200: BankEntry },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BANK_ENTRY_NOT_OPEN'],
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
  orders: endpoint({
    method: 'GET',
    path: '/api/payment-orders',
    access: 'bank:read',
    summary: 'Payments that wait for a file, are with the bank, or came back, newest first.',
    query: Shape({
      ...pageQuery(20),
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
  overpaid: endpoint({
    method: 'GET',
    path: '/api/overpaid-invoices',
    access: 'bank:read',
    summary:
      'Invoices with too much paid: bills of which nothing is on its way back, and purchases whose seller has to pay back, from the release of the payment on.',
    query: Shape(pageQuery(20)),
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
    query: Shape(pageQuery(20)),
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
