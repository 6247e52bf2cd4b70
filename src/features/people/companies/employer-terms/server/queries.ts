import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import type { EmployerTermsKind } from '../rules.ts'

export interface InForceRow {
  readonly kind: EmployerTermsKind
  readonly number: number
  readonly id: string
  readonly title: string
  readonly content: string
  readonly sha256: Buffer
  readonly language: LanguageCode
  readonly accept_by: Day | null
}

/** What is in force of each kind, in every language. */
export async function employerTermsInForce(db: Db): Promise<InForceRow[]> {
  const { rows } = await sql<InForceRow>`
    select d.kind, d.number, d.id, d.title, d.content, d.sha256, d.language, d.accept_by from terms_documents d
     where d.kind in ('SERVICE', 'DATA_PROCESSING')
       and d.number = (select max(n.number) from terms_documents n where n.kind = d.kind)
     order by d.kind desc, d.language`.execute(db)
  return rows
}

export interface AcceptanceRow {
  readonly id: string
  readonly company_id: string
  readonly kind: EmployerTermsKind
  readonly number: number
  readonly sha256: Buffer
  readonly typed_name: string
  readonly position: string | null
  readonly accepted_at: Date
  readonly file_id: string | null
}

/** What companies have accepted, the newest first. */
export const acceptancesOf = (db: Db, companyIds: readonly string[]): Promise<AcceptanceRow[]> =>
  db
    .selectFrom('terms_acceptances')
    .select(['id', 'company_id', 'kind', 'number', 'sha256', 'typed_name', 'position', 'accepted_at', 'file_id'])
    .where('company_id', '=', sql<string>`any(${[...companyIds]}::uuid[])`)
    .orderBy('number', 'desc')
    .orderBy('id')
    .limit(companyIds.length * 100)
    .execute()

/** Companies for which nothing waits: they were there before employers were asked. */
export async function waivedOf(db: Db, companyIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('terms_waivers')
    .select('company_id')
    .where('company_id', '=', sql<string>`any(${[...companyIds]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ company_id }) => company_id))
}
