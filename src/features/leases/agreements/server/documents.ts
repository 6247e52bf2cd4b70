import { type RawBuilder, sql } from 'kysely'
import type { DocumentKind, DocumentSort } from '#features/leases/agreements/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Ids, packedIds } from '#platform/server/database/packed-ids.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { hasOwnOrder, pageOfTexts, searchedIn } from '#platform/server/database/search.ts'

const documentsIn = (db: Db, scope: Scope) =>
  db
    .selectFrom('signed_documents as d')
    .where('d.deleted_at', 'is', null)
    .where(within(scope, { company: 'd.company_id', employee: 'd.beneficiary_employee_id' }))

/** Whether the log's word of the sealed file `d` stands under a signed root. */
const hasReceipt = sql<boolean>`exists (select from events v join record_leaves l on l.event_id = v.id
  where v.subject_type = 'agreement' and v.subject_id = d.leasing_agreement_id and v.type = 'DOCUMENT_SEALED'
    and v.data->>'fileId' = d.file_id::text)`

const selected = (db: Db, scope: Scope) =>
  documentsIn(db, scope)
    .innerJoin('beneficiary_employees as e', 'e.id', 'd.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'd.company_id')
    .leftJoin('leasing_agreements as a', 'a.id', 'd.leasing_agreement_id')
    .leftJoin('orders as o', 'o.id', 'a.order_id')
    .selectAll('d')
    .select([
      'u.first_name',
      'u.last_name',
      'c.name as company_name',
      'a.agreement_number',
      'a.order_id',
      'o.order_number',
      hasReceipt.as('has_receipt'),
    ])
export type DocumentRecord = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>

/** A signed document in the form of the wire. */
export function documentView(d: DocumentRecord) {
  return {
    signedDocumentId: d.id,
    version: d.version,
    kind: d.kind,
    title: d.title,
    beneficiaryEmployeeId: d.beneficiary_employee_id,
    leasingAgreementId: d.leasing_agreement_id,
    agreementNumber: d.agreement_number,
    orderId: d.order_id,
    orderNumber: d.order_number,
    companyId: d.company_id,
    companyName: d.company_name,
    employeeName: `${d.last_name} ${d.first_name}`,
    paymentStatus: d.payment_status,
    leasingSignDate: d.leasing_sign_day,
    sealed: d.sealed,
    hasFile: d.file_id !== null,
    hasReceipt: d.has_receipt,
    createdAt: d.created_at.toISOString(),
  }
}

export interface DocumentFilter {
  readonly search?: string | undefined
  readonly companyId?: string | undefined
  readonly kind?: DocumentKind | undefined
  readonly beneficiaryEmployeeId?: string | undefined
  readonly leasingAgreementId?: string | undefined
  readonly paymentStatus?: 'COMPLETED' | 'PENDING' | 'PAID' | 'NOT_PAID' | 'CANCELLED' | undefined
  readonly sort?: DocumentSort | undefined
  readonly id?: string | undefined
}

const chosenDocuments = (db: Db, scope: Scope, filter: DocumentFilter) =>
  documentsIn(db, scope)
    .$if(filter.id !== undefined, (q) => q.where('d.id', '=', filter.id!))
    .$if(filter.companyId !== undefined, (q) => q.where('d.company_id', '=', filter.companyId!))
    .$if(filter.kind !== undefined, (q) => q.where('d.kind', '=', filter.kind!))
    .$if(filter.beneficiaryEmployeeId !== undefined, (q) =>
      q.where('d.beneficiary_employee_id', '=', filter.beneficiaryEmployeeId!),
    )
    .$if(filter.leasingAgreementId !== undefined, (q) =>
      q.where('d.leasing_agreement_id', '=', filter.leasingAgreementId!),
    )
    .$if(filter.paymentStatus !== undefined, (q) => q.where('d.payment_status', '=', filter.paymentStatus!))

/** A document without the day of its signing stands as the oldest. */
const orders: Record<DocumentSort, RawBuilder<unknown>> = {
  createdAt: sql`created_at, id`,
  '-createdAt': sql`created_at desc, id desc`,
  leasingSignDate: sql`leasing_sign_day nulls first, id`,
  '-leasingSignDate': sql`leasing_sign_day desc nulls last, id desc`,
}

const searchedColumns = ['d.id', 'd.created_at', 'd.leasing_sign_day', 'd.search_text'] as const

interface PageAt {
  readonly page: number
  readonly limit: number
}

/** The ids of one page and the bounded count of all. */
function pageOfIds(db: Db, scope: Scope, { page, limit, ...filter }: DocumentFilter & PageAt) {
  const { sort = '-createdAt' } = filter
  const rows = chosenDocuments(db, scope, filter).select(searchedColumns)
  // An index gives everybody's documents in each order, and those of a company from the newest on.
  const isOrdered = scope.all || (hasOwnOrder(scope) && sort.endsWith('createdAt'))
  const texts = { table: 'signed_documents', rows, order: orders[sort], isOrdered } as const
  return pageOfTexts(db, texts, searchText(filter.search), { limit, offset: (page - 1) * limit })
}

/** All ids of a filter, for a file of the whole list. */
export async function allDocumentIds(db: Db, scope: Scope, filter: DocumentFilter): Promise<Ids> {
  const search = searchText(filter.search)
  const found = chosenDocuments(db, scope, filter)
    .$if(search !== undefined, (q) => q.where(searchedIn(sql.ref('d.search_text'), search!)))
    .select('d.id')
    .orderBy(orders[filter.sort ?? '-createdAt'])
  return packedIds(db, found)
}

/** The list's rows of already chosen ids, in the order of the ids. */
export async function documentRows(db: Db, scope: Scope, ids: readonly string[]) {
  const found = await selected(db, scope)
    .where('d.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy(sql`array_position(${[...ids]}::uuid[], d.id)`)
    .execute()
  return found.map(documentView)
}

/** A page of signed documents, newest first unless sorted otherwise. */
export async function listDocuments(db: Db, scope: Scope, filter: DocumentFilter & PageAt) {
  const { ids, ...count } = await pageOfIds(db, scope, filter)
  const found = await documentRows(db, scope, ids)
  const { items, ...page } = pageOf(found, { page: filter.page, limit: filter.limit, ...count })
  return { data: items, ...page }
}

export async function findDocument(db: Db, scope: Scope, id: string): Promise<DocumentRecord | undefined> {
  return selected(db, scope).where('d.id', '=', id).executeTakeFirst()
}

export async function lockDocument(db: Db, scope: Scope, id: string): Promise<DocumentRecord | undefined> {
  return selected(db, scope).where('d.id', '=', id).forUpdate('d').executeTakeFirst()
}
