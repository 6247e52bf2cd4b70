import { FileFault, type OpenElement, readXml } from '#platform/server/documents/reading/xml-reader.ts'
import type { Day } from '#platform/values/days.ts'
import { compactIban, isIban } from '#platform/values/identifiers.ts'
import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { BalanceReader, type Balances } from './camt-balances.ts'
import {
  type BankEntry,
  bookedCents,
  type DoubtfulEntry,
  judgeEntry,
  newEntry,
  type OpenEntry,
  openTransaction,
  readField,
} from './camt-entry.ts'
import { dayOrNone } from './camt-values.ts'

export type { BankEntry, DoubtfulEntry } from './camt-entry.ts'

/** A report of the day (camt.052), a statement (camt.053) or a notification (camt.054) of one account. */
export interface Statement {
  readonly kind: 'CAMT052' | 'CAMT053' | 'CAMT054'
  readonly statementId: string
  /** The account: its IBAN, or another number where it has none, which is none of ours; null where it names none. */
  readonly iban: string | null
  /** What stands where the account should. */
  readonly told: string | null
  readonly line: number
}

/** What a statement says as a whole, once it has been read. */
export interface StatementEnd extends Balances {
  readonly sequence: number | null
  /** The first and the last day that it says it tells of. */
  readonly from: Day | null
  readonly to: Day | null
  /** The signed sum of its booked entries in euros, and the days of the first and the last. */
  readonly bookedCents: Cents
  readonly firstBooked: Day | null
  readonly lastBooked: Day | null
}

/** What a reader of bank files is told, in the file's order. */
export interface StatementReader {
  /** An entry booked after this day bears a wrong one. */
  readonly latestDay?: Day
  statement(statement: Statement): void
  entry(entry: BankEntry): void
  /** An entry that cannot be taken as it stands; the others go on. */
  doubt(entry: DoubtfulEntry): void
  end(end: StatementEnd): void
  /** Awaited after each chunk of the file, so that rows can be written while it streams. */
  afterChunk?(): Promise<void>
}

const ROOTS: Readonly<Record<string, Statement['kind']>> = {
  BkToCstmrAcctRpt: 'CAMT052',
  BkToCstmrStmt: 'CAMT053',
  BkToCstmrDbtCdtNtfctn: 'CAMT054',
}
const CAMT_ROOTS: ReadonlySet<string> = new Set(Object.keys(ROOTS))
const STATEMENTS = new Set(['Rpt', 'Stmt', 'Ntfctn'])

interface OpenStatement {
  id: string
  iban: string | null
  otherAccount: string | null
  currency: string | null
  sequence: number | null
  from: Day | null
  to: Day | null
  isReported: boolean
  bookedCents: Cents
  firstBooked: Day | null
  lastBooked: Day | null
  readonly balances: BalanceReader
}

const newStatement = (): OpenStatement => ({
  id: '',
  iban: null,
  otherAccount: null,
  currency: null,
  sequence: null,
  from: null,
  to: null,
  isReported: false,
  bookedCents: 0,
  firstBooked: null,
  lastBooked: null,
  balances: new BalanceReader(),
})

type Setter = (statement: OpenStatement, element: OpenElement) => void

const numbered: Setter = (statement, { text }) => {
  const number = Number(text.trim())
  if (Number.isSafeInteger(number)) statement.sequence ??= number
}

const statementFields: Readonly<Record<string, Setter>> = {
  Id: (statement, { text }) => {
    statement.id = text.trim()
  },
  'Acct/Id/IBAN': (statement, { text }) => {
    statement.iban = compactIban(text) || statement.iban
  },
  'Acct/Id/Othr/Id': (statement, { text }) => {
    statement.otherAccount = text.trim() || null
  },
  'Acct/Ccy': (statement, { text }) => {
    statement.currency = text.trim() || null
  },
  ElctrncSeqNb: numbered,
  LglSeqNb: numbered,
  'FrToDt/FrDtTm': (statement, element) => {
    statement.from = dayOrNone(element)
  },
  'FrToDt/ToDtTm': (statement, element) => {
    statement.to = dayOrNone(element)
  },
}

/** Follows the document and tells the reader each statement and each booked movement. */
class CamtVisitor {
  readonly #reader: StatementReader
  #kind: Statement['kind'] | null = null
  #statement: OpenStatement | null = null
  #entry: OpenEntry | null = null
  #entryDepth = 0
  #transactionDepth = 0
  statements = 0

  constructor(reader: StatementReader) {
    this.#reader = reader
  }

  open(path: readonly OpenElement[]): void {
    const top = present(path.at(-1))
    if (path.length === 1) this.#kind = ROOTS[top.name] ?? null
    if (path.length === 2 && STATEMENTS.has(top.name)) this.#statement = newStatement()
    if (path.length === 3 && this.#statement && top.name === 'Ntry') {
      this.#reportStatement(this.#statement, top.line)
      this.#entry = newEntry(top.line, this.#statement.currency)
      this.#entryDepth = path.length
    }
    if (this.#entry && top.name === 'TxDtls' && path.length === this.#entryDepth + 2) {
      this.#transactionDepth = path.length
      openTransaction(this.#entry, top.line)
    }
  }

  async afterChunk(): Promise<void> {
    await this.#reader.afterChunk?.()
  }

  close(path: readonly OpenElement[]): void {
    const top = present(path.at(-1))
    const below = (depth: number) => top.address.slice(present(path[depth - 1]).address.length + 1)
    const statement = this.#statement
    if (!statement) return
    if (this.#entry && path.length > this.#entryDepth) {
      const transaction = this.#transactionDepth > 0 ? below(this.#transactionDepth) : null
      readField(this.#entry, { entry: below(this.#entryDepth), transaction }, top)
    } else if (!this.#entry && path.length > 2) {
      const at = below(2)
      statementFields[at]?.(statement, top)
      if (at.startsWith('Bal')) statement.balances.read(at, top)
    }
    if (path.length === this.#transactionDepth) this.#transactionDepth = 0
    if (this.#entry && path.length === this.#entryDepth) this.#closeEntry(statement, this.#entry)
    if (path.length === 2) this.#closeStatement(statement, top.line)
  }

  #closeEntry(statement: OpenStatement, entry: OpenEntry): void {
    this.#entry = null
    this.#entryDepth = 0
    if (!entry.isBooked) return
    if (entry.bookingDay && this.#reader.latestDay && entry.bookingDay > this.#reader.latestDay) {
      entry.fault ??= { reason: 'WRONG_DAY', line: entry.line }
      entry.bookingDay = null
    }
    const day = entry.bookingDay
    statement.bookedCents += bookedCents(entry)
    if (day && (statement.firstBooked === null || day < statement.firstBooked)) statement.firstBooked = day
    if (day && (statement.lastBooked === null || day > statement.lastBooked)) statement.lastBooked = day
    const judged = judgeEntry(entry)
    if ('doubt' in judged) this.#reader.doubt(judged.doubt)
    else for (const movement of judged.movements) this.#reader.entry(movement)
  }

  #closeStatement(statement: OpenStatement, line: number): void {
    this.#reportStatement(statement, line)
    this.#statement = null
    const { sequence, from, to, bookedCents: booked, firstBooked, lastBooked } = statement
    const end = { sequence, from, to, bookedCents: booked, firstBooked, lastBooked }
    this.#reader.end({ ...end, ...statement.balances.balances() })
  }

  #reportStatement(statement: OpenStatement, line: number): void {
    if (statement.isReported || !this.#kind) return
    const told = statement.iban ?? statement.otherAccount
    const iban = told && (statement.iban === null || isIban(told)) ? told : null
    statement.isReported = true
    this.statements += 1
    this.#reader.statement({ kind: this.#kind, statementId: statement.id, iban, told, line })
  }
}

/**
 * Streams a bank's report of the day (camt.052), statement (camt.053) or notification (camt.054) of versions .02 to .08 to
 * the reader. Entries that are not booked are left out; one that cannot be read, or judged, is told as such.
 * @throws FileFault with the line, when the file is malformed or of another kind
 */
export async function readCamt(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reader: StatementReader,
): Promise<void> {
  const visitor = new CamtVisitor(reader)
  await readXml(content, visitor, CAMT_ROOTS)
  if (visitor.statements === 0) throw new FileFault('BANK_FILE_UNKNOWN_KIND', 1)
}
