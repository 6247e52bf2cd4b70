import { FileFault, type OpenElement, readXml } from '#platform/server/documents/xml-reader.ts'
import { type Day, helsinkiDay, isDay } from '#platform/values/days.ts'
import { isIban } from '#platform/values/identifiers.ts'
import { type Cents, centsFromEuros, sumCents } from '#platform/values/money.ts'
import { canonicalReference } from '../rules/references.ts'

/** A statement (camt.053) or a notification (camt.054) of one account. */
export interface Statement {
  readonly kind: 'CAMT053' | 'CAMT054'
  readonly statementId: string
  readonly iban: string
  readonly line: number
}

/** One movement: an entry without details, or one of an entry's transactions. Amounts in cents, above zero. */
export interface BankEntry {
  readonly line: number
  /** Account servicer's reference, else the entry's own, else null. */
  readonly servicerReference: string | null
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
}

/** What a reader of bank files is told, in the file's order. */
export interface StatementReader {
  statement(statement: Statement): void
  entry(entry: BankEntry): void
  /** Awaited after each chunk of the file, so that rows can be written while it streams. */
  afterChunk?(): Promise<void>
}

interface Transaction {
  line: number
  amountCents: Cents | null
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

interface Entry {
  line: number
  amountCents: Cents | null
  direction: 'CREDIT' | 'DEBIT' | null
  isReversal: boolean
  isBooked: boolean
  bookingDay: Day | null
  servicerReference: string | null
  entryReference: string | null
  batchCount: number
  transactions: Transaction[]
}

const newTransaction = (line: number): Transaction => ({
  line,
  amountCents: null,
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

const newEntry = (line: number): Entry => ({
  line,
  amountCents: null,
  direction: null,
  isReversal: false,
  isBooked: true,
  bookingDay: null,
  servicerReference: null,
  entryReference: null,
  batchCount: 0,
  transactions: [],
})

const ROOTS: Readonly<Record<string, Statement['kind']>> = {
  BkToCstmrStmt: 'CAMT053',
  BkToCstmrDbtCdtNtfctn: 'CAMT054',
}

function directionOf({ text, line }: OpenElement): 'CREDIT' | 'DEBIT' {
  const value = text.trim()
  if (value !== 'CRDT' && value !== 'DBIT') throw new FileFault('BANK_FILE_INCOMPLETE', line)
  return value === 'CRDT' ? 'CREDIT' : 'DEBIT'
}

function amountOf({ text, line, attributes }: OpenElement): Cents {
  if (attributes.Ccy !== 'EUR') throw new FileFault('BANK_FILE_OTHER_CURRENCY', line)
  try {
    const [whole = '', decimals = ''] = text.trim().split('.')
    // ISO 20022 lets amounts have five decimals; only zeros may follow the cents.
    if (!/^\d{0,2}0*$/.test(decimals)) throw new RangeError('a fraction of a cent')
    const cents = centsFromEuros(decimals ? `${whole}.${decimals.slice(0, 2)}` : whole)
    if (cents < 0) throw new RangeError('below zero')
    return cents
  } catch {
    throw new FileFault('BANK_FILE_WRONG_AMOUNT', line)
  }
}

function dayOf({ text, line }: OpenElement): Day {
  const value = text.trim()
  const day = value.length > 10 ? instantDay(value) : value.slice(0, 10)
  if (!day || !isDay(day)) throw new FileFault('BANK_FILE_WRONG_DAY', line)
  return day
}

/** A bank's local time without an offset is already Helsinki's. */
function instantDay(value: string): Day | null {
  if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(value)) return value.slice(0, 10)
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? null : helsinkiDay(instant)
}

type Setter<T> = (target: T, element: OpenElement) => void

/** What stands in an entry itself, by the path below it. */
const entryFields: Readonly<Record<string, Setter<Entry>>> = {
  Amt: (entry, element) => {
    entry.amountCents = amountOf(element)
  },
  CdtDbtInd: (entry, element) => {
    entry.direction = directionOf(element)
  },
  RvslInd: (entry, { text }) => {
    entry.isReversal = ['true', '1'].includes(text.trim())
  },
  Sts: (entry, { text }) => {
    if (text.trim()) entry.isBooked = text.trim() === 'BOOK'
  },
  'Sts/Cd': (entry, { text }) => {
    entry.isBooked = text.trim() === 'BOOK'
  },
  'BookgDt/Dt': (entry, element) => {
    entry.bookingDay = dayOf(element)
  },
  'BookgDt/DtTm': (entry, element) => {
    entry.bookingDay = dayOf(element)
  },
  AcctSvcrRef: (entry, { text }) => {
    entry.servicerReference = text.trim() || null
  },
  NtryRef: (entry, { text }) => {
    entry.entryReference = text.trim() || null
  },
  'NtryDtls/Btch/NbOfTxs': (entry, { text }) => {
    entry.batchCount = Number(text.trim()) || 0
  },
}

/** What stands in one of its transactions, by the path below it; versions 2 and 8 place some of it differently. */
const transactionFields: Readonly<Record<string, Setter<Transaction>>> = {
  Amt: (one, element) => {
    one.amountCents = amountOf(element)
  },
  'AmtDtls/TxAmt/Amt': (one, element) => {
    one.amountCents ??= amountOf(element)
  },
  CdtDbtInd: (one, element) => {
    one.direction = directionOf(element)
  },
  'Refs/AcctSvcrRef': (one, { text }) => {
    one.servicerReference = text.trim() || null
  },
  'Refs/EndToEndId': (one, { text }) => {
    one.endToEndId = text.trim() || null
  },
  'RltdPties/Dbtr/Nm': (one, { text }) => {
    one.debtorName = text.trim() || null
  },
  'RltdPties/Dbtr/Pty/Nm': (one, { text }) => {
    one.debtorName = text.trim() || null
  },
  'RltdPties/DbtrAcct/Id/IBAN': (one, { text }) => {
    one.debtorIban = text.trim() || null
  },
  'RltdPties/Cdtr/Nm': (one, { text }) => {
    one.creditorName = text.trim() || null
  },
  'RltdPties/Cdtr/Pty/Nm': (one, { text }) => {
    one.creditorName = text.trim() || null
  },
  'RltdPties/CdtrAcct/Id/IBAN': (one, { text }) => {
    one.creditorIban = text.trim() || null
  },
  'RmtInf/Strd/CdtrRefInf/Ref': (one, { text }) => {
    one.reference ??= text.trim() || null
  },
  'RmtInf/Ustrd': (one, { text }) => {
    if (text.trim()) one.messages.push(text.trim())
  },
}

const known = (text: string | null) => (text && text !== 'NOTPROVIDED' ? text : null)

function entryOf(entry: Entry, one: Transaction | null, position: number): BankEntry {
  const direction = one?.direction ?? entry.direction!
  // A reversal of a credit is booked as a debit and the other way round; the counterparty stays who it was.
  const asCredit = (direction === 'CREDIT') !== entry.isReversal
  return {
    line: one?.line ?? entry.line,
    servicerReference: one?.servicerReference ?? entry.servicerReference ?? entry.entryReference,
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
  }
}

/** The entry's movements: its transactions where they are given, else itself. */
function movementsOf(entry: Entry): BankEntry[] {
  const { amountCents, direction, bookingDay, transactions, line } = entry
  if (amountCents === null || direction === null || bookingDay === null)
    throw new FileFault('BANK_FILE_INCOMPLETE', line)
  if (transactions.length === 0) return [entryOf(entry, null, 0)]
  if (transactions.length === 1) return [entryOf(entry, { ...transactions[0]!, amountCents }, 1)]
  const movements = transactions.map((one, index) => {
    if (one.amountCents === null) throw new FileFault('BANK_FILE_INCOMPLETE', one.line)
    return entryOf(entry, one, index + 1)
  })
  const signed = movements.map((one) => (one.direction === direction ? one.amountCents : -one.amountCents))
  if (sumCents(signed) !== amountCents) throw new FileFault('BANK_FILE_SUM_DIFFERS', line)
  return movements
}

/** Follows the document and tells the reader each statement and each booked movement. */
class CamtVisitor {
  readonly #reader: StatementReader
  #kind: Statement['kind'] | null = null
  #statementDepth = 0
  #statementId = ''
  #iban: string | null = null
  #isReported = false
  #entry: Entry | null = null
  #entryDepth = 0
  #transaction: Transaction | null = null
  #transactionDepth = 0
  statements = 0

  constructor(reader: StatementReader) {
    this.#reader = reader
  }

  open(path: readonly OpenElement[]): void {
    const top = path.at(-1)!
    if (path.length === 2) {
      this.#kind = ROOTS[top.name] ?? null
      if (!this.#kind) throw new FileFault('BANK_FILE_UNKNOWN_KIND', top.line)
    }
    if (path.length === 3 && (top.name === 'Stmt' || top.name === 'Ntfctn')) {
      this.#statementDepth = 3
      this.#statementId = ''
      this.#iban = null
      this.#isReported = false
    }
    if (path.length === 4 && top.name === 'Ntry') {
      this.#reportStatement(top.line)
      this.#entry = newEntry(top.line)
      this.#entryDepth = path.length
    }
    if (this.#entry && top.name === 'TxDtls' && path.length === this.#entryDepth + 2) {
      this.#transaction = newTransaction(top.line)
      this.#transactionDepth = path.length
      this.#entry.transactions.push(this.#transaction)
    }
  }

  async afterChunk(): Promise<void> {
    await this.#reader.afterChunk?.()
  }

  close(path: readonly OpenElement[]): void {
    const top = path.at(-1)!
    const below = (depth: number) => top.address.slice(path[depth - 1]!.address.length + 1)
    if (this.#transaction) transactionFields[below(this.#transactionDepth)]?.(this.#transaction, top)
    else if (this.#entry) entryFields[below(this.#entryDepth)]?.(this.#entry, top)
    else if (this.#statementDepth > 0) this.#statementField(below(this.#statementDepth), top)
    if (path.length === this.#transactionDepth) {
      this.#transaction = null
      this.#transactionDepth = 0
    }
    if (this.#entry && path.length === this.#entryDepth) {
      if (this.#entry.isBooked) for (const movement of movementsOf(this.#entry)) this.#reader.entry(movement)
      this.#entry = null
      this.#entryDepth = 0
    }
    if (this.#statementDepth > 0 && path.length === this.#statementDepth) {
      this.#reportStatement(top.line)
      this.#statementDepth = 0
    }
  }

  #statementField(path: string, { text }: OpenElement): void {
    if (path === 'Id') this.#statementId = text.trim()
    if (path === 'Acct/Id/IBAN') this.#iban = text.trim()
  }

  #reportStatement(line: number): void {
    if (this.#isReported || !this.#kind) return
    if (!this.#iban || !isIban(this.#iban)) throw new FileFault('BANK_FILE_NO_ACCOUNT', line)
    this.#isReported = true
    this.statements += 1
    this.#reader.statement({ kind: this.#kind, statementId: this.#statementId, iban: this.#iban, line })
  }
}

/**
 * Streams a bank statement (camt.053) or a notification (camt.054) of versions .02 to .08 to the reader. Entries that
 * are not booked are left out.
 * @throws FileFault with the line, when the file is malformed, of another kind or currency, incomplete, or when the
 *   transactions of an entry do not add up to it
 */
export async function readCamt(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reader: StatementReader,
): Promise<void> {
  const visitor = new CamtVisitor(reader)
  await readXml(content, visitor)
  if (visitor.statements === 0) throw new FileFault('BANK_FILE_UNKNOWN_KIND', 1)
}
