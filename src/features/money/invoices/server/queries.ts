import { type RawBuilder, sql } from 'kysely'
import type { InvoiceSort } from '#features/money/invoices/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Ids, packedIds } from '#platform/server/database/packed-ids.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { hasOwnOrder, pageOfTexts, searchedIn } from '#platform/server/database/search.ts'
import type { Day } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { searchedCents } from '#platform/values/typed/amounts.ts'
import { canonicalReference, isCreditorReference } from '#platform/values/typed/references.ts'
import { lockOrdersOf } from '../ledger/server/order-lock.ts'
import { nextGate } from '../rules/payable.ts'
import { type InvoiceStage, isOwed, owedStages, settlementOf } from '../rules/settlement.ts'
import { stepsFrom } from '../rules/steps.ts'
import type { InvoiceParty, InvoicePurpose, InvoiceStatus } from '../rules.ts'

/** A person's own invoices are those that bill them, once they are sent. */
const ownInvoices = (scope: Scope) =>
  sql<boolean>`(i.party = 'PERSON' and i.stage = 'SENT' and i.beneficiary_employee_id = any(array(
    select own.id from beneficiary_employees own where own.user_id = ${scope.ownerId})))`

/**
 * The invoices of a scope: staff see all. An employer sees the sent ones that bill it: what stores, lessors and its own
 * people are billed is none of its business.
 */
function invoicesIn(db: Db, scope: Scope) {
  const [only, ...others] = scope.companyIds
  // Of one company the index gives them in the list's order.
  const ofCompanies =
    others.length === 0 ? sql`i.company_id = ${only}` : sql`i.company_id = any(${[...scope.companyIds]}::uuid[])`
  const companies =
    only !== undefined
      ? sql<boolean>`(${ofCompanies} and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.stage = 'SENT')`
      : sql<boolean>`false`
  const reached = scope.all
    ? sql<boolean>`true`
    : sql<boolean>`(${companies} or ${within({ ...scope, companyIds: [] }, { company: 'i.company_id' }, ownInvoices(scope))})`
  return db.selectFrom('invoices as i').where(reached)
}

const rows = (db: Db, scope: Scope) =>
  invoicesIn(db, scope)
    .leftJoin('orders as o', 'o.id', 'i.order_id')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .leftJoin('bike_stores as s', 's.id', 'i.bike_store_id')
    .leftJoin('leasing_companies as l', 'l.id', 'i.leasing_company_id')
    .leftJoin('beneficiary_employees as e', 'e.id', 'i.beneficiary_employee_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('invoices as credited', 'credited.id', 'i.credited_invoice_id')
    .leftJoin('documents_to_make as making', 'making.file_id', 'i.file_id')
    .selectAll('i')
    .select([
      'c.name as company_name',
      'o.order_number',
      's.name as store_name',
      'l.name as lessor_name',
      'u.first_name as person_first_name',
      'u.last_name as person_last_name',
      'credited.number as credited_number',
      'making.file_id as making_file_id',
    ])

export type InvoiceRecord = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

/** Who stands on the other side of an invoice, by name. */
export function otherParty(i: InvoiceRecord): string {
  if (i.party === 'PERSON') return [i.person_last_name, i.person_first_name].filter(Boolean).join(' ') || '–'
  if (i.party === 'EMPLOYER') return i.company_name
  if (i.party === 'OUTSIDE') return (i.buyer as { name?: string } | null)?.name ?? '–'
  return i.store_name ?? i.seller_name ?? i.lessor_name ?? '–'
}

/** A purchase from an online shop that is in no register: it is paid there, and never by a payment file. */
const isPaidInShop = (i: Pick<InvoiceRecord, 'seller_name'>): boolean => i.seller_name !== null

function settlementIn(i: InvoiceRecord, today: Day) {
  const invoice = {
    stage: i.stage as InvoiceStage,
    openCents: i.open_cents ?? 0,
    creditedCents: i.credited_cents,
    writtenOffCents: i.written_off_cents,
    totalCents: i.total_cents,
    dueDay: i.due_day,
  }
  return settlementOf(invoice, today)
}

/** Where an invoice may go by the staff's hand, and the gate to the bank that it stands before. */
function nextOf(i: InvoiceRecord) {
  const stage = i.stage as InvoiceStage
  const isCreditNote = i.credited_invoice_id !== null
  return {
    nextStatuses: isCreditNote ? [] : [...new Set(stepsFrom(i.direction, stage, 'STAFF').map((step) => step.to))],
    nextGate: nextGate({ direction: i.direction, isCreditNote, openCents: i.open_cents ?? 0, stage }),
  }
}

/** An invoice in the form of the wire. */
export function invoiceView(i: InvoiceRecord, today: Day) {
  const stage = i.stage as InvoiceStage
  return {
    invoiceId: i.id,
    version: i.version,
    direction: i.direction,
    purpose: i.purpose as InvoicePurpose,
    party: i.party as InvoiceParty,
    status: i.status as InvoiceStatus,
    settlement: settlementIn(i, today),
    number: i.number,
    referenceNumber: i.reference_number,
    iban: i.iban,
    companyId: i.company_id,
    companyName: i.company_name,
    orderId: i.order_id,
    orderNumber: i.order_number,
    otherParty: otherParty(i),
    isPaidInShop: isPaidInShop(i),
    issueDay: i.issue_day,
    dueDay: i.due_day,
    net: eurosFromCents(i.net_cents),
    vat: eurosFromCents(i.vat_cents),
    total: eurosFromCents(i.total_cents),
    credited: eurosFromCents(i.credited_cents),
    paid: eurosFromCents(i.paid_cents),
    writtenOff: eurosFromCents(i.written_off_cents),
    open: eurosFromCents(isOwed(stage) ? (i.open_cents ?? 0) : 0),
    creditsInvoiceId: i.credited_invoice_id,
    creditsNumber: i.credited_number,
    billingMonth: i.billing_month,
    reason: i.reason,
    isDisputed: i.disputed_at !== null,
    earlyPaymentReason: i.early_payment_reason,
    difference: i.difference_cents === null ? null : eurosFromCents(i.difference_cents),
    differenceReason: i.difference_reason,
    matched: i.matched_at !== null,
    paidDay: i.paid_day,
    hasFile: i.file_id !== null && i.making_file_id === null,
    isFileBeingMade: i.making_file_id !== null,
    ...nextOf(i),
  }
}

export interface InvoiceFilter {
  readonly id?: string | undefined
  readonly search?: string | undefined
  readonly orderId?: string | undefined
  readonly companyId?: string | undefined
  readonly direction?: 'PURCHASE' | 'SALES' | undefined
  readonly status?: InvoiceStatus | undefined
  readonly purpose?: InvoicePurpose | undefined
  readonly due?: 'OPEN' | 'OVERDUE' | 'TO_REPAY' | undefined
  readonly unmatched?: boolean | undefined
  readonly sort?: InvoiceSort | undefined
}

const owed = sql<boolean>`i.stage in (${sql.join(owedStages.map((stage) => sql.lit(stage)))})`

/** The invoices that a filter without its search lets through. */
function chosenInvoices(db: Db, scope: Scope, filter: InvoiceFilter, today: Day) {
  const { due } = filter
  return invoicesIn(db, scope)
    .$if(filter.id !== undefined, (q) => q.where('i.id', '=', present(filter.id)))
    .$if(filter.orderId !== undefined, (q) => q.where('i.order_id', '=', present(filter.orderId)))
    .$if(filter.companyId !== undefined, (q) => q.where('i.company_id', '=', present(filter.companyId)))
    .$if(filter.direction !== undefined, (q) => q.where('i.direction', '=', present(filter.direction)))
    .$if(filter.status !== undefined, (q) => q.where('i.status', '=', present(filter.status)))
    .$if(filter.purpose !== undefined, (q) => q.where('i.purpose', '=', present(filter.purpose)))
    .$if(filter.unmatched === true, (q) =>
      q
        .where('i.matched_at', 'is', null)
        .where('i.direction', '=', 'PURCHASE')
        .where('i.stage', 'not in', ['STARTED', 'INVOICED', 'INVALIDATED', 'DELETED']),
    )
    .$if(due !== undefined, (q) => q.where(owed))
    .$if(due === 'OPEN' || due === 'OVERDUE', (q) => q.where('i.open_cents', '>', 0))
    .$if(due === 'OVERDUE', (q) => q.where('i.due_day', '<', today))
    .$if(due === 'TO_REPAY', (q) => q.where('i.open_cents', '<', 0))
}

const sorted: Record<InvoiceSort, RawBuilder<unknown>> = {
  dueDay: sql`due_day, id`,
  '-dueDay': sql`due_day desc, id desc`,
  total: sql`total_cents, id`,
  '-total': sql`total_cents desc, id desc`,
}

/** The order of a list: as asked for, else what is due by its day, else the newest first. */
function orderOf({ sort, due }: InvoiceFilter): RawBuilder<unknown> {
  if (sort) return sorted[sort]
  return due === undefined ? sql`created_at desc, id desc` : sorted.dueDay
}

/** What is searched: a reference in either form is its national one. */
function searched({ search }: InvoiceFilter): string | undefined {
  const text = searchText(search)
  return text && isCreditorReference(text) ? (canonicalReference(text) ?? text) : text
}

/** Whether an invoice is of the sum that somebody searches, either way. */
function ofSum(search: string | undefined, total: RawBuilder<unknown>): RawBuilder<boolean> | undefined {
  const sums = searchedCents(search).flatMap((cents) => [cents, -cents])
  return sums.length > 0 ? sql<boolean>`${total} = any(${sums}::bigint[])` : undefined
}

function idsOf(db: Db, scope: Scope, filter: InvoiceFilter, today: Day) {
  const search = searched(filter)
  const also = ofSum(search, sql`i.total_cents`) ?? sql<boolean>`false`
  return chosenInvoices(db, scope, filter, today)
    .$if(search !== undefined, (q) =>
      q.where(sql<boolean>`(${searchedIn(sql.ref('i.search_text'), present(search))} or ${also})`),
    )
    .select('i.id')
    .orderBy(orderOf(filter))
}

/** All ids of a filter, for a file of the whole list. */
export async function allInvoiceIds(db: Db, scope: Scope, filter: InvoiceFilter, today: Day): Promise<Ids> {
  return packedIds(db, idsOf(db, scope, filter, today))
}

/** The rows of already chosen ids, in the order of the ids. */
export async function invoiceRows(db: Db, scope: Scope, ids: readonly string[], today: Day) {
  if (ids.length === 0) return []
  const found = await rows(db, scope)
    .where('i.id', 'in', [...ids])
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => (byId.has(id) ? [invoiceView(present(byId.get(id)), today)] : []))
}

/** The ids of one page and the bounded count of all. */
function pageOfIds(db: Db, scope: Scope, filter: InvoiceFilter, today: Day, page: PageAt) {
  const search = searched(filter)
  const chosen = chosenInvoices(db, scope, filter, today)
  const rows = chosen.select(['i.id', 'i.created_at', 'i.due_day', 'i.total_cents', 'i.search_text'])
  // Indexes give everybody's invoices in each order, and one company's from the newest on.
  const isOrdered = filter.due === undefined && (filter.sort ? scope.all : hasOwnOrder(scope))
  const also = ofSum(search, sql`f.total_cents`)
  return pageOfTexts(db, { table: 'invoices', rows, order: orderOf(filter), isOrdered, also }, search, page)
}

interface PageAt {
  readonly limit: number
  readonly offset: number
}

/** A page of invoices. */
export async function listInvoices(
  db: Db,
  scope: Scope,
  filter: InvoiceFilter,
  { page, limit, today }: { page: number; limit: number; today: Day },
) {
  const { ids, ...count } = await pageOfIds(db, scope, filter, today, { limit, offset: (page - 1) * limit })
  return pageOf(await invoiceRows(db, scope, ids, today), { page, limit, ...count })
}

export async function findInvoice(db: Db, scope: Scope, id: string): Promise<InvoiceRecord | undefined> {
  return rows(db, scope).where('i.id', '=', id).executeTakeFirst()
}

/** Finds and locks an invoice, after the order whose purchase it is. */
export async function lockInvoice(db: Db, scope: Scope, id: string): Promise<InvoiceRecord | undefined> {
  await lockOrdersOf(db, [id])
  return rows(db, scope).where('i.id', '=', id).forUpdate('i').executeTakeFirst()
}
