import { sql } from 'kysely'
import { untoldDocuments } from '#features/leases/agreements/server/told-documents.ts'
import type { Upgrade } from '#features/pricing/leasing/server/told-terms.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/documents/files.ts'
import type { ChainFault } from '#platform/server/events/verify-chains.ts'

/** Reads every kept file. @returns how many there are, and those that are gone or not the ones that were kept */
export async function changedFiles(
  db: Db,
  files: Pick<FileStore, 'isWhole'>,
): Promise<{ files: number; faults: ChainFault[] }> {
  const faults: ChainFault[] = []
  let count = 0
  let last: string | undefined
  for (;;) {
    const page = await db
      .selectFrom('files')
      .select(['id', 'storage_key', 'sha256'])
      .where('storage_key', 'is not', null)
      .orderBy('id')
      .limit(500)
      .$if(last !== undefined, (query) => query.where('id', '>', last!))
      .execute()
    if (page.length === 0) return { files: count, faults }
    for (const { id, storage_key: key, sha256 } of page) {
      count += 1
      if (!(await files.isWhole(key!, sha256!)))
        faults.push({ subjectType: 'file', subjectId: id, position: 0, fault: 'FILE' })
    }
    last = page.at(-1)!.id
  }
}

/**
 * Sealed documents whose file is gone, or is another than the one that the log tells of; and those that name a file of
 * which their agreement's log tells nothing, which on the day of an upgrade waits for the job that tells it.
 */
export async function changedSealedFiles(db: Db, upgrade?: Upgrade): Promise<ChainFault[]> {
  const { rows } = await sql<{ subjectId: string; position: number }>`
    select e.subject_id as "subjectId", e.position from events e
      left join files f on f.id = (e.data->>'fileId')::uuid
     where e.type = 'DOCUMENT_SEALED' and encode(f.sha256, 'hex') is distinct from e.data->>'sha256'
    union
    select d.leasing_agreement_id, 0 from signed_documents d join files f on f.id = d.file_id
     where d.sealed and d.leasing_agreement_id is not null and not ${upgrade ? untoldDocuments(upgrade) : sql`false`}
       and not exists (select from events e where e.subject_type = 'agreement' and e.subject_id = d.leasing_agreement_id
                          and e.type = 'DOCUMENT_SEALED' and e.data->>'fileId' = d.file_id::text)
     order by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, subjectType: 'agreement', fault: 'FILE' }))
}
