import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { insertRows } from '#platform/server/database/insert-rows.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { DoubtKind, DoubtReason } from '../../rules/statements.ts'
import type { BankEntry, DoubtfulEntry } from '../statements/camt-entry.ts'
import type { Keyed } from '../statements/entry-keys.ts'
import type { PaymentReport } from '../statements/pain-002.ts'

/** An entry of one of our accounts that is not taken as it stands. */
export interface IncomingDoubt {
  readonly iban: string
  readonly statementId: string
  readonly entry: DoubtfulEntry
}

interface Writing {
  readonly bankFileId: string | null
  readonly fileName: string
}

interface NewDoubt {
  readonly kind: DoubtKind
  readonly reason: DoubtReason
  readonly key: string
  readonly line: number
  readonly raw: unknown
  readonly statementId?: string
  readonly iban?: string
  readonly entry?: Partial<DoubtfulEntry>
  readonly movements?: readonly BankEntry[] | null
  readonly readings?: DoubtfulEntry['readings']
}

const hashOf = (of: unknown) => createHash('sha256').update(JSON.stringify(of)).digest('hex')

const textsOf = (entry: BankEntry): [string, string][] =>
  Object.entries(entry).flatMap(([name, value]) => (value === null || name === 'line' ? [] : [[name, String(value)]]))

/** Keeps what a file brought and what could not be taken as it stood, once, until somebody decides. */
export class DoubtWriter {
  readonly #db: Db
  readonly #services: Pick<Services, 'env'>
  readonly #writing: Writing
  /** How often the statement has told of the same text. */
  readonly #turns = new Map<string, number>()
  written = 0
  known = 0

  constructor(db: Db, services: Pick<Services, 'env'>, writing: Writing) {
    this.#db = db
    this.#services = services
    this.#writing = writing
  }

  async write(doubts: readonly IncomingDoubt[]): Promise<void> {
    await this.#insert(
      doubts.map(({ iban, statementId, entry }) => {
        const text = hashOf([iban, entry.raw])
        const turn = (this.#turns.get(`${statementId}${text}`) ?? 0) + 1
        this.#turns.set(`${statementId}${text}`, turn)
        const { reason, line, raw, movements, readings } = entry
        const key = `${text}|${turn}`
        return { kind: 'ENTRY', reason, key, line, raw, statementId, iban, entry, movements, readings }
      }),
    )
  }

  /** Movements whose name is known with another amount. */
  async writeClashing(clashing: readonly Keyed[]): Promise<void> {
    await this.#insert(
      clashing.map(({ iban, statementId, key, entry }) => ({
        kind: 'ENTRY',
        reason: 'KEY_CLASH',
        key,
        line: entry.line,
        raw: textsOf(entry),
        statementId,
        iban,
        entry: { ...entry, amountText: null },
        movements: [entry],
      })),
    )
  }

  /** What the bank says of payments that it was not given, or that are not with it. */
  async writeReport(report: PaymentReport, reason: DoubtReason): Promise<void> {
    const { messageId, endToEndId, status } = report
    const raw = [
      ['OrgnlMsgId', messageId],
      ['OrgnlEndToEndId', endToEndId],
      ['Sts', status],
      ['StsRsnInf', report.reason],
    ]
    const key = `report|${hashOf([reason, messageId, endToEndId, status])}`
    await this.#insert([{ kind: 'REPORT', reason, key, line: report.line, raw: raw.filter(([, text]) => text) }])
  }

  /** Statements that name no account beside others that do. */
  async writeNameless(
    statements: readonly { readonly statementId: string; readonly told: string | null; readonly line: number }[],
  ): Promise<void> {
    await this.#insert(
      statements.map(({ statementId, told, line }) => ({
        kind: 'FILE',
        reason: 'NO_ACCOUNT',
        key: `nameless|${this.#writing.bankFileId}|${line}|${statementId}`,
        line,
        raw: [['Stmt/Id', statementId], ...(told ? [['Stmt/Acct/Id', told]] : [])],
      })),
    )
  }

  /** A whole file of the bank's folder that was refused. */
  async writeFile(refused: { readonly reason: string; readonly line: number; readonly sha256: string }): Promise<void> {
    await this.#insert([
      {
        kind: 'FILE',
        reason: 'FILE_REFUSED',
        key: `file|${refused.sha256}`,
        line: refused.line,
        raw: [['', refused.reason]],
      },
    ])
  }

  async #insert(doubts: readonly NewDoubt[]): Promise<void> {
    if (doubts.length === 0) return
    const now = this.#services.env.now()
    const rows = doubts.map(({ kind, reason, key, line, raw, statementId, iban, entry, movements, readings }) => ({
      id: this.#services.env.id(),
      bank_file_id: this.#writing.bankFileId,
      bank_statement_id: statementId ?? null,
      file_name: this.#writing.fileName,
      kind,
      doubt_key: key,
      reason,
      line,
      iban: iban ?? null,
      direction: entry?.direction ?? null,
      amount_cents: entry?.amountCents ?? null,
      amount_text: entry?.amountText ?? null,
      booked_day: entry?.bookingDay ?? null,
      reference: entry?.reference ?? null,
      message: entry?.message ?? null,
      counterparty_name: entry?.counterpartyName ?? null,
      raw,
      movements: movements ?? null,
      readings: readings && readings.length > 0 ? readings : null,
      created_at: now,
      updated_at: now,
    }))
    const added = await sql<{ id: string }>`
      ${insertRows('bank_doubts', rows)} on conflict (doubt_key) do nothing returning id`.execute(this.#db)
    this.written += added.rows.length
    this.known += doubts.length - added.rows.length
  }
}
