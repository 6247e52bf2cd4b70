import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type FullPayment, lockPaidInFull, recordFullPayments } from '#features/invoices/ledger/server/full-payments.ts'
import type { Db } from '#platform/server/database/db.ts'
import { insertRows } from '#platform/server/database/insert-rows.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { BankEntry } from './camt.ts'
import { closePaidOrders } from './payment-orders.ts'
import type { TakenBy } from './take-in.ts'

interface Incoming {
  readonly iban: string
  readonly entry: BankEntry
}

interface Keyed extends Incoming {
  readonly id: string
  readonly key: string
}

const keyOf = (iban: string, reference: string, position: number) => `${iban}|${reference}|${position}`

/**
 * Writes the movements of a file in pieces, each with a fixed number of statements: each movement once for ever, what is
 * certain settled at once, sums of batches that are known singly marked as such.
 */
export class EntryWriter {
  readonly #db: Db
  readonly #services: Services
  readonly #bankFileId: string
  readonly #by: TakenBy
  /** How often a movement without a reference has been met, so that equal ones stay apart. */
  readonly #unnamed = new Map<string, number>()
  #entries = 0
  #matched = 0
  #known = 0

  constructor(db: Db, services: Services, { bankFileId, by }: { bankFileId: string; by: TakenBy }) {
    this.#db = db
    this.#services = services
    this.#bankFileId = bankFileId
    this.#by = by
  }

  counts() {
    return { entries: this.#entries, matched: this.#matched, known: this.#known }
  }

  async write(incoming: readonly Incoming[]): Promise<void> {
    if (incoming.length === 0) return
    const fresh = await this.#withoutKnown(incoming)
    const paid = await this.#paidInFull(fresh)
    const written = await this.#insert(fresh, new Set(paid.map(({ payment }) => payment.entryId)))
    this.#entries += written.length
    this.#known += incoming.length - written.length
    await this.#settle(paid, written)
    await this.#markTotals(written)
    this.#matched += await closePaidOrders(this.#db, this.#services, { entries: written, by: this.#by })
  }

  /** The bank's reference and the place in its batch; without a reference, what the movement says and its turn. */
  #keyOf({ iban, entry }: Incoming): string {
    if (entry.servicerReference) return keyOf(iban, entry.servicerReference, entry.position)
    const digest = createHash('sha256')
      .update(JSON.stringify([entry.direction, entry.amountCents, entry.bookingDay, entry.reference, entry.message]))
      .digest('hex')
    const turn = (this.#unnamed.get(digest) ?? 0) + 1
    this.#unnamed.set(digest, turn)
    return `${iban}|#${digest}|${turn}`
  }

  async #withoutKnown(incoming: readonly Incoming[]): Promise<Keyed[]> {
    const byKey = new Map<string, Keyed>()
    for (const one of incoming) {
      const key = this.#keyOf(one)
      if (!byKey.has(key)) byKey.set(key, { ...one, key, id: this.#services.env.id() })
    }
    const known = await sql<{ key: string }>`
      select entry_key as key from bank_entries where entry_key = any(${[...byKey.keys()]})`.execute(this.#db)
    for (const { key } of known.rows) byKey.delete(key)
    return [...byKey.values()]
  }

  /** Credits whose reference names one invoice with exactly this sum open, the first of each reference. */
  async #paidInFull(fresh: readonly Keyed[]): Promise<FullPayment[]> {
    const first = new Map<string, Keyed>()
    for (const one of fresh) {
      const { direction, isReversal, reference, amountCents } = one.entry
      if (direction !== 'CREDIT' || isReversal || !reference || amountCents <= 0) continue
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

  async #insert(fresh: readonly Keyed[], settling: ReadonlySet<string>): Promise<Keyed[]> {
    if (fresh.length === 0) return []
    const now = this.#services.env.now()
    const rows = fresh.map(({ id, key, iban, entry }) => ({
      id,
      bank_file_id: this.#bankFileId,
      entry_key: key,
      iban,
      servicer_reference: entry.servicerReference,
      position: entry.position,
      direction: entry.direction,
      is_reversal: entry.isReversal,
      amount_cents: entry.amountCents,
      booked_day: entry.bookingDay,
      reference: entry.reference,
      end_to_end_id: entry.endToEndId,
      message: entry.message,
      counterparty_name: entry.counterpartyName,
      counterparty_iban: entry.counterpartyIban,
      state: settling.has(id) ? 'MATCHED' : 'OPEN',
      decided_at: settling.has(id) ? now : null,
      decided_by: settling.has(id) ? this.#by.userId : null,
      created_at: now,
      updated_at: now,
    }))
    // Another file may have brought the same movement meanwhile.
    const added = await sql<{ id: string }>`
      ${insertRows('bank_entries', rows)} on conflict (entry_key) do nothing returning id`.execute(this.#db)
    const ids = new Set(added.rows.map(({ id }) => id))
    return fresh.filter(({ id }) => ids.has(id))
  }

  async #settle(paid: readonly FullPayment[], written: readonly Keyed[]): Promise<void> {
    const ids = new Set(written.map(({ id }) => id))
    const payments = paid.filter(({ payment }) => ids.has(payment.entryId))
    await recordFullPayments(this.#db, this.#services, { payments, actor: this.#by.actor })
    this.#matched += payments.length
  }

  /** A batch's sum beside its single transactions, whichever came first, is no money of its own. */
  async #markTotals(written: readonly Keyed[]): Promise<void> {
    const keys = new Set(
      written.flatMap(({ iban, entry }) => (entry.servicerReference ? keyOf(iban, entry.servicerReference, 0) : [])),
    )
    await sql`
      update bank_entries t set state = 'TOTAL', version = t.version + 1, updated_at = ${this.#services.env.now()}
       where t.entry_key = any(${[...keys]}) and t.state = 'OPEN'
         and t.amount_cents = (select sum(s.amount_cents) from bank_entries s
               where s.iban = t.iban and s.servicer_reference = t.servicer_reference and s.direction = t.direction
                 and s.position > 0)`.execute(this.#db)
  }
}
