import { sql } from 'kysely'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { hasOwnOrder, pageOfTexts } from '#platform/server/database/search.ts'

const documentsIn = (db: Db, scope: Scope) =>
  db
    .selectFrom('signed_documents as d')
    .where('d.deleted_at', 'is', null)
    .where(within(scope, { company: 'd.company_id', employee: 'd.beneficiary_employee_id' }))

const selected = (db: Db, scope: Scope) =>
  documentsIn(db, scope)
    .innerJoin('beneficiary_employees as e', 'e.id', 'd.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .selectAll('d')
    .select(['u.first_name', 'u.last_name'])
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
    companyId: d.company_id,
    employeeName: `${d.last_name} ${d.first_name}`,
    paymentStatus: d.payment_status,
    leasingSignDate: d.leasing_sign_day,
    sealed: d.sealed,
    hasFile: d.file_id !== null,
    createdAt: d.created_at.toISOString(),
  }
}

export interface DocumentFilter {
  readonly page: number
  readonly limit: number
  readonly search?: string | undefined
  readonly beneficiaryEmployeeId?: string | undefined
  readonly leasingAgreementId?: string | undefined
  readonly paymentStatus?: 'COMPLETED' | 'PENDING' | 'PAID' | 'NOT_PAID' | 'CANCELLED' | undefined
}

const chosenDocuments = (db: Db, scope: Scope, filter: DocumentFilter) =>
  documentsIn(db, scope)
    .$if(filter.beneficiaryEmployeeId !== undefined, (q) =>
      q.where('d.beneficiary_employee_id', '=', filter.beneficiaryEmployeeId!),
    )
    .$if(filter.leasingAgreementId !== undefined, (q) =>
      q.where('d.leasing_agreement_id', '=', filter.leasingAgreementId!),
    )
    .$if(filter.paymentStatus !== undefined, (q) => q.where('d.payment_status', '=', filter.paymentStatus!))

/** The ids of one page and the bounded count of all. */
function pageOfIds(db: Db, scope: Scope, filter: DocumentFilter) {
  const page = { limit: filter.limit, offset: (filter.page - 1) * filter.limit }
  const chosen = chosenDocuments(db, scope, filter)
  const search = searchText(filter.search)
  const rows = chosen.select(['d.id', 'd.created_at', 'd.search_text'])
  const order = sql`created_at desc, id desc`
  return pageOfTexts(db, { table: 'signed_documents', rows, order, isOrdered: hasOwnOrder(scope) }, search, page)
}

/** A page of signed documents, newest first. */
export async function listDocuments(db: Db, scope: Scope, filter: DocumentFilter) {
  const { ids, ...count } = await pageOfIds(db, scope, filter)
  const found = await selected(db, scope)
    .where('d.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute()
  const { items, ...page } = pageOf(found.map(documentView), { page: filter.page, limit: filter.limit, ...count })
  return { data: items, ...page }
}

export async function findDocument(db: Db, scope: Scope, id: string): Promise<DocumentRecord | undefined> {
  return selected(db, scope).where('d.id', '=', id).executeTakeFirst()
}

export async function lockDocument(db: Db, scope: Scope, id: string): Promise<DocumentRecord | undefined> {
  return selected(db, scope).where('d.id', '=', id).forUpdate('d').executeTakeFirst()
}
