import { payableProblems } from '#features/money/invoices/rules/payable.ts'
import { type BankItem, bankItems } from '#features/money/invoices/rules/posting.ts'
import type { Cents } from '#platform/values/money.ts'

/** OPEN waits for a person, MATCHED settles invoices, ASIDE is nobody's here, TOTAL is the sum of a batch known singly. */
export const bankEntryStates = ['OPEN', 'MATCHED', 'ASIDE', 'TOTAL'] as const
export type BankEntryState = (typeof bankEntryStates)[number]

/** Why a movement settles nothing: the bank's own items are posted by it, the others are not. */
export const asideReasons = [...bankItems, 'NOT_OURS', 'OWN_ACCOUNT', 'RETURNED', 'OTHER'] as const
export type AsideReason = (typeof asideReasons)[number]

/** As which item of the bank a movement that is put aside is posted; null for what is nobody's here. */
export const bankItemOf = (reason: AsideReason): BankItem | null => bankItems.find((item) => item === reason) ?? null

const MOST_ROUNDING_CENTS = 100

/** Whether a movement can be such an item: a fee is paid by us, and a rounding is at most one euro. */
export function fitsItem(
  item: BankItem,
  { direction, amountCents }: { direction: 'CREDIT' | 'DEBIT'; amountCents: Cents },
) {
  if (item === 'BANK_FEE') return direction === 'DEBIT'
  return item === 'INTEREST' || amountCents <= MOST_ROUNDING_CENTS
}

/**
 * ASKED waits for the payer to name an account, TO_CONFIRM for a second person to confirm one that the money did not come
 * from, QUEUED for a file.
 */
export const paymentOrderStates = ['ASKED', 'TO_CONFIRM', 'QUEUED', 'SENT', 'PAID', 'REMOVED', 'REJECTED'] as const
export type PaymentOrderState = (typeof paymentOrderStates)[number]
/** The states in which an invoice's money is on its way. */
export const liveOrderStates = ['ASKED', 'TO_CONFIRM', 'QUEUED', 'SENT'] as const satisfies readonly PaymentOrderState[]
/** The states of a refund by the payment service in which its money may still go back. */
export const refundsUnderWay = ['NEW', 'SENT', 'UNKNOWN', 'CONTESTED', 'PENDING'] as const
/** The states from which a payment can be taken out. */
export const removableStates = ['ASKED', 'TO_CONFIRM', 'QUEUED'] as const satisfies readonly PaymentOrderState[]
/** Why the service takes a payment out itself. */
export const dropReasons = ['CREDITED', 'PAID_OTHERWISE', 'PAID_BY_PAYTRAIL', 'NOT_OWED', 'ORDER_CANCELLED'] as const
export type DropReason = (typeof dropReasons)[number]
export const paymentOrderKinds = ['INVOICE', 'REPAYMENT'] as const
export type PaymentOrderKind = (typeof paymentOrderKinds)[number]
export const accountSources = ['INVOICE', 'PAYING_ACCOUNT', 'REGISTER', 'STAFF', 'PAYER'] as const
export type AccountSource = (typeof accountSources)[number]
/** Where the account of a payment comes from, as whoever releases it is told. */
export const payeeAccountSources = ['REGISTER', 'INVOICE', 'PAYING_ACCOUNT', 'STAFF', 'LINK'] as const
export type PayeeAccountSource = (typeof payeeAccountSources)[number]
export const paymentFileStates = ['MADE', 'RELEASED', 'WITHDRAWN', 'REJECTED'] as const
export type PaymentFileState = (typeof paymentFileStates)[number]

/** Why a payment may not leave: what the rule of all gates says, and what only a payment that waits can have. */
export const paymentProblems = [...payableProblems, 'PAYEE_CHANGED', 'NOTHING_TO_REPAY', 'NO_LATIN_NAME'] as const
export type PaymentProblem = (typeof paymentProblems)[number]

const DAY_MS = 86_400_000

/** What a release is judged by. */
export interface ReleaseFacts {
  readonly state: PaymentFileState
  readonly madeAt: Date
  /** What is wrong with payments in it by now. */
  readonly problems: readonly ReleaseProblem[]
  /** Second people to whoever made it, approved the invoices in it or ordered its repayments. */
  readonly seconds: readonly string[]
}

/**
 * PAYEE_CHANGED: the register has another account by now; NOTHING_TO_REPAY: there is no longer as much to pay back;
 * NOT_PAYABLE: the rule of all gates stands against one of the payments.
 */
export const releaseProblems = [
  'NOT_MADE',
  'OWN_WORK',
  'TOO_SOON',
  'PAYEE_CHANGED',
  'NOTHING_TO_REPAY',
  'NOT_PAYABLE',
] as const
export type ReleaseProblem = (typeof releaseProblems)[number]

const ofAccount: readonly PaymentProblem[] = ['PAYEE_CHANGED', 'PAYEE_WAITS', 'NO_IBAN', 'NO_REGISTER_IBAN']

/** What a payment that may not leave is to its file. */
export function ofFile(problem: PaymentProblem): ReleaseProblem {
  if (problem === 'NOTHING_TO_REPAY') return problem
  return ofAccount.includes(problem) ? 'PAYEE_CHANGED' : 'NOT_PAYABLE'
}

/**
 * What keeps a person from releasing a payment file. A second person to those who made and approved it does, as long as
 * there is one; otherwise whoever releases waits 24 hours.
 */
export function judgeRelease(
  { state, madeAt, problems, seconds }: ReleaseFacts,
  userId: string,
  now: Date,
): ReleaseProblem[] {
  const isAlone = seconds.length === 0
  const unmet: ReleaseProblem[] = []
  if (state !== 'MADE') unmet.push('NOT_MADE')
  if (!isAlone && !seconds.includes(userId)) unmet.push('OWN_WORK')
  if (isAlone && now.getTime() - madeAt.getTime() < DAY_MS) unmet.push('TOO_SOON')
  if (state === 'MADE') unmet.push(...problems)
  return unmet
}

/** What a movement is compared with. Amounts in cents. */
export interface OpenInvoice {
  readonly invoiceId: string
  readonly openCents: number
  readonly reference: string | null
  readonly number: string | null
  readonly otherParty: string
}

export type Ground = 'REFERENCE' | 'AMOUNT' | 'NAME' | 'MESSAGE'

const words = (text: string | null) =>
  new Set(
    (text ?? '')
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]{3,}/gu) ?? [],
  )

/** What speaks for an invoice as the one that a movement belongs to, the strongest first; empty for nothing. */
export function groundsFor(
  entry: {
    amountCents: number
    /** What names an invoice in it, in the one form that is compared. */
    references: readonly string[]
    message: string | null
    counterpartyName: string | null
  },
  invoice: OpenInvoice,
): Ground[] {
  const grounds: Ground[] = []
  if (invoice.reference && entry.references.includes(invoice.reference)) grounds.push('REFERENCE')
  if (entry.amountCents === invoice.openCents) grounds.push('AMOUNT')
  const name = words(entry.counterpartyName)
  if ([...words(invoice.otherParty)].filter((word) => name.has(word)).length >= 2) grounds.push('NAME')
  if (invoice.number && words(entry.message).has(invoice.number.toLowerCase())) grounds.push('MESSAGE')
  return grounds
}

/**
 * What is proposed for a movement, the best first. Where it names invoices by reference or number, only these: that
 * somebody else owes the same sum says nothing then.
 */
export function ranked<One extends { readonly grounds: readonly Ground[] }>(compared: readonly One[]): One[] {
  const isNamed = ({ grounds }: One) => grounds.includes('REFERENCE') || grounds.includes('MESSAGE')
  const wanted = compared.some(isNamed)
    ? compared.filter(isNamed)
    : compared.filter(({ grounds }) => grounds.length > 0)
  const rank = ({ grounds }: One) => (grounds.includes('REFERENCE') ? 10 : 0) + grounds.length
  return wanted.toSorted((left, right) => rank(right) - rank(left))
}

/** Days that a payer has to name an account by the link that was sent. */
export const ACCOUNT_LINK_DAYS = 60
