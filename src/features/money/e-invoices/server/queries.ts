import { sql } from 'kysely'
import { invoiceToPay } from '#features/money/invoices/server/payable.ts'
import type { SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { proposalGrounds, proposalProblems, receivedStates, sentStates } from '../contract.ts'
import type { InvoiceRemark } from '../rules.ts'

interface Paged {
  readonly page: number
  readonly limit: number
}

const messagesIn = (db: Db, scope: Scope) =>
  db
    .selectFrom('e_invoice_messages as m')
    .innerJoin('invoices as i', 'i.id', 'm.invoice_id')
    .where(within(scope, { company: 'm.company_id' }))

const sentColumns = [
  'm.id',
  'm.version',
  'm.invoice_id',
  'i.number',
  'm.to_address',
  'i.total_cents',
  'm.state',
  'm.attempts',
  'm.reason',
  'm.created_at',
  'm.file_id',
] as const

const sentRows = (db: Db, scope: Scope) =>
  messagesIn(db, scope)
    .select([...sentColumns])
    .select(sql<string>`coalesce(i.buyer ->> 'name', '–')`.as('buyer_name'))

type SentRow = Awaited<ReturnType<ReturnType<typeof sentRows>['executeTakeFirstOrThrow']>>

const sentView = (row: SentRow) => ({
  eInvoiceId: row.id,
  version: row.version,
  invoiceId: row.invoice_id,
  number: row.number,
  otherParty: row.buyer_name,
  toAddress: row.to_address,
  total: eurosFromCents(row.total_cents),
  state: row.state as (typeof sentStates)[number],
  attempts: row.attempts,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
})

const columnsOfSent = { createdAt: { filled: sql.ref('m.created_at') } }

export async function listSent(
  db: Db,
  scope: Scope,
  of: Paged & { state?: (typeof sentStates)[number]; sort?: SortName<keyof typeof columnsOfSent> },
) {
  const chosen = db
    .selectFrom('e_invoice_messages as m')
    .where(within(scope, { company: 'm.company_id' }))
    .$if(of.state !== undefined, (q) => q.where('m.state', '=', present(of.state)))
  const total = await countOf(db, chosen)
  const rows = await sentRows(db, scope)
    .$if(of.state !== undefined, (q) => q.where('m.state', '=', present(of.state)))
    .orderBy(sortedBy(of.sort ?? '-createdAt', columnsOfSent, sql.ref('m.id')))
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
    .execute()
  return pageOf(rows.map(sentView), { ...of, total })
}

export async function findSent(db: Db, scope: Scope, id: string) {
  const row = await sentRows(db, scope).where('m.id', '=', id).executeTakeFirst()
  return row ? { view: sentView(row), fileId: row.file_id } : null
}

const receivedRows = (db: Db) =>
  db
    .selectFrom('received_e_invoices as r')
    .leftJoin('bike_stores as s', 's.id', 'r.bike_store_id')
    .leftJoin('orders as o', 'o.id', 'r.proposed_order_id')
    .selectAll('r')
    .select(['s.name as store_name', 'o.order_number', 'o.status as order_status'])
    .select(invoiceToPay(sql`o.id`).as('other_number'))

export type ReceivedRow = Awaited<ReturnType<ReturnType<typeof receivedRows>['executeTakeFirstOrThrow']>>

const isOver = (status: string | null) => status === 'CANCELLED' || status === 'REFUNDED'

/** Time has gone on since the order was proposed; a credit note is for an invoice that there is. */
function proposalProblemOf(row: ReceivedRow): (typeof proposalProblems)[number] | null {
  if (row.state !== 'WAITING' || row.proposed_order_id === null || row.is_credit_note) return null
  if (row.other_number !== null) return 'HAS_INVOICE'
  return isOver(row.order_status) ? 'ORDER_OVER' : null
}

export const receivedView = (row: ReceivedRow) => ({
  receivedId: row.id,
  version: row.version,
  state: row.state as (typeof receivedStates)[number],
  seller: row.seller_name,
  sellerBusinessId: row.seller_business_id,
  bikeStoreId: row.bike_store_id,
  storeName: row.store_name,
  number: row.number,
  issueDay: row.issue_day,
  dueDay: row.due_day,
  total: eurosFromCents(row.total_cents),
  isCreditNote: row.is_credit_note,
  originalNumber: row.original_number,
  proposedOrderId: row.proposed_order_id,
  proposedOrderNumber: row.order_number,
  proposedBy: row.proposed_by as (typeof proposalGrounds)[number] | null,
  proposalProblem: proposalProblemOf(row),
  otherNumber: proposalProblemOf(row) === 'HAS_INVOICE' ? row.other_number : null,
  invoiceId: row.invoice_id,
  reason: row.reason,
  remarks: row.remarks as InvoiceRemark[],
  createdAt: row.created_at.toISOString(),
})

const columnsOfReceived = {
  createdAt: { filled: sql.ref('r.created_at') },
  dueDay: sql.ref('r.due_day'),
  total: { filled: sql.ref('r.total_cents') },
}

export async function listReceived(
  db: Db,
  of: Paged & { id?: string; state?: (typeof receivedStates)[number]; sort?: SortName<keyof typeof columnsOfReceived> },
) {
  const chosen = db
    .selectFrom('received_e_invoices as r')
    .$if(of.id !== undefined, (q) => q.where('r.id', '=', present(of.id)))
    .$if(of.state !== undefined, (q) => q.where('r.state', '=', present(of.state)))
  const total = await countOf(db, chosen)
  const rows = await receivedRows(db)
    .$if(of.id !== undefined, (q) => q.where('r.id', '=', present(of.id)))
    .$if(of.state !== undefined, (q) => q.where('r.state', '=', present(of.state)))
    .orderBy(sortedBy(of.sort ?? '-createdAt', columnsOfReceived, sql.ref('r.id')))
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
    .execute()
  return pageOf(rows.map(receivedView), { ...of, total })
}

export async function findReceived(db: Db, id: string): Promise<ReceivedRow | undefined> {
  return receivedRows(db).where('r.id', '=', id).executeTakeFirst()
}

export async function lockReceived(db: Db, id: string): Promise<ReceivedRow | undefined> {
  return receivedRows(db).where('r.id', '=', id).forUpdate('r').executeTakeFirst()
}

/** Whether a file with these bytes has been taken in. */
export async function isTakenIn(db: Db, sha256: Uint8Array): Promise<boolean> {
  const row = await db
    .selectFrom('received_e_invoices')
    .select('id')
    .where('sha256', '=', Buffer.from(sha256))
    .executeTakeFirst()
  return row !== undefined
}
