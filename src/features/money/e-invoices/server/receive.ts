import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { countIntake, noteIntake, putAside } from '#features/ground/put-aside/server/put-aside.ts'
import { insertLines } from '#features/money/invoices/ledger/server/issue.ts'
import { invoiceToPay } from '#features/money/invoices/server/payable.ts'
import { enterStoreCredit } from '#features/money/invoices/server/store-credit.ts'
import { lockOrder, type OrderRecord } from '#features/orders/orders/server/moves/record.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { fileContent, keepFile } from '#platform/server/documents/stored-files.ts'
import { FileFault } from '#platform/server/documents/xml-reader.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { addDays } from '#platform/values/days.ts'
import { compactIban, isIban, isReferenceNumber } from '#platform/values/identifiers.ts'
import { splitEvenly, sumCents } from '#platform/values/money.ts'
import { businessIdOf } from '#platform/values/party-ids.ts'
import { judgeBuyer } from '../rules.ts'
import {
  type ReadInvoice,
  type ReadingChoice,
  type ReceivedInvoice,
  readFinvoices,
  type UnreadInvoice,
} from './finvoice-read.ts'
import { findCredited, proposeOrder } from './propose.ts'
import { isTakenIn, lockReceived, type ReceivedRow, receivedView } from './queries.ts'

/** A file with sellers' invoices, and who brought it; null is the operator's connection. */
interface Brought {
  readonly name: string
  readonly content: Buffer
  readonly actor: Actor
}

/** What a person has said of an invoice that was put aside. */
export interface Said {
  readonly choice?: ReadingChoice | undefined
  /** It is for us, although it does not name us clearly. */
  readonly isOurs?: boolean | undefined
}

/** What became of the invoices of a file. */
export interface TakenIn {
  /** Ids of the received invoices. */
  readonly taken: readonly string[]
  /** Ids of what was put aside now. */
  readonly aside: readonly string[]
  /** How many had come before. */
  readonly known: number
}

/** The invoices of a file. @throws E_INVOICE_NOT_ACCEPTED with reason and line where it holds none */
function readAll(content: Buffer, said: Said = {}): ReadInvoice[] {
  try {
    return readFinvoices(content, said.choice)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    throw new AppError('E_INVOICE_NOT_ACCEPTED', { details: { reason: error.code, line: error.line } })
  }
}

/** The invoice where it can be read and is for us, else why it is put aside. */
function judged(read: ReadInvoice, brand: Services['brand'], said: Said = {}): ReceivedInvoice | UnreadInvoice {
  if ('unread' in read) return read.unread
  const { invoice, raw } = read
  const buyer = judgeBuyer(invoice.buyer, brand)
  if (buyer === 'OURS' || (buyer === 'BUYER_UNCLEAR' && said.isOurs)) return invoice
  return { reason: buyer, line: 1, about: `${invoice.seller.name} ${invoice.number}`, raw }
}

const isUnread = (one: ReceivedInvoice | UnreadInvoice): one is UnreadInvoice => 'reason' in one

/** Whether a seller's number has come before and stands. */
async function isNumberKnown(db: Db, { seller, number }: ReceivedInvoice): Promise<boolean> {
  const found = await db
    .selectFrom('received_e_invoices')
    .select('id')
    .where(sql`coalesce(seller_business_id, seller_name)`, '=', seller.businessId ?? seller.name)
    .where('number', '=', number)
    .where('state', '<>', 'REFUSED')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Takes in a file with sellers' Finvoices, each for itself: kept with its bytes, with the store it is from and the order
 * that it may belong to; what cannot be read, or is not for us, is put aside. Nothing is entered before a person has said
 * for which order.
 * @throws E_INVOICE_NOT_ACCEPTED with reason and line where the file is none, E_INVOICE_REPEATED where a person brings
 *   nothing but what has come before
 */
export async function takeInEInvoices(db: Db, services: Services, brought: Brought): Promise<TakenIn> {
  const { name, content, actor } = brought
  const read = readAll(content)
  const intakeFileId = await noteIntake(db, services, { source: 'E_INVOICE', name, broughtBy: actor.userId })
  const taken: string[] = []
  const unread: { index: number; one: UnreadInvoice }[] = []
  let known = 0
  for (const [index, one] of read.entries()) {
    const found = judged(one, services.brand)
    if (isUnread(found)) unread.push({ index, one: found })
    else if (!(await isNumberKnown(db, found)))
      taken.push(await keep(db, services, { ...brought, index, invoice: found }))
    else if (actor.userId !== null || (await isTakenIn(db, hashOf(content, index)))) known += 1
    else {
      const raw = 'raw' in one ? one.raw : []
      const about = `${found.seller.name} ${found.number}`
      unread.push({ index, one: { reason: 'NUMBER_KNOWN', line: 1, about, raw } })
    }
  }
  if (known === read.length) throw new AppError('E_INVOICE_REPEATED')
  const aside = await putAsideOf(db, services, { ...brought, intakeFileId }, unread)
  await countIntake(db, intakeFileId, { taken: taken.length, known })
  return { taken, aside, known }
}

async function putAsideOf(
  db: Db,
  services: Services,
  { name, content, actor, intakeFileId }: Brought & { intakeFileId: string },
  unread: readonly { readonly index: number; readonly one: UnreadInvoice }[],
): Promise<string[]> {
  if (unread.length === 0) return []
  const parent = { companyId: null, parentType: 'intake-file', parentId: intakeFileId }
  const kept = { ...parent, label: name, contentType: 'application/xml', content, createdBy: actor.userId }
  const file = await keepFile(db, services, kept)
  return putAside(
    db,
    services,
    intakeFileId,
    unread.map(({ index, one }) => ({ ...one, source: 'E_INVOICE', content: { index, name }, fileId: file.id })),
  )
}

/**
 * Takes in an invoice that was put aside, as somebody has said.
 * @returns whether it could be taken now
 * @throws E_INVOICE_REPEATED for a number that this seller has sent before
 */
export async function takePutAside(
  db: Db,
  services: Services,
  { fileId, index, actor }: { fileId: string; index: number; actor: Actor },
  said: Said,
): Promise<boolean> {
  const { label, content } = await fileContent(db, services, fileId)
  const read = readAll(content, said)[index]
  const invoice = read && judged(read, services.brand, said)
  if (!invoice || isUnread(invoice)) return false
  if (await isNumberKnown(db, invoice)) throw new AppError('E_INVOICE_REPEATED')
  await keep(db, services, { name: label, content, actor, index, invoice })
  return true
}

/** What the bytes of the file's so-manieth invoice are known by. */
function hashOf(content: Buffer, index: number): Buffer {
  const hash = createHash('sha256').update(content)
  if (index > 0) hash.update(`#${index}`)
  return hash.digest()
}

interface Kept extends Brought {
  readonly index: number
  readonly invoice: ReceivedInvoice
}

/** Writes an invoice that waits for its order. @returns its id */
async function keep(db: Db, services: Services, { name, content, actor, index, invoice }: Kept): Promise<string> {
  const id = services.env.id()
  const store = await storeOf(db, invoice)
  const proposal = store ? await proposeOrder(db, services, { storeId: store, invoice }) : null
  const file = await keepFile(db, services, {
    companyId: null,
    parentType: 'received-e-invoice',
    parentId: id,
    label: name,
    contentType: 'application/xml',
    content,
    createdBy: actor.userId,
  })
  await db
    .insertInto('received_e_invoices')
    .values({
      id,
      seller_name: invoice.seller.name,
      seller_business_id: invoice.seller.businessId,
      number: invoice.number,
      issue_day: invoice.issueDay,
      due_day: invoice.dueDay,
      total_cents: invoice.totalCents,
      is_credit_note: invoice.isCreditNote,
      original_number: invoice.originalNumber,
      remarks: [...invoice.remarks],
      content: JSON.stringify(invoice),
      file_id: file.id,
      sha256: hashOf(content, index),
      bike_store_id: store,
      proposed_order_id: proposal?.orderId ?? null,
      proposed_by: proposal?.ground ?? null,
      created_at: services.env.now(),
      updated_at: services.env.now(),
    })
    .execute()
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new AppError('E_INVOICE_REPEATED')
      throw error
    })
  return id
}

async function storeOf(db: Db, { seller }: ReceivedInvoice): Promise<string | null> {
  const businessId = businessIdOf(seller.businessId)
  if (!businessId) return null
  const store = await db
    .selectFrom('bike_stores')
    .select('id')
    .where('business_id', 'in', [businessId, businessId.replace('-', '')])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst()
  return store?.id ?? null
}

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
    const weights = lines.map((line) => Math.abs(line.netCents!))
    const taxes = weights.some((weight) => weight > 0)
      ? splitEvenly(Math.abs(group.vatCents), weights).map((cents) => sign * cents)
      : weights.map(() => 0)
    return lines.map((line, index) => ({
      purpose: 'OTHER' as const,
      description: line.description || fallback,
      netCents: line.netCents!,
      grossCents: line.netCents! + taxes[index]!,
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
  const invoice = row.content as unknown as ReceivedInvoice
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
  return receivedView((await lockReceived(db, row.id))!)
}
