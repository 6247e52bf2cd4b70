import { sql } from 'kysely'
import {
  type FullPayment,
  lockPaidInFull,
  recordFullPayments,
} from '#features/money/invoices/ledger/server/full-payments.ts'
import type { Db } from '#platform/server/database/db.ts'
import { insertRows } from '#platform/server/database/insert-rows.ts'
import type { Services } from '#platform/server/http/context.ts'
import { DoubtWriter, type IncomingDoubt } from '../matching/doubt-writer.ts'
import type { TakenBy } from '../paying/bank-file.ts'
import { closePaidOrders } from '../paying/payment-orders.ts'
import { EntryKeys, type Incoming, type Keyed } from './entry-keys.ts'

interface Fresh extends Keyed {
  readonly id: string
}

/** Pieces of a file, in its order. */
export interface Piece {
  readonly entries: Incoming[]
  readonly doubts: IncomingDoubt[]
}

interface Writing {
  readonly bankFileId: string
  readonly fileName: string
  readonly by: TakenBy
}

/**
 * Writes the movements of a file in pieces, each with a fixed number of statements: each movement once for ever, what is
 * certain settled at once, sums of batches that are known singly marked as such, what is doubtful put aside.
 */
export class EntryWriter {
  readonly #db: Db
  readonly #services: Services
  readonly #writing: Writing
  readonly #keys: EntryKeys
  readonly #doubts: DoubtWriter
  #entries = 0
  #matched = 0
  #known = 0

  constructor(db: Db, services: Services, writing: Writing) {
    this.#db = db
    this.#services = services
    this.#writing = writing
    this.#keys = new EntryKeys(db)
    this.#doubts = new DoubtWriter(db, services, writing)
  }

  counts() {
    return {
      entries: this.#entries,
      matched: this.#matched,
      known: this.#known + this.#doubts.known,
      doubts: this.#doubts.written,
    }
  }

  async write({ entries, doubts }: Piece): Promise<void> {
    await this.#doubts.write(doubts)
    if (entries.length === 0) return
    const sorted = await this.#keys.sort(entries)
    await this.#doubts.writeClashing(sorted.clashing)
    const fresh = sorted.fresh.map((one) => ({ ...one, id: this.#services.env.id() }))
    const paid = await this.#paidInFull(fresh)
    const written = await this.#insert(fresh, new Set(paid.map(({ payment }) => payment.entryId)))
    this.#entries += written.length
    this.#known += sorted.known + fresh.length - written.length
    await this.#settle(paid, written)
    await this.#markTotals(written)
    this.#matched += await closePaidOrders(this.#db, this.#services, { entries: written, by: this.#writing.by })
  }

  /** Statements of no account: whose they are, and what of them counts, is for a person to say. */
  async writeNameless(statements: Parameters<DoubtWriter['writeNameless']>[0]): Promise<void> {
    await this.#doubts.writeNameless(statements)
  }

  /** Takes in movements that had been put aside, for a person to match: nothing of them is certain by itself. */
  async takeDoubtful(entries: readonly Incoming[]): Promise<number> {
    const { fresh, clashing } = await this.#keys.sort(entries)
    const taken = [...fresh, ...clashing].map((one) => ({ ...one, id: this.#services.env.id() }))
    const written = await this.#insert(taken, new Set())
    await this.#markTotals(written)
    await closePaidOrders(this.#db, this.#services, { entries: written, by: this.#writing.by })
    return written.length
  }

  /** Credits whose reference names one invoice with exactly this sum open, the first of each reference. */
  async #paidInFull(fresh: readonly Fresh[]): Promise<FullPayment[]> {
    const first = new Map<string, Fresh>()
    for (const one of fresh) {
      const { direction, isReversal, reference, namesSeveral, amountCents } = one.entry
      if (direction !== 'CREDIT' || isReversal || !reference || namesSeveral || amountCents <= 0) continue
      if (!first.has(reference)) first.set(reference, one)
    }
    return lockPaidInFull(
      this.#db,
      this.#services,
      [...first].map(([referenceNumber, { id, entry }]) => ({
        referenceNumber,
        amountCents: entry.amountCents,
        paidDay: entry.bookingDay,
        method: 'BANK',
        source: `bank:${id}`,
        entryId: id,
      })),
    )
  }

  async #insert(fresh: readonly Fresh[], settling: ReadonlySet<string>): Promise<Fresh[]> {
    if (fresh.length === 0) return []
    const now = this.#services.env.now()
    const rows = fresh.map(({ id, key, iban, statementId, entry }) => ({
      id,
      bank_file_id: this.#writing.bankFileId,
      bank_statement_id: statementId,
      entry_key: key,
      iban,
      servicer_reference: entry.servicerReference,
      position: entry.position,
      direction: entry.direction,
      is_reversal: entry.isReversal,
      amount_cents: entry.amountCents,
      foreign_amount: entry.foreignAmount,
      booked_day: entry.bookingDay,
      reference: entry.reference,
      end_to_end_id: entry.endToEndId,
      message: [entry.message, entry.besides].filter(Boolean).join(' ') || null,
      counterparty_name: entry.counterpartyName,
      counterparty_iban: entry.counterpartyIban,
      state: settling.has(id) ? 'MATCHED' : 'OPEN',
      decided_at: settling.has(id) ? now : null,
      decided_by: settling.has(id) ? this.#writing.by.userId : null,
      created_at: now,
      updated_at: now,
    }))
    // A server of the release before may have brought the same movement meanwhile.
    const added = await sql<{ id: string }>`
      ${insertRows('bank_entries', rows)} on conflict (entry_key) do nothing returning id`.execute(this.#db)
    const ids = new Set(added.rows.map(({ id }) => id))
    return fresh.filter(({ id }) => ids.has(id))
  }

  async #settle(paid: readonly FullPayment[], written: readonly Fresh[]): Promise<void> {
    const ids = new Set(written.map(({ id }) => id))
    const payments = paid.filter(({ payment }) => ids.has(payment.entryId))
    await recordFullPayments(this.#db, this.#services, { payments, actor: this.#writing.by.actor })
    this.#matched += payments.length
  }

  /** A batch's sum beside its single transactions, whichever came first, is no money of its own. */
  async #markTotals(written: readonly Fresh[]): Promise<void> {
    const batches = new Set(written.flatMap(({ entry }) => entry.servicerReference ?? []))
    await sql`
      update bank_entries t set state = 'TOTAL', version = t.version + 1, updated_at = ${this.#services.env.now()}
       where t.iban = any(${[...new Set(written.map(({ iban }) => iban))]}) and t.servicer_reference = any(${[...batches]})
         and t.position = 0 and t.state = 'OPEN'
         and t.amount_cents = (select sum(s.amount_cents) from bank_entries s
               where s.iban = t.iban and s.servicer_reference = t.servicer_reference and s.direction = t.direction
                 and s.position > 0)`.execute(this.#db)
  }
}
