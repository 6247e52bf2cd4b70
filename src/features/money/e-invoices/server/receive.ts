import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { countIntake, noteIntake, putAside } from '#features/ground/put-aside/server/put-aside.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { FileFault } from '#platform/server/documents/reading/xml-reader.ts'
import { fileContent, keepFile } from '#platform/server/documents/stored-files.ts'
import type { Actor } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import { businessIdOf } from '#platform/values/typed/party-ids.ts'
import { judgeBuyer } from '../rules.ts'
import {
  type ReadInvoice,
  type ReadingChoice,
  type ReceivedInvoice,
  readFinvoices,
  type UnreadInvoice,
} from './finvoice-read.ts'
import { proposeOrder } from './propose.ts'
import { isTakenIn } from './queries.ts'

/** A file with sellers' invoices, and who brought it; null is the operator's connection. */
interface Brought {
  readonly name: string
  readonly content: Buffer
  readonly actor: Actor
}

/** What a person has decided about an invoice that was put aside. */
export interface Judgement {
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
function readAll(content: Buffer, judgement: Judgement = {}): ReadInvoice[] {
  try {
    return readFinvoices(content, judgement.choice)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    throw new AppError('E_INVOICE_NOT_ACCEPTED', { details: { reason: error.code, line: error.line } })
  }
}

/** The invoice where it can be read and is for us, else why it is put aside. */
function judged(
  read: ReadInvoice,
  brand: Services['brand'],
  judgement: Judgement = {},
): ReceivedInvoice | UnreadInvoice {
  if ('unread' in read) return read.unread
  const { invoice, raw } = read
  const buyer = judgeBuyer(invoice.buyer, brand)
  if (buyer === 'OURS' || (buyer === 'BUYER_UNCLEAR' && judgement.isOurs)) return invoice
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
 * Takes in an invoice that was put aside, as somebody has decided.
 * @returns whether it could be taken now
 * @throws E_INVOICE_REPEATED for a number that this seller has sent before
 */
export async function takePutAside(
  db: Db,
  services: Services,
  { fileId, index, actor }: { fileId: string; index: number; actor: Actor },
  judgement: Judgement,
): Promise<boolean> {
  const { label, content } = await fileContent(db, services, fileId)
  const read = readAll(content, judgement)[index]
  const invoice = read && judged(read, services.brand, judgement)
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
