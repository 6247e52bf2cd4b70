import { type Selectable, sql, type Updateable } from 'kysely'
import type { BodyOf, SortName } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { banking } from '../../contract.ts'
import type { DoubtKind, DoubtReason, DoubtState } from '../../rules/statements.ts'
import type { BankEntry } from '../statements/camt.ts'
import type { Reading } from '../statements/camt-entry.ts'
import { EntryWriter } from '../statements/entry-writer.ts'
import { holdAccounts } from '../statements/statements.ts'

type DoubtRow = Selectable<Tables['bank_doubts']>

const readingsOf = (row: DoubtRow) => (row.readings ?? []) as Reading[]

const doubtView = (row: DoubtRow) => ({
  doubtId: row.id,
  version: row.version,
  kind: row.kind as DoubtKind,
  reason: row.reason as DoubtReason,
  state: row.state as DoubtState,
  fileName: row.file_name,
  line: row.line,
  iban: row.iban,
  direction: row.direction as 'CREDIT' | 'DEBIT' | null,
  amount: row.amount_cents === null ? null : eurosFromCents(row.amount_cents),
  amountText: row.amount_text,
  bookedDay: row.booked_day,
  reference: row.reference,
  message: row.message,
  counterpartyName: row.counterparty_name,
  raw: (row.raw as [string, string][]).map(([path, text]) => ({ path, text })),
  canTake: row.state === 'OPEN' && (row.movements !== null || row.readings !== null),
  readings: readingsOf(row).map(({ amountCents }) => eurosFromCents(amountCents)),
  note: row.note,
  decidedAt: row.decided_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

/** What was put aside, newest first. */
const columns = {
  createdAt: { filled: sql.ref('created_at') },
  bookedDay: sql.ref('booked_day'),
  amount: sql.ref('amount_cents'),
}

export async function listDoubts(
  db: Db,
  {
    page,
    limit,
    id,
    state,
    sort = '-createdAt',
  }: { page: number; limit: number; id?: string; state?: DoubtState; sort?: SortName<keyof typeof columns> },
) {
  let found = db.selectFrom('bank_doubts')
  if (id) found = found.where('id', '=', id)
  if (state) found = found.where('state', '=', state)
  const rows = await found
    .selectAll()
    .orderBy(sortedBy(sort, columns))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return pageOf(rows.map(doubtView), { page, limit, total: await countOf(db, found) })
}

async function lockOpen(db: Db, id: string, version: number): Promise<DoubtRow> {
  const row =
    (await db.selectFrom('bank_doubts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ??
    fail('NOT_FOUND')
  requireVersion(version, row.version, doubtView(row))
  if (row.state !== 'OPEN') throw new AppError('BANK_DOUBT_DECIDED', { details: { state: row.state } })
  return row
}

async function decide(
  context: SignedInContext,
  row: DoubtRow,
  change: Updateable<Tables['bank_doubts']> & { state: DoubtState },
) {
  const { db, env, user } = context
  const decided = await db
    .updateTable('bank_doubts')
    .set({
      ...change,
      movements: null,
      readings: null,
      raw: '[]',
      decided_by: user.userId,
      decided_at: env.now(),
      version: row.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await logEvent(db, env, actorOf(user), 'BANK_DOUBT_DECIDED', {
    subject: { type: 'register', id: row.id },
    shared: false,
    data: { reason: row.reason, to: change.state, amountCents: row.amount_cents },
  })
  return doubtView(decided)
}

/**
 * Takes in what was put aside as the bank told it. Its movements are open: a person matches them.
 * @throws NOT_FOUND, VERSION_CONFLICT, BANK_DOUBT_DECIDED, BANK_DOUBT_NOT_READ where it could not be read as movements
 */
export async function takeDoubt(
  context: SignedInContext,
  id: string,
  { version, reading }: BodyOf<typeof banking.takeDoubt>,
) {
  const { db, user } = context
  await holdAccounts(db)
  const row = await lockOpen(db, id, version)
  const { bank_file_id: bankFileId, bank_statement_id: statementId, iban } = row
  const chosen = reading === undefined ? undefined : readingsOf(row)[reading]
  const movements = chosen?.movements ?? (row.movements as BankEntry[] | null)
  if (!movements || !bankFileId || !statementId || !iban) throw new AppError('BANK_DOUBT_NOT_READ')
  const by = { actor: actorOf(user), userId: user.userId }
  const writer = new EntryWriter(db, context, { bankFileId, fileName: row.file_name, by })
  await writer.takeDoubtful(movements.map((entry) => ({ iban, statementId, entry })))
  return decide(context, row, { state: 'TAKEN' })
}

/** Says why something is not taken in. @throws NOT_FOUND, VERSION_CONFLICT, BANK_DOUBT_DECIDED */
export async function dismissDoubt(
  context: SignedInContext,
  id: string,
  { version, note }: BodyOf<typeof banking.dismissDoubt>,
) {
  const row = await lockOpen(context.db, id, version)
  return decide(context, row, {
    state: 'DISMISSED',
    note: note.trim(),
    message: null,
    counterparty_name: null,
  })
}
