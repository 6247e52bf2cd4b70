import { createHash } from 'node:crypto'
import type { Updateable } from 'kysely'
import { asideVoucher } from '#features/money/invoices/ledger/server/aside-voucher.ts'
import { refuseOwnInvoices } from '#features/money/invoices/ledger/server/own-invoice.ts'
import { recordPayment, reversePayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { postVouchers } from '#features/money/invoices/ledger/server/post.ts'
import { postingsOfBankItem } from '#features/money/invoices/rules/posting.ts'
import { lockInvoice } from '#features/money/invoices/server/queries.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOf, scopeOfAll } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { centsFromEuros, eurosFromCents, sumCents } from '#platform/values/money.ts'
import type { banking } from '../../contract.ts'
import { type AsideReason, bankItemOf, fitsItem } from '../../rules.ts'
import { type BankEntryRow, entryView, lockBankEntry } from '../queries.ts'
import { reverseSettlement } from './settlements.ts'

async function lockOpen(db: Db, id: string, version: number): Promise<BankEntryRow> {
  const entry = (await lockBankEntry(db, id)) ?? fail('NOT_FOUND')
  requireVersion(version, entry.version, entryView(entry))
  if (entry.state !== 'OPEN') throw new AppError('BANK_ENTRY_NOT_OPEN', { details: { state: entry.state } })
  return entry
}

async function write(
  context: SignedInContext,
  entry: BankEntryRow,
  change: Updateable<Tables['bank_entries']>,
  data: Record<string, unknown>,
) {
  const { db, env, user } = context
  const row = await db
    .updateTable('bank_entries')
    .set({ ...change, version: entry.version + 1, updated_at: env.now() })
    .where('id', '=', entry.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await logEvent(db, env, actorOf(user), 'BANK_ENTRY_DECIDED', {
    subject: { type: 'register', id: entry.id },
    shared: false,
    data: { from: entry.state, to: row.state, ...data },
  })
  return entryView(row)
}

/**
 * Settles invoices with a movement. The parts add up to it, each goes in the direction of the movement, and the invoices
 * are locked in the order of their ids.
 * @throws BANK_PARTS_DIFFER with both sums
 */
export async function matchEntry(context: SignedInContext, id: string, body: BodyOf<typeof banking.match>) {
  const { db, env, user } = context
  const entry = await lockOpen(db, id, body.version)
  const parts = body.parts.map((part) => ({ ...part, cents: centsFromEuros(part.amount) }))
  const sum = sumCents(parts.map(({ cents }) => cents))
  const isRepeated = new Set(parts.map(({ invoiceId }) => invoiceId)).size !== parts.length
  if (sum !== entry.amount_cents || isRepeated || parts.some(({ cents }) => cents <= 0))
    throw new AppError('BANK_PARTS_DIFFER', {
      details: { amount: eurosFromCents(entry.amount_cents), parts: eurosFromCents(sum) },
    })
  const scope = scopeOf(user, 'invoice:read')
  await refuseOwnInvoices(
    db,
    user.userId,
    parts.map(({ invoiceId }) => invoiceId),
  )
  // All of them before the first is paid: a payment of one may take out a file that holds payments of others.
  const sorted = parts.toSorted((left, right) => left.invoiceId.localeCompare(right.invoiceId))
  for (const { invoiceId } of sorted) if (!(await lockInvoice(db, scope, invoiceId))) fail('NOT_FOUND')
  for (const part of sorted) {
    await recordPayment(db, context, {
      actor: actorOf(user),
      createdBy: user.userId,
      payment: {
        invoiceId: part.invoiceId,
        direction: entry.direction === 'CREDIT' ? 'IN' : 'OUT',
        amountCents: part.cents,
        paidDay: entry.booked_day,
        method: 'BANK',
        source: `bank:${entry.id}:${entry.version}:${part.invoiceId}`,
        entryId: entry.id,
      },
    })
  }
  const change = { state: 'MATCHED' as const, decided_by: user.userId, decided_at: env.now() }
  return write(context, entry, change, { invoices: parts.map(({ invoiceId }) => invoiceId) })
}

/**
 * Matches an open movement to something that is no invoice.
 * @param record what it pays, which answers what the log names
 */
export async function matchEntryTo(
  context: SignedInContext,
  { id, version }: { id: string; version: number },
  record: (entry: BankEntryRow) => Promise<Record<string, unknown>>,
) {
  const { db, env, user } = context
  const entry = await lockOpen(db, id, version)
  const data = await record(entry)
  return write(context, entry, { state: 'MATCHED', decided_by: user.userId, decided_at: env.now() }, data)
}

/** What the bank booked, money in positive. */
const signedCents = ({ direction, amount_cents }: BankEntryRow) =>
  direction === 'CREDIT' ? amount_cents : -amount_cents

/** Posts what the bank itself has booked. @throws BANK_ITEM_UNFIT for a fee that came in, or a rounding above one euro */
async function postItem({ db, env }: SignedInContext, entry: BankEntryRow, reason: AsideReason): Promise<void> {
  const item = bankItemOf(reason)
  if (!item) return
  if (!fitsItem(item, { direction: entry.direction, amountCents: entry.amount_cents }))
    throw new AppError('BANK_ITEM_UNFIT', { details: { reason } })
  const postings = postingsOfBankItem(item, signedCents(entry))
  const voucher = asideVoucher(entry.id, entry.version)
  await postVouchers(db, env, [{ voucher, companyId: null, day: entry.booked_day, invoiceId: null, postings }])
}

/** Takes the voucher of a movement back that was put aside as the bank's own, by rows of their own. */
async function takeItemBack({ db, env }: SignedInContext, entry: BankEntryRow): Promise<void> {
  const item = entry.aside_reason === null ? null : bankItemOf(entry.aside_reason as AsideReason)
  const posted = asideVoucher(entry.id, entry.version - 1)
  const row = await db.selectFrom('ledger_rows').select('id').where('voucher', '=', posted).executeTakeFirst()
  if (!item || !row) return
  const postings = postingsOfBankItem(item, -signedCents(entry))
  const voucher = `${posted}:reversed`
  await postVouchers(db, env, [{ voucher, companyId: null, day: entry.booked_day, invoiceId: null, postings }])
}

/**
 * Puts a movement aside; of a stranger's only the sum, the day and a hash are kept. Fees, interest and roundings of the
 * bank are posted by it.
 * @throws BANK_ENTRY_NOT_OPEN, BANK_ITEM_UNFIT
 */
export async function setEntryAside(
  context: SignedInContext,
  id: string,
  body: { version: number; reason: AsideReason },
) {
  const { db, env, user } = context
  const entry = await lockOpen(db, id, body.version)
  await postItem(context, entry, body.reason)
  const isForeign = body.reason === 'NOT_OURS'
  const counterparty = [entry.counterparty_name, entry.counterparty_iban, entry.message]
  return write(
    context,
    entry,
    {
      state: 'ASIDE',
      aside_reason: body.reason,
      decided_by: user.userId,
      decided_at: env.now(),
      ...(isForeign
        ? {
            counterparty_hash: createHash('sha256').update(JSON.stringify(counterparty)).digest(),
            counterparty_name: null,
            counterparty_iban: null,
            message: null,
          }
        : {}),
    },
    { reason: body.reason },
  )
}

/** Takes a decision back: payments that a match made are reversed with the reason. */
export async function reopenEntry(context: SignedInContext, id: string, body: { version: number; reason: string }) {
  const { db, user } = context
  const entry = (await lockBankEntry(db, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, entry.version, entryView(entry))
  if (entry.state !== 'MATCHED' && entry.state !== 'ASIDE') throw new AppError('BANK_ENTRY_OPEN')
  const payments = await db
    .selectFrom('payments as p')
    .select(['p.id', 'p.invoice_id'])
    .where('p.entry_id', '=', entry.id)
    .where('p.reverses_payment_id', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('payments as r').select('r.id').whereRef('r.reverses_payment_id', '=', 'p.id'))),
    )
    .orderBy('p.invoice_id')
    .execute()
  for (const { invoice_id } of payments) if (invoice_id) await lockInvoice(db, scopeOfAll, invoice_id)
  for (const { id: paymentId } of payments)
    await reversePayment(db, context, {
      paymentId,
      reason: body.reason,
      actor: actorOf(user),
      createdBy: user.userId,
    })
  await reverseSettlement(db, context, entry.id)
  await takeItemBack(context, entry)
  const change = { state: 'OPEN' as const, aside_reason: null, decided_by: null, decided_at: null }
  return write(context, entry, change, { reason: body.reason })
}
