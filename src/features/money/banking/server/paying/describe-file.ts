import { type RawBuilder, sql } from 'kysely'
import type { ProposedChange } from '#features/ground/proposals/server/propose.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { BankFileKind } from '../../rules/statements.ts'
import { readPaymentStatusReport } from '../statements/pain-002.ts'
import { REFUSED } from '../statements/status-reports.ts'
import { takeInBankFile } from '../statements/take-in.ts'
import { type IncomingFile, refusal, type TakenBy } from './bank-file.ts'
import { orderIdOf } from './payment-orders.ts'

interface Brought {
  readonly file: IncomingFile
  readonly kind: BankFileKind
  readonly by: TakenBy
}

/** What somebody who confirms a file reads of it. */
interface Described {
  readonly effect: TextValue
  readonly changes: readonly ProposedChange[]
}

/** So many payments that a report refuses are named singly. */
const NAMED_MAX = 20

const text = (name: string, values: Record<string, unknown> = {}): TextValue => ({
  text: `banking:proposal.${name}`,
  values,
})

/**
 * What a file would bring: it is taken in, looked at and taken back in the caller's transaction, so that what is shown is
 * what the same file does, and what is refused is refused at once.
 * @throws BANK_FILE_NOT_ACCEPTED, BANK_FILE_REPEATED
 */
export async function describeFile(db: Db, services: Services, brought: Brought): Promise<Described> {
  const refused = brought.kind === 'PAIN002' ? await refusedByReport(db, brought.file) : []
  await sql`savepoint looked_at`.execute(db)
  try {
    const id = await takeInBankFile(db, services, brought)
    return brought.kind === 'PAIN002' ? ofReport(brought, refused) : await ofStatements(db, id, brought)
  } finally {
    await sql`rollback to savepoint looked_at`.execute(db)
  }
}

interface Refused {
  payee: string
  cents: number
}

/** The payments with the bank that a report refuses, singly or with their file. */
async function refusedByReport(db: Db, file: IncomingFile): Promise<Refused[]> {
  const read = await readPaymentStatusReport(file.open()).catch((error: unknown) => {
    throw refusal(error)
  })
  const reports = read.filter(({ status }) => status === REFUSED)
  const single = reports.flatMap(({ endToEndId }) => orderIdOf(endToEndId) ?? [])
  const whole = reports.flatMap(({ endToEndId, messageId }) => (endToEndId ? [] : [messageId]))
  const found = await sql<Refused>`
    select o.payee_name as payee, o.amount_cents as cents from payment_orders o join payment_files f on f.id = o.payment_file_id
     where o.state = 'SENT' and (o.id = any(${single}::uuid[]) or f.message_id = any(${whole})) order by o.amount_cents desc, o.id`.execute(
    db,
  )
  return found.rows
}

function ofReport({ file }: Brought, refused: readonly Refused[]): Described {
  return {
    effect: text('report', {
      name: file.name,
      payments: refused.length,
      total: { cents: sumCents(refused.map(({ cents }) => cents)) },
    }),
    changes: refused.slice(0, NAMED_MAX).map(({ payee, cents }) => ({
      name: text('refusedPayment', { payee }),
      before: { cents },
      after: text('refused'),
    })),
  }
}

interface Statement {
  iban: string
  from_day: Day
  to_day: Day
  opening_cents: number | null
  closing_cents: number | null
}

const read = async <Row>(db: Db, query: RawBuilder<Row>) => (await query.execute(db)).rows

async function ofStatements(db: Db, id: string, { file, kind }: Brought): Promise<Described> {
  const [counts] = await read(
    db,
    sql<{ entries: number; matched: number; known: number; doubts: number; came: number; went: number }>`
      select f.entry_count as entries, f.matched_count as matched, f.known_count as known, f.doubt_count as doubts,
             coalesce((select sum(e.amount_cents) from bank_entries e where e.bank_file_id = f.id and e.direction = 'CREDIT'), 0)::bigint as came,
             coalesce((select sum(e.amount_cents) from bank_entries e where e.bank_file_id = f.id and e.direction = 'DEBIT'), 0)::bigint as went
        from bank_files f where f.id = ${id}`,
  )
  const statements = await read(
    db,
    sql<Statement>`select iban, from_day, to_day, opening_cents, closing_cents from bank_statements
      where bank_file_id = ${id} order by position limit ${NAMED_MAX}`,
  )
  const { entries, matched, known, doubts, came, went } = present(counts)
  const row = (name: string, after: ProposedChange['after'], before: ProposedChange['before'] = null) => ({
    name: text(name),
    before,
    after,
  })
  return {
    effect: text('statement', {
      kind: { text: `banking:taken.kinds.${kind}`, values: {} },
      name: file.name,
      entries,
      matched,
    }),
    changes: [
      row('cameIn', { cents: came }),
      row('wentOut', { cents: went }),
      ...(known > 0 ? [row('known', String(known))] : []),
      ...(doubts > 0 ? [row('doubts', String(doubts))] : []),
      ...statements.map((one) => ({
        name: text('account', {
          iban: inFours(one.iban),
          days: [...new Set([one.from_day, one.to_day])].map(formatDay).join('–'),
        }),
        before: one.opening_cents === null ? null : { cents: one.opening_cents },
        after: one.closing_cents === null ? text('unproven') : { cents: one.closing_cents },
      })),
    ],
  }
}
