import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { tellSealed } from '#platform/server/documents/sealed-files.ts'
import type { Services } from '#platform/server/http/context.ts'

/** The sealed documents (`d`) of whose file (`f`) the log tells nothing, of all times or of some. */
export const untoldDocuments = (during?: { readonly from: Date; readonly to: Date }) => {
  const then = during ? sql`d.created_at between ${during.from} and ${during.to}` : sql`true`
  return sql<boolean>`(d.sealed and d.leasing_agreement_id is not null and f.sha256 is not null and ${then}
    and not exists (select from events e where e.subject_type = 'agreement' and e.subject_id = d.leasing_agreement_id
                       and e.type = 'DOCUMENT_SEALED' and e.data->>'fileId' = f.id::text))`
}

/** Tells the log of the files of sealed documents that a release before has left without a word, of all times or of some. */
export async function tellEarlierDocuments(
  db: Db,
  { env }: Pick<Services, 'env'>,
  during?: { readonly from: Date; readonly to: Date },
): Promise<void> {
  const { rows } = await sql<{
    agreementId: string
    employeeId: string
    companyId: string
    id: string
    sha256: Buffer
  }>`
    select d.leasing_agreement_id as "agreementId", d.beneficiary_employee_id as "employeeId", d.company_id as "companyId", f.id, f.sha256
      from signed_documents d join files f on f.id = d.file_id
     where ${untoldDocuments(during)} order by d.id`.execute(db)
  for (const { id, sha256, companyId, ...of } of rows) await tellSealed(db, env, of, { id, sha256, companyId })
}
