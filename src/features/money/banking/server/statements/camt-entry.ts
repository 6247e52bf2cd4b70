import { FileFault, type OpenElement } from '#platform/server/documents/reading/xml-reader.ts'
import type { Day } from '#platform/values/days.ts'
import { type Cents, sumCents } from '#platform/values/money.ts'
import { canonicalReference } from '#platform/values/typed/references.ts'
import { type EntryDoubt, MOST_CENTS } from '../../rules/statements.ts'
import {
  amountText,
  dayOf,
  dayOrNone,
  directionOf,
  euroCents,
  euroReadings,
  isEuros,
  OWN_CURRENCY,
} from './camt-values.ts'

/** One movement: an entry without details, or one of an entry's transactions. Amounts in cents, not below zero. */
export interface BankEntry {
  readonly line: number
  /** The account servicer's own reference; null where the bank gave none. */
  readonly servicerReference: string | null
  /** The entry's number in its statement, which names nothing beyond it. */
  readonly entryReference: string | null
  /** From 1; 0 for an entry without details. */
  readonly position: number
  /** Transactions that the entry says it holds without giving them (a batch booked as one sum). */
  readonly batchCount: number
  readonly direction: 'CREDIT' | 'DEBIT'
  readonly isReversal: boolean
  readonly amountCents: Cents
  readonly bookingDay: Day
  readonly reference: string | null
  readonly message: string | null
  readonly endToEndId: string | null
  readonly counterpartyName: string | null
  readonly counterpartyIban: string | null
  /** What was paid in another currency, as the bank wrote it; the entry's own euros count. */
  readonly foreignAmount: string | null
}

/** Paths below an entry and their texts, in the file's order. */
export type RawEntry = readonly (readonly [path: string, text: string])[]

/** An entry that is not taken as it stands. */
export interface DoubtfulEntry {
  readonly reason: EntryDoubt
  readonly line: number
  readonly raw: RawEntry
  readonly direction: 'CREDIT' | 'DEBIT' | null
  readonly amountCents: Cents | null
  readonly amountText: string | null
  readonly bookingDay: Day | null
  readonly reference: string | null
  readonly message: string | null
  readonly counterpartyName: string | null
  /** The movements as they would be taken in; null where they cannot be, or where there are two readings. */
  readonly movements: readonly BankEntry[] | null
  /** Where its amount can be read in two ways, the movements of each. */
  readonly readings: readonly Reading[] | null
}

/** One way to read an entry. */
export interface Reading {
  readonly amountCents: Cents
  readonly movements: readonly BankEntry[]
}

interface Transaction {
  line: number
  amountCents: Cents | null
  foreignAmount: string | null
  direction: 'CREDIT' | 'DEBIT' | null
  servicerReference: string | null
  endToEndId: string | null
  debtorName: string | null
  debtorIban: string | null
  creditorName: string | null
  creditorIban: string | null
  reference: string | null
  messages: string[]
}

/** An entry while it is read. What is wrong with it is noted, so that the others are read on. */
export interface OpenEntry {
  readonly line: number
  fault: { readonly reason: EntryDoubt; readonly line: number } | null
  amountCents: Cents | null
  /** What the amount may mean, where that is more than one thing. */
  readings: readonly Cents[]
  amountText: string | null
  foreignAmount: string | null
  direction: 'CREDIT' | 'DEBIT' | null
  isReversal: boolean
  isBooked: boolean
  bookingDay: Day | null
  valueDay: Day | null
  servicerReference: string | null
  entryReference: string | null
  batchCount: number
  readonly transactions: Transaction[]
  readonly raw: [string, string][]
}

const newTransaction = (line: number): Transaction => ({
  line,
  amountCents: null,
  foreignAmount: null,
  direction: null,
  servicerReference: null,
  endToEndId: null,
  debtorName: null,
  debtorIban: null,
  creditorName: null,
  creditorIban: null,
  reference: null,
  messages: [],
})

/** @param currency of the account, where the statement tells it */
export const newEntry = (line: number, currency: string | null): OpenEntry => ({
  line,
  fault: currency === null || currency.toUpperCase() === OWN_CURRENCY ? null : { reason: 'OTHER_CURRENCY', line },
  amountCents: null,
  readings: [],
  amountText: null,
  foreignAmount: null,
  direction: null,
  isReversal: false,
  isBooked: true,
  bookingDay: null,
  valueDay: null,
  servicerReference: null,
  entryReference: null,
  batchCount: 0,
  transactions: [],
  raw: [],
})

export function openTransaction(entry: OpenEntry, line: number): void {
  entry.transactions.push(newTransaction(line))
}

type Setter<T> = (target: T, element: OpenElement) => void

const textOf = ({ text }: OpenElement) => text.trim() || null

/** The first amount in another currency, for people to see. */
const noteForeign: Setter<{ foreignAmount: string | null }> = (target, element) => {
  if (!isEuros(element)) target.foreignAmount ??= amountText(element)
}

/** What has not been booked, and comes again once it is. */
const NOT_BOOKED: ReadonlySet<string> = new Set(['PDNG', 'INFO', 'FUTR'])

/** An entry whose status is none of the known ones is put aside: it may have been booked. */
function readStatus(entry: OpenEntry, { text, line }: Pick<OpenElement, 'text' | 'line'>): void {
  const status = text.trim().toUpperCase()
  entry.isBooked = !NOT_BOOKED.has(status)
  if (entry.isBooked && status !== 'BOOK') entry.fault ??= { reason: 'INCOMPLETE', line }
}

/** What stands in an entry itself, by the path below it. */
const entryFields: Readonly<Record<string, Setter<OpenEntry>>> = {
  Amt: (entry, element) => {
    entry.amountText = amountText(element)
    if (isEuros(element)) entry.readings = euroReadings(element)
    else entry.fault ??= { reason: 'OTHER_CURRENCY', line: element.line }
    entry.amountCents = entry.readings.length === 1 ? entry.readings[0]! : null
  },
  CdtDbtInd: (entry, element) => {
    entry.direction = directionOf(element)
  },
  RvslInd: (entry, { text }) => {
    entry.isReversal = ['true', '1'].includes(text.trim())
  },
  Sts: (entry, element) => {
    if (element.text.trim()) readStatus(entry, element)
  },
  'Sts/Cd': readStatus,
  'BookgDt/Dt': (entry, element) => {
    entry.bookingDay = dayOf(element)
  },
  'BookgDt/DtTm': (entry, element) => {
    entry.bookingDay = dayOf(element)
  },
  'ValDt/Dt': (entry, element) => {
    entry.valueDay = dayOrNone(element)
  },
  'ValDt/DtTm': (entry, element) => {
    entry.valueDay = dayOrNone(element)
  },
  AcctSvcrRef: (entry, element) => {
    entry.servicerReference = textOf(element)
  },
  NtryRef: (entry, element) => {
    entry.entryReference = textOf(element)
  },
  'AmtDtls/InstdAmt/Amt': noteForeign,
  'AmtDtls/TxAmt/Amt': noteForeign,
  'NtryDtls/Btch/NbOfTxs': (entry, { text }) => {
    entry.batchCount = Number(text.trim()) || 0
  },
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
const transactionFields: Readonly<Record<string, Setter<Transaction>>> = {
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
  'RmtInf/Strd/CdtrRefInf/Ref': (one, element) => {
    one.reference ??= textOf(element)
  },
  'RmtInf/Ustrd': (one, { text }) => {
    if (text.trim()) one.messages.push(text.trim())
  },
}

/** So many texts of one entry are kept for people to see. */
const RAW_MAX = 200

const faultOf = ({ code, line }: FileFault) => ({ reason: code.replace(/^BANK_FILE_/, '') as EntryDoubt, line })

/**
 * Notes what a closing element says of its entry.
 * @param path below the entry, and below its transaction where it stands in one
 */
export function readField(
  entry: OpenEntry,
  path: { readonly entry: string; readonly transaction: string | null },
  element: OpenElement,
): void {
  const text = element.text.trim()
  if (text && entry.raw.length < RAW_MAX)
    entry.raw.push([path.entry, element.attributes.Ccy ? amountText(element) : text])
  try {
    if (path.transaction === null) entryFields[path.entry]?.(entry, element)
    else transactionFields[path.transaction]?.(entry.transactions.at(-1)!, element)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    entry.fault ??= faultOf(error)
  }
}

const known = (text: string | null) => (text && text !== 'NOTPROVIDED' ? text : null)

function entryOf(entry: OpenEntry, one: Transaction | null, position: number): BankEntry {
  const direction = one?.direction ?? entry.direction!
  // A reversal of a credit is booked as a debit and the other way round; the counterparty stays who it was.
  const asCredit = (direction === 'CREDIT') !== entry.isReversal
  return {
    line: one?.line ?? entry.line,
    servicerReference: one?.servicerReference ?? entry.servicerReference,
    entryReference: entry.entryReference,
    position,
    batchCount: one ? 0 : entry.batchCount,
    direction,
    isReversal: entry.isReversal,
    amountCents: one?.amountCents ?? entry.amountCents!,
    bookingDay: entry.bookingDay!,
    reference: canonicalReference(one?.reference),
    message: one && one.messages.length > 0 ? one.messages.join(' ') : null,
    endToEndId: known(one?.endToEndId ?? null),
    counterpartyName: (asCredit ? one?.debtorName : one?.creditorName) ?? null,
    counterpartyIban: (asCredit ? one?.debtorIban : one?.creditorIban) ?? null,
    foreignAmount: one?.foreignAmount ?? entry.foreignAmount,
  }
}

/**
 * The entry's movements: its transactions where each tells its euros, else the entry as one sum.
 * @returns null where its transactions do not add up to it
 */
function movementsOf(entry: OpenEntry): readonly BankEntry[] | null {
  const { amountCents, direction, transactions } = entry
  const [only, ...others] = transactions
  if (!only) return [entryOf(entry, null, 0)]
  if (others.length === 0) return [entryOf(entry, { ...only, amountCents }, 1)]
  const batchCount = Math.max(entry.batchCount, transactions.length)
  if (transactions.some((one) => one.amountCents === null)) return [entryOf({ ...entry, batchCount }, null, 0)]
  const movements = transactions.map((one, index) => entryOf(entry, one, index + 1))
  const signed = movements.map((one) => (one.direction === direction ? one.amountCents : -one.amountCents))
  return sumCents(signed) === amountCents ? movements : null
}

function doubtful(
  entry: OpenEntry,
  fault: { reason: EntryDoubt; line: number },
  movements: readonly BankEntry[] | null,
): DoubtfulEntry {
  const [first] = entry.transactions
  const asCredit = (entry.direction === 'CREDIT') !== entry.isReversal
  return {
    ...fault,
    raw: entry.raw,
    direction: entry.direction,
    amountCents: entry.amountCents,
    amountText: entry.amountText,
    bookingDay: entry.bookingDay,
    reference: canonicalReference(first?.reference),
    message: first && first.messages.length > 0 ? first.messages.join(' ') : null,
    counterpartyName: (asCredit ? first?.debtorName : first?.creditorName) ?? null,
    movements,
    readings: null,
  }
}

/** An entry whose amount can be read in two ways: each of them with what it would bring. */
function twofold(entry: OpenEntry): DoubtfulEntry {
  const readings = entry.readings.flatMap((amountCents) => {
    const movements = movementsOf({ ...entry, amountCents })
    return movements ? [{ amountCents, movements }] : []
  })
  return { ...doubtful(entry, { reason: 'TWO_READINGS', line: entry.line }, null), readings }
}

/** What a booked entry that has been read comes to: movements, or an entry to put aside. */
export function judgeEntry(entry: OpenEntry): { movements: readonly BankEntry[] } | { doubt: DoubtfulEntry } {
  const { line, fault } = entry
  if (fault) return { doubt: doubtful(entry, fault, null) }
  const isDated = entry.bookingDay !== null
  if (entry.readings.length === 0 || entry.direction === null || !(isDated || entry.valueDay))
    return { doubt: doubtful(entry, { reason: 'INCOMPLETE', line }, null) }
  if (!isDated) {
    const dated = { ...entry, bookingDay: entry.valueDay }
    return {
      doubt: doubtful(
        dated,
        { reason: 'NO_BOOKING_DAY', line },
        entry.amountCents === null ? null : movementsOf(dated),
      ),
    }
  }
  if (entry.amountCents === null) return { doubt: twofold(entry) }
  const movements = movementsOf(entry)
  if (!movements) return { doubt: doubtful(entry, { reason: 'SUM_DIFFERS', line }, null) }
  if (entry.amountCents > MOST_CENTS) return { doubt: doubtful(entry, { reason: 'AMOUNT_TOO_LARGE', line }, movements) }
  return { movements }
}

/** The signed euros of a booked entry, for the sum of its statement; nothing of what is not in euros. */
export function bookedCents({ amountCents, direction }: OpenEntry): Cents {
  if (amountCents === null || direction === null) return 0
  return direction === 'CREDIT' ? amountCents : -amountCents
}
