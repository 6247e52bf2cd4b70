import type { Db } from '#platform/server/database/db.ts'
import { FileFault } from '#platform/server/documents/reading/xml-reader.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, type Day, helsinkiDay } from '#platform/values/days.ts'
import { compactIban } from '#platform/values/identifiers.ts'
import type { IncomingFile, TakenBy, TakenCounts } from '../paying/bank-file.ts'
import { readCamt, type StatementReader } from './camt.ts'
import { EntryWriter, type Piece } from './entry-writer.ts'
import { holdAccounts, type ReadStatement, writeStatements } from './statements.ts'

const ENTRIES_AT_ONCE = 1_000
/** No bank books an entry later than this after today; the clocks of two programs may differ by less. */
const DAYS_AHEAD = 31

const newPiece = (): Piece => ({ entries: [], doubts: [] })

/** Gathers what a file tells of our accounts; those of others are left out before anything of them is judged. */
class OwnAccounts implements StatementReader {
  readonly #own: ReadonlySet<string>
  readonly #newId: () => string
  readonly #afterChunk: () => Promise<void>
  readonly #skipped = new Map<string, number>()
  /** Statements that name no account. */
  readonly nameless: { readonly statementId: string; readonly told: string | null; readonly line: number }[] = []
  readonly statements: ReadStatement[] = []
  #open: Omit<ReadStatement, 'end'> | null = null
  #hasOwn = false
  piece = newPiece()
  readonly latestDay: Day

  constructor(services: Services, afterChunk: () => Promise<void>) {
    this.#own = new Set([compactIban(services.brand.iban)])
    this.#newId = services.env.id
    this.latestDay = addDays(helsinkiDay(services.env.now()), DAYS_AHEAD)
    this.#afterChunk = afterChunk
  }

  statement({ iban, told, statementId, line }: Parameters<StatementReader['statement']>[0]): void {
    if (!iban) this.nameless.push({ statementId, told, line })
    const account = iban && compactIban(iban)
    this.#open = account && this.#own.has(account) ? { id: this.#newId(), iban: account, statementId } : null
    if (this.#open) this.#hasOwn = true
    else if (iban && !this.#skipped.has(iban)) this.#skipped.set(iban, line)
  }

  entry(entry: Parameters<StatementReader['entry']>[0]): void {
    if (this.#open) this.piece.entries.push({ iban: this.#open.iban, statementId: this.#open.id, entry })
  }

  doubt(entry: Parameters<StatementReader['doubt']>[0]): void {
    if (this.#open) this.piece.doubts.push({ iban: this.#open.iban, statementId: this.#open.id, entry })
  }

  end(end: Parameters<StatementReader['end']>[0]): void {
    if (this.#open) this.statements.push({ ...this.#open, end })
    this.#open = null
  }

  afterChunk(): Promise<void> {
    return this.#afterChunk()
  }

  /** What has been gathered since it was taken last. */
  takePiece(): Piece {
    const { piece } = this
    this.piece = newPiece()
    return piece
  }

  /** The accounts that are not ours. @throws FileFault BANK_FILE_FOREIGN when none is */
  skipped(): readonly string[] {
    const [firstForeign] = this.#skipped.values()
    const [firstNameless] = this.nameless
    if (!this.#hasOwn && firstForeign !== undefined) throw new FileFault('BANK_FILE_FOREIGN', firstForeign)
    if (!this.#hasOwn && firstNameless) throw new FileFault('BANK_FILE_NO_ACCOUNT', firstNameless.line)
    return [...this.#skipped.keys()]
  }
}

/**
 * Takes in the entries and the balances of our accounts while the file is read.
 * @throws FileFault where it is no statement, or none of ours
 */
export async function takeInEntries(
  db: Db,
  services: Services,
  { bankFileId, file, by }: { bankFileId: string; file: IncomingFile; by: TakenBy },
): Promise<TakenCounts> {
  await holdAccounts(db)
  const writer = new EntryWriter(db, services, { bankFileId, fileName: file.name, by })
  // One piece is written while the next is read.
  let writing = Promise.resolve()
  const found = new OwnAccounts(services, async () => {
    if (found.piece.entries.length + found.piece.doubts.length < ENTRIES_AT_ONCE) return
    const full = found.takePiece()
    await writing
    writing = writer.write(full)
    writing.catch(() => undefined)
  })
  // A fault of the file ends the transaction; no statement may be on its way then.
  await readCamt(file.open(), found).finally(() => writing)
  const skippedAccounts = found.skipped()
  await writer.write(found.takePiece())
  await writer.writeNameless(found.nameless)
  await writeStatements(db, services, { bankFileId, statements: found.statements })
  return { ...writer.counts(), skippedAccounts }
}
