import { FileFault, type OpenElement } from '#platform/server/documents/reading/xml-reader.ts'
import type { Day } from '#platform/values/days.ts'
import { type Cents, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { canonicalReference } from '#platform/values/typed/references.ts'
import { type EntryDoubt, MOST_CENTS } from '../../rules/statements.ts'
import {
  newTransaction,
  noteForeign,
  type Setter,
  type Transaction,
  textOf,
  transactionFields,
} from './camt-transaction.ts'
import { amountText, dayOf, dayOrNone, directionOf, euroReadings, isEuros, OWN_CURRENCY } from './camt-values.ts'

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
  /** What the payer wrote, by which movements without the bank's reference are told apart. */
  readonly message: string | null
  /** What else is told of it: further references, notes, and the bank's own words where nobody wrote any. */
  readonly besides?: string | null
  /** It pays several bills, each by its own reference, so that the first does not say what it is for. */
  readonly namesSeveral?: boolean
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
  bankText: string | null
  readonly transactions: Transaction[]
  readonly raw: [string, string][]
}

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
  bankText: null,
  transactions: [],
  raw: [],
})

export function openTransaction(entry: OpenEntry, line: number): void {
  entry.transactions.push(newTransaction(line))
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
    entry.amountCents = entry.readings.length === 1 ? present(entry.readings[0]) : null
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
  'Sts/Prtry': readStatus,
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
  AddtlNtryInf: (entry, element) => {
    entry.bankText = textOf(element)
  },
  'AmtDtls/InstdAmt/Amt': noteForeign,
  'AmtDtls/TxAmt/Amt': noteForeign,
  'NtryDtls/Btch/NbOfTxs': (entry, { text }) => {
    entry.batchCount = Number(text.trim()) || 0
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
    else transactionFields[path.transaction]?.(present(entry.transactions.at(-1)), element)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    entry.fault ??= faultOf(error)
  }
}

const messageOf = (one: Transaction | null | undefined) =>
  one && one.messages.length > 0 ? one.messages.join(' ') : null

/** Whoever sends it, or for whom they do where only that is told. */
const nameOf = (one: Transaction | null | undefined, isDebtor: boolean) =>
  (isDebtor ? (one?.debtorName ?? one?.ultimateDebtorName) : (one?.creditorName ?? one?.ultimateCreditorName)) ?? null

/** What is told beside the message and the first reference. */
function besidesOf(entry: OpenEntry, one: Transaction | null): string | null {
  const further = one ? [...one.references.slice(1), ...one.notes] : []
  const isWritten = further.length > 0 || messageOf(one) !== null || one?.references.length
  return [...further, isWritten ? null : (one?.bankText ?? entry.bankText)].filter(Boolean).join(' ') || null
}

const known = (text: string | null) => (text && text !== 'NOTPROVIDED' ? text : null)

function entryOf(entry: OpenEntry, one: Transaction | null, position: number): BankEntry {
  const direction = one?.direction ?? present(entry.direction)
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
    amountCents: one?.amountCents ?? present(entry.amountCents),
    bookingDay: present(entry.bookingDay),
    reference: canonicalReference(one?.references[0]),
    message: messageOf(one),
    besides: besidesOf(entry, one),
    namesSeveral: new Set((one?.references ?? []).map(canonicalReference)).size > 1,
    endToEndId: known(one?.endToEndId ?? null),
    counterpartyName: nameOf(one, asCredit),
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
    reference: canonicalReference(first?.references[0]),
    message: messageOf(first),
    counterpartyName: nameOf(first, asCredit),
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
