import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { present } from '#platform/values/present.ts'
import type { BankEntry } from './camt-entry.ts'

/** A movement of one of our accounts, as a statement tells of it. */
export interface Incoming {
  readonly iban: string
  readonly statementId: string
  readonly entry: BankEntry
}

export interface Keyed extends Incoming {
  /** What makes the movement itself, among all files. */
  readonly key: string
}

interface KnownRow {
  iban: string
  servicer_reference: string | null
  position: number
  is_reversal: boolean
  direction: string
  amount_cents: number
  booked_day: string
  entry_key: string
  bank_statement_id: string | null
}

type Told = Pick<KnownRow, 'direction' | 'amount_cents' | 'bank_statement_id'>

/** What became of movements: new ones, ones whose key has another amount, and how many were known. */
export interface Sorted {
  readonly fresh: readonly Keyed[]
  readonly clashing: readonly Keyed[]
  readonly known: number
}

const nameOf = (row: Pick<KnownRow, 'iban' | 'servicer_reference' | 'position' | 'is_reversal'>) =>
  `${row.iban}|${row.servicer_reference}|${row.position}${row.is_reversal ? '|R' : ''}`

/** What a movement without the bank's own reference says, its day and its amount among it. */
const digestOf = ({ direction, amountCents, bookingDay, reference, message }: BankEntry) =>
  createHash('sha256')
    .update(JSON.stringify([direction, amountCents, bookingDay, reference, message]))
    .digest('hex')

/** Its number in its statement was the whole key once. */
const formerKey = ({ iban, entry }: Incoming) => `${iban}|${entry.entryReference}|${entry.position}`

const amountKey = ({ direction, amountCents }: BankEntry) => `${direction === 'CREDIT' ? '+' : '-'}${amountCents}`

/**
 * Tells movements apart, over all files. The bank's own reference with the place in its batch names one; without it the
 * account, the day, the reference and the amount do. Equal ones of one statement are told apart by their turn. The same
 * name with another amount is no known movement: somebody has to look.
 */
export class EntryKeys {
  readonly #db: Db
  #statementId: string | null = null
  /** How often the statement has told of a movement of this name and amount. */
  readonly #turns = new Map<string, number>()

  constructor(db: Db) {
    this.#db = db
  }

  async sort(incoming: readonly Incoming[]): Promise<Sorted> {
    const turned = incoming.map((one) => this.#turned(one))
    const rows = await this.#knownRows(turned)
    const keys = new Set(rows.map((row) => row.entry_key))
    const former = new Map(rows.map((row) => [row.entry_key, row]))
    const told = new Map<string, Told[]>()
    for (const row of rows) if (row.servicer_reference) toldOf(told, nameOf(row)).push(row)
    const [fresh, clashing]: [Keyed[], Keyed[]] = [[], []]
    for (const one of turned) {
      if (!one.name) {
        if (!keys.has(one.key) && !isFormer(former.get(formerKey(one)), one.entry)) fresh.push(one)
        continue
      }
      const judged = judge(toldOf(told, one.name), one)
      if (judged === 'CLASH') clashing.push(one)
      if (judged === 'CLASH' || judged === 'KNOWN') continue
      fresh.push({ ...one, key: judged })
      toldOf(told, one.name).push({
        direction: one.entry.direction,
        amount_cents: one.entry.amountCents,
        bank_statement_id: one.statementId,
      })
    }
    return { fresh, clashing, known: incoming.length - fresh.length - clashing.length }
  }

  #turned(one: Incoming) {
    if (one.statementId !== this.#statementId) this.#turns.clear()
    this.#statementId = one.statementId
    const { iban, entry } = one
    const { servicerReference, position, isReversal } = entry
    const name = servicerReference
      ? nameOf({ iban, servicer_reference: servicerReference, position, is_reversal: isReversal })
      : null
    const what = name ? `${name}|${amountKey(entry)}` : `${iban}|#${digestOf(entry)}`
    const turn = (this.#turns.get(what) ?? 0) + 1
    this.#turns.set(what, turn)
    return { ...one, name, turn, key: `${what}|${turn}` }
  }

  async #knownRows(turned: readonly (Keyed & { name: string | null })[]): Promise<KnownRow[]> {
    const references = new Set(turned.flatMap(({ entry }) => entry.servicerReference ?? entry.entryReference ?? []))
    const keys = turned.flatMap(({ name, key }) => (name ? [] : [key]))
    const ibans = new Set(turned.map(({ iban }) => iban))
    const columns = sql`iban, servicer_reference, position, is_reversal, direction, amount_cents, booked_day, entry_key, bank_statement_id`
    const result = await sql<KnownRow>`
      select ${columns} from bank_entries where iban = any(${[...ibans]}) and servicer_reference = any(${[...references]})
      union all select ${columns} from bank_entries where entry_key = any(${keys}) and servicer_reference is null`.execute(
      this.#db,
    )
    return result.rows
  }
}

function toldOf(told: Map<string, Told[]>, name: string): Told[] {
  const rows = told.get(name) ?? []
  told.set(name, rows)
  return rows
}

/** @returns KNOWN, CLASH, or the key of a new movement */
function judge(rows: readonly Told[], one: Keyed & { name: string | null; turn: number }): string {
  const { direction, amountCents } = one.entry
  const same = rows.filter((row) => row.direction === direction && row.amount_cents === amountCents)
  if (same.length >= one.turn) return 'KNOWN'
  if (rows.some((row) => row.bank_statement_id !== one.statementId)) return 'CLASH'
  return rows.length === 0 ? present(one.name) : one.key
}

const isFormer = (row: KnownRow | undefined, entry: BankEntry) =>
  row !== undefined &&
  entry.entryReference !== null &&
  row.booked_day === entry.bookingDay &&
  row.direction === entry.direction &&
  row.amount_cents === entry.amountCents
