import { orderStatuses } from '#features/orders/orders/rules.ts'
import { DayShape, Euros, Id, Instant, Nullable, OneOf, Shape, T, Version } from '#platform/contract/contract.ts'
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

export const params = Shape({ id: Id })

export const BankFile = Shape({
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

export const BankEntry = Shape({
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
export const BankStatement = Shape({
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
export const Doubt = Shape({
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

export const ProposedInvoice = Shape({
  invoiceId: Id,
  number: Nullable(T.String()),
  otherParty: T.String(),
  open: Euros,
  dueDay: DayShape,
  /** Why it is proposed, the strongest first. */
  grounds: T.Array(OneOf(['REFERENCE', 'AMOUNT', 'NAME', 'MESSAGE'])),
})

/** Online payments that their service has paid out in one sum. */
export const Settlement = Shape({
  reference: T.String(),
  payments: T.Integer(),
  gross: Euros,
  /** Refunds that the service has taken off. */
  withheld: Euros,
  fee: Euros,
})

/** Online payments that a movement may pay out, where their sum does not say by itself what is missing. */
export const ProposedSettlement = Shape({
  reference: T.String(),
  payments: T.Integer(),
  gross: Euros,
  /** Refunds that no settlement has withheld yet. */
  refunded: Euros,
})

export const PaymentOrder = Shape({
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
export const Overpaid = Shape({
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

export const RepaymentPage = Shape({
  state: OneOf(paymentOrderStates),
  number: Nullable(T.String()),
  amount: Euros,
  /** Who pays back. */
  payer: T.String(),
  /** The account counts once an admin of the company has approved it, signed in. */
  needsApproval: T.Boolean(),
})

/** A repayment to a company whose account waits for its admin. */
export const OwnRepayment = Shape({
  paymentOrderId: Id,
  version: Version,
  invoiceId: Id,
  invoiceNumber: Nullable(T.String()),
  amount: Euros,
  /** The account that a link has named; null while nobody has named one. */
  iban: Nullable(T.String()),
})

export const token = Shape({ token: T.String({ minLength: 20, maxLength: 200 }) })

export const Iban = T.String({ minLength: 1, maxLength: 42 })

export const PaymentFileRow = Shape({
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
export const refusedPayment = {
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
export const FilePayment = Shape({
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
