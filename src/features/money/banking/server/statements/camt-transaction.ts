import type { OpenElement } from '#platform/server/documents/reading/xml-reader.ts'
import type { Cents } from '#platform/values/money.ts'
import { amountText, directionOf, euroCents, isEuros } from './camt-values.ts'

/** One of an entry's transactions while it is read. */
export interface Transaction {
  line: number
  amountCents: Cents | null
  foreignAmount: string | null
  direction: 'CREDIT' | 'DEBIT' | null
  servicerReference: string | null
  endToEndId: string | null
  debtorName: string | null
  ultimateDebtorName: string | null
  debtorIban: string | null
  creditorName: string | null
  ultimateCreditorName: string | null
  creditorIban: string | null
  /** A payer may pay several bills at once, each by its reference. */
  references: string[]
  messages: string[]
  /** What was written beside a reference. */
  notes: string[]
  /** What the bank tells of it. */
  bankText: string | null
}

export const newTransaction = (line: number): Transaction => ({
  line,
  amountCents: null,
  foreignAmount: null,
  direction: null,
  servicerReference: null,
  endToEndId: null,
  debtorName: null,
  ultimateDebtorName: null,
  debtorIban: null,
  creditorName: null,
  ultimateCreditorName: null,
  creditorIban: null,
  references: [],
  messages: [],
  notes: [],
  bankText: null,
})

export type Setter<T> = (target: T, element: OpenElement) => void

export const textOf = ({ text }: OpenElement) => text.trim() || null

/** The first amount in another currency, for people to see. */
export const noteForeign: Setter<{ foreignAmount: string | null }> = (target, element) => {
  if (!isEuros(element)) target.foreignAmount ??= amountText(element)
}

/** The euros of a transaction; what is no amount tells nothing, since the entry's own sum counts. */
const transactionAmount: Setter<Transaction> = (one, element) => {
  noteForeign(one, element)
  try {
    one.amountCents ??= euroCents(element)
  } catch {
    one.amountCents ??= null
  }
}

/** What stands in one of its transactions, by the path below it; versions 2 and 8 place some of it differently. */
export const transactionFields: Readonly<Record<string, Setter<Transaction>>> = {
  Amt: transactionAmount,
  'AmtDtls/TxAmt/Amt': transactionAmount,
  'AmtDtls/CntrValAmt/Amt': transactionAmount,
  'AmtDtls/InstdAmt/Amt': noteForeign,
  CdtDbtInd: (one, element) => {
    one.direction = directionOf(element)
  },
  'Refs/AcctSvcrRef': (one, element) => {
    one.servicerReference = textOf(element)
  },
  'Refs/EndToEndId': (one, element) => {
    one.endToEndId = textOf(element)
  },
  'RltdPties/Dbtr/Nm': (one, element) => {
    one.debtorName = textOf(element)
  },
  'RltdPties/Dbtr/Pty/Nm': (one, element) => {
    one.debtorName = textOf(element)
  },
  'RltdPties/DbtrAcct/Id/IBAN': (one, element) => {
    one.debtorIban = textOf(element)
  },
  'RltdPties/Cdtr/Nm': (one, element) => {
    one.creditorName = textOf(element)
  },
  'RltdPties/Cdtr/Pty/Nm': (one, element) => {
    one.creditorName = textOf(element)
  },
  'RltdPties/CdtrAcct/Id/IBAN': (one, element) => {
    one.creditorIban = textOf(element)
  },
  'RltdPties/UltmtDbtr/Nm': (one, element) => {
    one.ultimateDebtorName = textOf(element)
  },
  'RltdPties/UltmtDbtr/Pty/Nm': (one, element) => {
    one.ultimateDebtorName = textOf(element)
  },
  'RltdPties/UltmtCdtr/Nm': (one, element) => {
    one.ultimateCreditorName = textOf(element)
  },
  'RltdPties/UltmtCdtr/Pty/Nm': (one, element) => {
    one.ultimateCreditorName = textOf(element)
  },
  'RmtInf/Strd/CdtrRefInf/Ref': (one, { text }) => {
    if (text.trim()) one.references.push(text.trim())
  },
  'RmtInf/Strd/AddtlRmtInf': (one, { text }) => {
    if (text.trim()) one.notes.push(text.trim())
  },
  'RmtInf/Ustrd': (one, { text }) => {
    if (text.trim()) one.messages.push(text.trim())
  },
  AddtlTxInf: (one, element) => {
    one.bankText = textOf(element)
  },
}
