import { sql } from 'kysely'
import { insertLines } from '#features/money/invoices/ledger/server/issue.ts'
import { invoiceToPay } from '#features/money/invoices/server/payable.ts'
import { enterStoreCredit } from '#features/money/invoices/server/store-credit.ts'
import { lockOrder, type OrderRecord } from '#features/orders/orders/server/moves/record.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { addDays } from '#platform/values/days.ts'
import { compactIban, isIban, isReferenceNumber } from '#platform/values/identifiers.ts'
import { splitEvenly, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { ReceivedInvoice } from './finvoice-read.ts'
import { findCredited } from './propose.ts'
import { lockReceived, type ReceivedRow, receivedView } from './queries.ts'

/** A received invoice that nobody has decided about. @throws NOT_FOUND, VERSION_CONFLICT, E_INVOICE_DECIDED */
async function lockWaiting(db: Db, id: string, version: number): Promise<ReceivedRow> {
  const row = (await lockReceived(db, id)) ?? fail('NOT_FOUND')
  requireVersion(version, row.version, receivedView(row))
  if (row.state !== 'WAITING') throw new AppError('E_INVOICE_DECIDED', { details: { state: row.state } })
  return row
}

/** The lines as they are stored: net, tax and rate; a document without usable lines becomes one line a rate. */
function linesOf(invoice: ReceivedInvoice, fallback: string) {
  const groups = invoice.vatGroups.length > 0 ? invoice.vatGroups : null
  const isWhole =
    groups !== null &&
    invoice.lines.every((line) => line.netCents !== null && line.vatBasisPoints !== null) &&
    groups.every((group) => sumOf(invoice, group.vatBasisPoints) === group.netCents)
  if (!isWhole || invoice.remarks?.includes('SUM_DIFFERS')) {
    const whole = { vatBasisPoints: rateOf(invoice), netCents: invoice.netCents, vatCents: invoice.vatCents }
    // Where the parts do not come to what is asked for, the whole is what counts.
    const isSummed =
      groups !== null && sumCents(groups.map((one) => one.netCents + one.vatCents)) === invoice.totalCents
    const parts = isSummed ? groups : [whole]
    return parts.map((part) => ({
      purpose: 'OTHER' as const,
      description: fallback,
      netCents: part.netCents,
      grossCents: part.netCents + part.vatCents,
      vatBasisPoints: part.vatBasisPoints,
    }))
  }
  return groups.flatMap((group) => {
    const lines = invoice.lines.filter((line) => line.vatBasisPoints === group.vatBasisPoints)
    const sign = group.vatCents < 0 ? -1 : 1
    const weights = lines.map((line) => Math.abs(present(line.netCents)))
    const taxes = weights.some((weight) => weight > 0)
      ? splitEvenly(Math.abs(group.vatCents), weights).map((cents) => sign * cents)
      : weights.map(() => 0)
    return lines.map((line, index) => ({
      purpose: 'OTHER' as const,
      description: line.description || fallback,
      netCents: present(line.netCents),
      grossCents: present(line.netCents) + present(taxes[index]),
      vatBasisPoints: group.vatBasisPoints,
    }))
  })
}

const sumOf = ({ lines }: ReceivedInvoice, rate: number) =>
  lines.filter((line) => line.vatBasisPoints === rate).reduce((sum, line) => sum + (line.netCents ?? 0), 0)

/** The rate that a document without a tax summary implies, in basis points. */
function rateOf({ netCents, vatCents }: ReceivedInvoice): number {
  return netCents === 0 ? 0 : Math.round((vatCents * 10_000) / netCents / 50) * 50
}

/** Two invoices for one bicycle are entered knowingly or not at all. @throws E_INVOICE_ORDER_HAS_INVOICE */
async function refuseSecond(db: Db, orderId: string): Promise<void> {
  const { otherNumber } = await db
    .selectNoFrom(invoiceToPay(sql`${orderId}::uuid`).as('otherNumber'))
    .executeTakeFirstOrThrow()
  if (otherNumber !== null) throw new AppError('E_INVOICE_ORDER_HAS_INVOICE', { details: { otherNumber } })
}

/**
 * Enters a received e-invoice for an order: a purchase invoice RECEIVED, or a credit note that counts at once for the
 * invoice that it names.
 * @throws E_INVOICE_OTHER_STORE when the order is another store's, E_INVOICE_ORDER_HAS_INVOICE with its number when the order
 * has one to pay and nobody has said that this one comes beside it, NAME_EXISTS when its number was entered by hand,
 * INVOICE_NOT_CREDITABLE for a credit of an invoice that is not checked or has less left
 */
export async function enterReceived(
  context: SignedInContext,
  id: string,
  body: { version: number; orderId: string; isBeside?: boolean },
) {
  const { db, user } = context
  const row = await lockWaiting(db, id, body.version)
  const { order } = (await lockOrder(db, scopeOf(user, 'order:read'), body.orderId)) ?? fail('NOT_FOUND')
  if (!order.bike_store_id || (row.bike_store_id && row.bike_store_id !== order.bike_store_id))
    throw new AppError('E_INVOICE_OTHER_STORE')
  if (!row.is_credit_note && !body.isBeside) await refuseSecond(db, order.id)
  const invoice = row.content as ReceivedInvoice
  const lines = linesOf(invoice, order.order_number)
  const credited =
    row.is_credit_note && row.original_number
      ? await findCredited(db, order.bike_store_id, row.original_number)
      : undefined
  const invoiceId = credited
    ? await enterStoreCredit(db, context, {
        invoiceId: credited.id,
        number: row.number,
        issueDay: row.issue_day,
        totalCents: -row.total_cents,
        lines,
        actor: actorOf(user),
      })
    : await enterInvoice(context, row, { order, invoice, lines })
  return decide(context, row, { state: 'ENTERED', invoice_id: invoiceId })
}

interface OfOrder {
  readonly order: OrderRecord['order']
  readonly invoice: ReceivedInvoice
  readonly lines: ReturnType<typeof linesOf>
}

/** Writes a received e-invoice as the store's invoice of an order, to be checked. @returns its id */
async function enterInvoice(
  { db, env, user }: SignedInContext,
  row: ReceivedRow,
  { order, invoice, lines }: OfOrder,
): Promise<string> {
  const invoiceId = env.id()
  await db
    .insertInto('invoices')
    .values({
      id: invoiceId,
      company_id: order.company_id,
      order_id: order.id,
      direction: 'PURCHASE',
      party: 'STORE',
      stage: 'RECEIVED',
      status: 'RECEIVED',
      bike_store_id: order.bike_store_id,
      number: row.number,
      reference_number: usableReference(invoice.referenceNumber),
      iban: invoice.iban && isIban(invoice.iban) ? compactIban(invoice.iban) : null,
      issue_day: row.issue_day,
      due_day: row.due_day ?? addDays(row.issue_day, 14),
      net_cents: invoice.netCents,
      vat_cents: invoice.vatCents,
      total_cents: invoice.totalCents,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new AppError('NAME_EXISTS')
      throw error
    })
  await insertLines(db, env, { companyId: order.company_id, invoiceId, lines })
  await logEvent(db, env, actorOf(user), 'INVOICE_RECEIVED', {
    subject: { type: 'invoice', id: invoiceId },
    companyId: order.company_id,
    orderId: order.id,
    shared: false,
    data: { number: row.number, totalCents: row.total_cents, receivedId: row.id },
  })
  return invoiceId
}

const usableReference = (text: string | null) => {
  const compact = text?.replace(/\s+/gu, '') ?? ''
  return isReferenceNumber(compact) ? compact : null
}

/** Puts a received e-invoice aside. */
export async function refuseReceived(context: SignedInContext, id: string, body: { version: number; reason: string }) {
  const row = await lockWaiting(context.db, id, body.version)
  return decide(context, row, { state: 'REFUSED', reason: body.reason })
}

async function decide(
  { db, env, user }: SignedInContext,
  row: ReceivedRow,
  change: { state: 'ENTERED' | 'REFUSED'; invoice_id?: string; reason?: string },
) {
  await db
    .updateTable('received_e_invoices')
    .set({
      ...change,
      decided_by: user.userId,
      decided_at: env.now(),
      version: row.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', row.id)
    .execute()
  return receivedView(present(await lockReceived(db, row.id)))
}
