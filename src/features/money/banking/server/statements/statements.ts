import { sql } from 'kysely'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import type { banking } from '../../contract.ts'
import { type ChainLink, firstDayOf, judgeChain, type StatementProblem } from '../../rules/statements.ts'
import type { StatementEnd } from './camt.ts'
import { findStatement, lockStatement, statementView } from './statement-queries.ts'

/** A statement of one of our accounts that has been read to its end. */
export interface ReadStatement {
  readonly id: string
  readonly iban: string
  readonly statementId: string
  readonly end: StatementEnd
}

/** One file at a time brings movements of our accounts: what is known stays known until it has been written. */
export const holdAccounts = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('bank-accounts'))`.execute(db)

function daysOf({ closingDay, from, to, firstBooked, lastBooked }: StatementEnd, today: Day) {
  const toDay = closingDay ?? to ?? lastBooked ?? today
  return { from_day: firstDayOf(from, firstBooked, toDay), to_day: toDay }
}

/**
 * Writes the statements of a file and judges the chains of their accounts anew. A statement that another file has brought,
 * with nothing new in it, is not written again.
 */
export async function writeStatements(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { bankFileId, statements }: { bankFileId: string; statements: readonly ReadStatement[] },
): Promise<void> {
  const today = helsinkiDay(env.now())
  for (const [position, { id, iban, statementId, end }] of statements.entries()) {
    const row = {
      iban,
      statement_id: statementId,
      ...daysOf(end, today),
      opening_cents: end.opening,
      closing_cents: end.closing,
      booked_cents: end.bookedCents,
    }
    if (await isRepeated(db, id, row)) continue
    const times = { created_at: env.now(), updated_at: env.now() }
    await db
      .insertInto('bank_statements')
      .values({ id, bank_file_id: bankFileId, position, sequence: end.sequence, ...row, ...times })
      .execute()
  }
  for (const iban of new Set(statements.map((one) => one.iban))) await judgeAccount(db, { env }, iban)
}

interface SameStatement {
  iban: string
  statement_id: string
  from_day: Day
  to_day: Day
  opening_cents: number | null
  closing_cents: number | null
  booked_cents: number
}

async function isRepeated(db: Db, id: string, row: SameStatement): Promise<boolean> {
  const result = await sql<{ is_known: boolean }>`
    select exists (select 1 from bank_statements s where s.iban = ${row.iban} and s.statement_id = ${row.statement_id}
                     and s.from_day = ${row.from_day} and s.to_day = ${row.to_day} and s.opening_cents = ${row.opening_cents}
                     and s.closing_cents = ${row.closing_cents} and s.booked_cents = ${row.booked_cents})
       and not exists (select 1 from bank_entries where bank_statement_id = ${id})
       and not exists (select 1 from bank_doubts where bank_statement_id = ${id}) as is_known`.execute(db)
  return present(result.rows[0]).is_known
}

/** Judges the statements of one account, and writes what has changed. */
async function judgeAccount(db: Db, { env }: Pick<Services, 'env'>, iban: string): Promise<void> {
  const result = await sql<ChainLink & { problems: StatementProblem[] }>`
    select id, from_day as "fromDay", to_day as "toDay", opening_cents as "openingCents", closing_cents as "closingCents",
           booked_cents as "bookedCents", problems
      from bank_statements where iban = ${iban} and opening_cents is not null and closing_cents is not null
     order by to_day, sequence nulls last, from_day, created_at, position, id`.execute(db)
  const judged = judgeChain(result.rows)
  for (const { id, problems } of result.rows) {
    const found = present(judged.get(id))
    if (found.join() === problems.join()) continue
    await db
      .updateTable('bank_statements')
      .set((eb) => ({ problems: found, version: eb('version', '+', 1), updated_at: env.now() }))
      .where('id', '=', id)
      .execute()
  }
}

/** Somebody has looked into a statement that does not fit, and says why. What comes later is asked about anew. */
export async function explainStatement(context: SignedInContext, id: string, body: BodyOf<typeof banking.explain>) {
  const { db, env, user } = context
  const row = await lockStatement(db, id)
  requireVersion(body.version, row.version, statementView(row))
  const open = row.problems.filter((one) => !row.explained.includes(one))
  if (open.length === 0) throw new AppError('BANK_STATEMENT_FITS')
  await db
    .updateTable('bank_statements')
    .set({
      explained: row.problems,
      explanation: body.explanation.trim(),
      explained_by: user.userId,
      explained_at: env.now(),
      version: row.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', id)
    .execute()
  await logEvent(db, env, actorOf(user), 'BANK_STATEMENT_EXPLAINED', {
    subject: { type: 'register', id },
    shared: false,
    data: { problems: open, explanation: body.explanation.trim() },
  })
  return statementView(await findStatement(db, id))
}
