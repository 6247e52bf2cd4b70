import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { recordFullPayments } from '#features/invoices/ledger/server/full-payments.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { BankEntry } from './camt.ts'
import { closePaidOrders } from './payment-orders.ts'
import type { TakenBy } from './take-in.ts'

interface Incoming {
  readonly iban: string
  readonly entry: BankEntry
}

interface Written extends Incoming {
  readonly id: string
}

/**
 * Writes the movements of a file in pieces: each movement once for ever, sums of batches that are known singly marked as
 * such, and what is certain settled at once.
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
    const written = await this.#insert(incoming)
    this.#entries += written.length
    this.#known += incoming.length - written.length
    await this.#markTotals(written)
    this.#matched += await this.#settleInvoices(written)
    this.#matched += await closePaidOrders(this.#db, this.#services, { entries: written, by: this.#by })
  }

  /** The bank's reference and the place in its batch; without a reference, what the movement says and its turn. */
  #keyOf({ iban, entry }: Incoming): string {
    if (entry.servicerReference) return `${iban}|${entry.servicerReference}|${entry.position}`
    const said = createHash('sha256')
      .update(JSON.stringify([entry.direction, entry.amountCents, entry.bookingDay, entry.reference, entry.message]))
      .digest('hex')
    const turn = (this.#unnamed.get(said) ?? 0) + 1
    this.#unnamed.set(said, turn)
    return `${iban}|#${said}|${turn}`
  }

  async #insert(incoming: readonly Incoming[]): Promise<Written[]> {
    const now = this.#services.env.now()
    const byKey = new Map<string, Written>()
    for (const one of incoming) {
      const key = this.#keyOf(one)
      if (!byKey.has(key)) byKey.set(key, { ...one, id: this.#services.env.id() })
    }
    const rows = [...byKey].map(([key, { id, iban, entry }]) => ({
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
      created_at: now,
      updated_at: now,
    }))
    const added = await sql<{ id: string }>`
      insert into bank_entries select * from jsonb_populate_recordset(null::bank_entries, ${JSON.stringify(
        rows.map((row) => ({ ...row, state: 'OPEN', version: 1 })),
      )}::jsonb)
      on conflict (entry_key) do nothing returning id`.execute(this.#db)
    const fresh = new Set(added.rows.map(({ id }) => id))
    return [...byKey.values()].filter(({ id }) => fresh.has(id))
  }

  /** A batch's sum beside its single transactions, whichever came first, is no money of its own. */
  async #markTotals(written: readonly Written[]): Promise<void> {
    const references = [...new Set(written.flatMap(({ entry }) => entry.servicerReference ?? []))]
    if (references.length === 0) return
    await sql`
      update bank_entries t set state = 'TOTAL', version = t.version + 1, updated_at = ${this.#services.env.now()}
        from (select iban, servicer_reference, direction, sum(amount_cents) as cents from bank_entries
               where servicer_reference = any(${references}) and position > 0 group by 1, 2, 3) singles
       where t.servicer_reference = any(${references}) and t.position = 0 and t.state = 'OPEN'
         and singles.iban = t.iban and singles.servicer_reference = t.servicer_reference
         and singles.direction = t.direction and singles.cents = t.amount_cents`.execute(this.#db)
  }

  /** Credits whose reference names one invoice with exactly this sum open. */
  async #settleInvoices(written: readonly Written[]): Promise<number> {
    const credits = written.filter(
      ({ entry }) => entry.direction === 'CREDIT' && !entry.isReversal && entry.reference && entry.amountCents > 0,
    )
    const once = new Map<string, Written | null>()
    for (const one of credits) once.set(one.entry.reference!, once.has(one.entry.reference!) ? null : one)
    const single = [...once.values()].filter((one) => one !== null)
    if (single.length === 0) return 0
    const settled = await recordFullPayments(this.#db, this.#services, {
      actor: this.#by.actor,
      payments: single.map(({ id, entry }) => ({
        referenceNumber: entry.reference!,
        amountCents: entry.amountCents,
        paidDay: entry.bookingDay,
        method: 'BANK',
        source: `bank:${id}`,
        entryId: id,
      })),
    })
    await this.#mark(settled)
    return settled.length
  }

  async #mark(entryIds: readonly string[]): Promise<void> {
    if (entryIds.length === 0) return
    const now = this.#services.env.now()
    await sql`update bank_entries set state = 'MATCHED', decided_at = ${now}, decided_by = ${this.#by.userId},
      version = version + 1, updated_at = ${now} where id = any(${entryIds}::uuid[])`.execute(this.#db)
  }
}
