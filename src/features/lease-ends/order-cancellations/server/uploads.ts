import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { fileAnswer, keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedProof } from '#platform/server/documents/uploaded-proof.ts'
import type { FileAnswer, Services, SignedInContext } from '#platform/server/http/context.ts'
import { safeFileName } from '#platform/server/http/safe-file-name.ts'
import { type CaseRecord, findCase } from './record.ts'
import { finishChange, lockOpenCase } from './update.ts'
import { readerOf, uploadsFor } from './view.ts'

interface Uploaded {
  readonly fileName: string
  readonly content: Buffer
  /** Null: the store, by its link. */
  readonly userId: string | null
}

/** Keeps a file with a locked open case. @returns its id @throws FILE_NOT_ACCEPTED */
export async function keepUpload(
  db: Db,
  services: Services,
  { row }: CaseRecord,
  { fileName, content: uploaded, userId }: Uploaded,
): Promise<string> {
  const { content, contentType } = checkUploadedProof(uploaded)
  const { env } = services
  const id = env.id()
  const file = await keepFile(db, services, {
    companyId: row.company_id,
    parentType: 'order-cancellation',
    parentId: row.id,
    label: safeFileName(fileName),
    contentType,
    content,
    createdBy: userId,
  })
  await db
    .insertInto('refund_uploads')
    .values({
      id,
      company_id: row.company_id,
      order_cancellation_id: row.id,
      file_id: file.id,
      file_name: file.name,
      bytes: content.length,
      sha256: file.sha256,
      uploaded_by: userId,
      uploaded_at: env.now(),
    })
    .execute()
  return id
}

/** Keeps a file that proves a refund with an open case. @throws FILE_NOT_ACCEPTED */
export async function uploadRefund(
  context: SignedInContext,
  { caseId, fileName, content }: { caseId: string; fileName: string; content: Buffer },
): Promise<CaseRecord> {
  const { db, user } = context
  const record = await lockOpenCase(context, caseId)
  const id = await keepUpload(db, context, record, { fileName, content, userId: user.userId })
  return finishChange(context, record, { what: { uploaded: id } })
}

const caseOfUpload = (context: SignedInContext, id: string) =>
  context.db
    .selectFrom('refund_uploads')
    .select(['order_cancellation_id', 'file_id', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Takes a file out of an open case: it is no longer read, its row stays with the reason. */
export async function deleteUpload(context: SignedInContext, id: string, reason?: string): Promise<CaseRecord> {
  const { db, env, user } = context
  const upload = await caseOfUpload(context, id)
  if (!upload || upload.deleted_at) return fail('NOT_FOUND')
  const record = await lockOpenCase(context, upload.order_cancellation_id)
  await db
    .updateTable('refund_uploads')
    .set((eb) => ({
      deleted_at: env.now(),
      deleted_by: user.userId,
      delete_reason: reason?.trim() ?? null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  return finishChange(context, record, { what: { removed: id } })
}

/** A file as its reader may have it: staff any, a party those of its own lines. @throws NOT_FOUND */
export async function refundFile(context: SignedInContext, id: string): Promise<FileAnswer> {
  const { db, scope, user } = context
  const upload = await caseOfUpload(context, id)
  const record = upload ? await findCase(db, scope, upload.order_cancellation_id) : null
  if (!upload || !record || upload.deleted_at) return fail('NOT_FOUND')
  if (!uploadsFor(record, readerOf(user, record)).some((own) => own.id === id)) return fail('NOT_FOUND')
  return (await fileAnswer(db, context, upload.file_id)) ?? fail('NOT_FOUND')
}
