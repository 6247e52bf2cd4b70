import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { type InvoiceStatus, nextStatuses } from '../rules.ts'

/** Invoices have no person of their own: one's own are those of one's orders. */
const ownInvoices = (scope: Scope) =>
  sql<boolean>`i.order_id = any(array(
    select own_order.id from orders own_order join beneficiary_employees own on own.id = own_order.beneficiary_employee_id
     where own.user_id = ${scope.ownerId}))`

const invoicesIn = (db: Db, scope: Scope) =>
  db.selectFrom('invoices as i').where(within(scope, { company: 'i.company_id' }, ownInvoices(scope)))

const rows = (db: Db, scope: Scope) =>
  invoicesIn(db, scope)
    .leftJoin('orders as o', 'o.id', 'i.order_id')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .leftJoin('bike_stores as s', 's.id', 'i.bike_store_id')
    .leftJoin('leasing_companies as l', 'l.id', 'i.leasing_company_id')
    .selectAll('i')
    .select(['c.name as company_name', 'o.order_number', 's.name as store_name', 'l.name as lessor_name'])

export type InvoiceRecord = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

/** An invoice in the form of the wire. */
export function invoiceView(i: InvoiceRecord) {
  const status = i.status as InvoiceStatus
  return {
    invoiceId: i.id,
    version: i.version,
    direction: i.direction,
    status,
    number: i.number,
    referenceNumber: i.reference_number,
    iban: i.iban,
    companyId: i.company_id,
    companyName: i.company_name,
    orderId: i.order_id,
    orderNumber: i.order_number,
    otherParty: i.store_name ?? i.lessor_name ?? '–',
    issueDay: i.issue_day,
    dueDay: i.due_day,
    net: eurosFromCents(i.net_cents),
    vat: eurosFromCents(i.vat_cents),
    total: eurosFromCents(i.total_cents),
    difference: i.difference_cents === null ? null : eurosFromCents(i.difference_cents),
    differenceReason: i.difference_reason,
    matched: i.matched_at !== null,
    paidDay: i.paid_day,
    hasFile: i.file_id !== null,
    nextStatuses: [...nextStatuses(i.direction, status)],
  }
}

export interface InvoiceFilter {
  readonly page: number
  readonly limit: number
  readonly orderId?: string | undefined
  readonly direction?: 'PURCHASE' | 'SALES' | undefined
  readonly status?: InvoiceStatus | undefined
  readonly unmatched?: boolean | undefined
}

/** A page of invoices, newest first. */
export async function listInvoices(db: Db, scope: Scope, filter: InvoiceFilter) {
  const chosen = invoicesIn(db, scope)
    .$if(filter.orderId !== undefined, (q) => q.where('i.order_id', '=', filter.orderId!))
    .$if(filter.direction !== undefined, (q) => q.where('i.direction', '=', filter.direction!))
    .$if(filter.status !== undefined, (q) => q.where('i.status', '=', filter.status!))
    .$if(filter.unmatched === true, (q) => q.where('i.matched_at', 'is', null))
  const ids = chosen
    .select('i.id')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
  const found = await rows(db, scope)
    .where('i.id', 'in', ids)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute()
  return pageOf(found.map(invoiceView), { page: filter.page, limit: filter.limit, total: await countOf(db, chosen) })
}

export async function findInvoice(db: Db, scope: Scope, id: string): Promise<InvoiceRecord | undefined> {
  return rows(db, scope).where('i.id', '=', id).executeTakeFirst()
}

export async function lockInvoice(db: Db, scope: Scope, id: string): Promise<InvoiceRecord | undefined> {
  return rows(db, scope).where('i.id', '=', id).forUpdate('i').executeTakeFirst()
}
