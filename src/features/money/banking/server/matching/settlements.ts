import { type RawBuilder, sql } from 'kysely'
import { postVouchers } from '#features/money/invoices/ledger/server/post.ts'
import { postingsOfSettlement } from '#features/money/invoices/rules/posting.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, actorOf, logEvent, systemActor } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { type Cents, centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { splitSettlement } from '../../rules/settlement.ts'
import { type BankEntryRow, entryView, lockBankEntry } from '../queries.ts'

interface Found {
  entry_id: string
  reference: string
  payments: number
  gross: number
}

/** Open movements that carry the reference of online payments which no settlement has cleared. */
async function findSettlements(db: Db, isWanted: RawBuilder<boolean>): Promise<Found[]> {
  const found = await sql<Found>`
    select e.id as entry_id, e.reference, count(*)::int as payments, sum(a.amount_cents)::bigint as gross
      from bank_entries e join paytrail_attempts a on a.settlement_reference = e.reference and a.status = 'OK'
     where e.state = 'OPEN' and e.direction = 'CREDIT' and not e.is_reversal and ${isWanted}
       and not exists (select 1 from payment_settlements s where s.settlement_reference = e.reference and s.reversed_at is null)
     group by e.id, e.reference, e.booked_day order by e.booked_day, e.id limit 500`.execute(db)
  return found.rows
}

/** What the service has refunded and no settlement has withheld. */
async function refundedCents(db: Db): Promise<number> {
  const found = await sql<{ left: number }>`
    select ((select coalesce(sum(amount_cents), 0) from payments where method = 'PAYTRAIL' and direction = 'OUT')
          - (select coalesce(sum(withheld_cents), 0) from payment_settlements where reversed_at is null))::bigint as left`.execute(
    db,
  )
  return Math.max(present(found.rows[0]).left, 0)
}

/** One at a time: what the service has refunded is withheld by one settlement alone. */
const holdSettlements = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('online-settlements'))`.execute(db)

/** A movement that a person has opened again is not matched by itself. */
const isNew = sql<boolean>`not exists (select 1 from payment_settlements s where s.bank_entry_id = e.id)`

/**
 * Clears online payments by the movements in which their service has paid them out: what came to the bank, and the fee
 * as a row of its own. What does not fit is left for a person.
 * @returns how many movements were matched
 */
export async function settleOnlinePayments(
  db: Db,
  services: Services,
  actor: Actor,
  isWanted: RawBuilder<boolean> = isNew,
): Promise<number> {
  if ((await findSettlements(db, isWanted)).length === 0) return 0
  await holdSettlements(db)
  let matched = 0
  for (const found of await findSettlements(db, isWanted)) {
    const entry = await lockBankEntry(db, found.entry_id)
    if (entry?.state !== 'OPEN') continue
    const parts = splitSettlement({
      grossCents: found.gross,
      paymentCount: found.payments,
      amountCents: entry.amount_cents,
      refundedCents: await refundedCents(db),
    })
    if (parts && (await settle(db, services, { found, entry, parts, actor }))) matched += 1
  }
  return matched
}

/** Online payments that an open movement may pay out, for a person to decide; null for every other movement. */
export async function proposedSettlement(db: Db, bankEntryId: string) {
  const [found] = await findSettlements(db, sql<boolean>`e.id = ${bankEntryId}`)
  if (!found) return null
  return {
    reference: found.reference,
    payments: found.payments,
    gross: eurosFromCents(found.gross),
    refunded: eurosFromCents(await refundedCents(db)),
  }
}

/**
 * A person says how much of a settlement's difference the service has withheld for refunds; the rest is its fee.
 * @throws NOT_FOUND, VERSION_CONFLICT, BANK_ENTRY_NOT_OPEN for a movement that pays no online payments out;
 *   VALIDATION_ERROR at `withheld` for more than was refunded, or than the difference
 */
export async function settleByHand(context: SignedInContext, id: string, body: { version: number; withheld: number }) {
  const { db, user } = context
  await holdSettlements(db)
  const entry = (await lockBankEntry(db, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, entry.version, entryView(entry))
  const [found] = await findSettlements(db, sql<boolean>`e.id = ${id}`)
  if (!found) throw new AppError('BANK_ENTRY_NOT_OPEN', { details: { state: entry.state } })
  const withheldCents = centsFromEuros(body.withheld)
  const most = Math.min(await refundedCents(db), found.gross - entry.amount_cents)
  if (withheldCents > most)
    failField('withheld', 'TOO_LARGE', 'is more than can have been withheld', eurosFromCents(most))
  const feeCents = found.gross - withheldCents - entry.amount_cents
  await settle(db, context, { found, entry, parts: { withheldCents, feeCents }, actor: actorOf(user) })
  return entryView(present(await lockBankEntry(db, id)))
}

interface Settled {
  readonly found: Found
  readonly entry: BankEntryRow
  readonly parts: { readonly feeCents: Cents; readonly withheldCents: Cents }
  readonly actor: Actor
}

/** Clears the payments of a locked movement. @returns false when another movement has cleared them meanwhile */
async function settle(db: Db, services: Services, { found, entry, parts, actor }: Settled): Promise<boolean> {
  const { env } = services
  const id = env.id()
  const added = await db
    .insertInto('payment_settlements')
    .values({
      id,
      settlement_reference: found.reference,
      bank_entry_id: entry.id,
      payment_count: found.payments,
      gross_cents: found.gross,
      withheld_cents: parts.withheldCents,
      fee_cents: parts.feeCents,
      settled_day: entry.booked_day,
      created_at: env.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return false
  const amounts = { amountCents: entry.amount_cents, feeCents: parts.feeCents }
  await post(db, services, { voucher: `settlement:${id}`, day: entry.booked_day, ...amounts })
  await db
    .updateTable('bank_entries')
    .set({
      state: 'MATCHED',
      decided_by: actor.userId,
      decided_at: env.now(),
      version: entry.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', entry.id)
    .execute()
  await logEvent(db, env, actor, 'BANK_ENTRY_DECIDED', {
    subject: { type: 'register', id: entry.id },
    shared: false,
    data: { from: 'OPEN', to: 'MATCHED', settlement: found.reference, feeCents: parts.feeCents },
  })
  return true
}

interface Posted {
  readonly voucher: string
  readonly day: Day
  readonly amountCents: number
  readonly feeCents: number
}

async function post(db: Db, { env }: Services, { voucher, day, ...amounts }: Posted): Promise<void> {
  const postings = postingsOfSettlement(amounts)
  await postVouchers(db, env, [{ voucher, companyId: null, day, invoiceId: null, postings }])
}

const standing = (db: Db, bankEntryId: string) =>
  db
    .selectFrom('payment_settlements')
    .selectAll()
    .where('bank_entry_id', '=', bankEntryId)
    .where('reversed_at', 'is', null)

/** Takes the settlement of a movement back, where it is one: its ledger rows are reversed by rows of their own. */
export async function reverseSettlement(db: Db, services: Services, bankEntryId: string): Promise<void> {
  const { env } = services
  const row = await standing(db, bankEntryId).forUpdate().executeTakeFirst()
  if (!row) return
  await db.updateTable('payment_settlements').set({ reversed_at: env.now() }).where('id', '=', row.id).execute()
  await post(db, services, {
    voucher: `settlement:${row.id}:reversed`,
    day: helsinkiDay(env.now()),
    amountCents: row.fee_cents + row.withheld_cents - row.gross_cents,
    feeCents: -row.fee_cents,
  })
}

/** What a movement has settled of online payments; null for every other one. */
export async function settlementOf(db: Db, bankEntryId: string) {
  const row = await standing(db, bankEntryId).executeTakeFirst()
  if (!row) return null
  return {
    reference: row.settlement_reference,
    payments: row.payment_count,
    gross: eurosFromCents(row.gross_cents),
    withheld: eurosFromCents(row.withheld_cents),
    fee: eurosFromCents(row.fee_cents),
  }
}

/** Matches settlements whose reference the service has told only after their movement was taken in. */
export const settleOnline: Job = {
  name: 'settle-online-payments',
  cron: '*/10 * * * *',
  async run(services) {
    const open = await findSettlements(services.database.primary, isNew)
    const ids = open.map((found) => found.entry_id)
    const isThis = (id: string) => sql<boolean>`(${isNew} and e.id = ${id})`
    const settle = async (db: Db, id: string) => (await settleOnlinePayments(db, services, systemActor, isThis(id))) > 0
    return { settled: (await inTurn(services, ids, settle)).done }
  },
}
