import { fail } from '#platform/contract/errors.ts'
import { fileAnswer, keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedProof } from '#platform/server/documents/uploaded-proof.ts'
import type { FileAnswer, SignedInContext } from '#platform/server/http/context.ts'
import { safeFileName } from '#platform/server/http/safe-file-name.ts'
import { findClaim, lockClaim } from './record.ts'
import { told } from './report.ts'

/** Keeps the receipt of a repair that its person has paid, in place of the one before. @throws FILE_NOT_ACCEPTED */
export async function addReceipt(context: SignedInContext, id: string, upload: { content: Buffer; fileName: string }) {
  const { db, scope, user } = context
  const row = (await lockClaim(db, scope, id)) ?? fail('NOT_FOUND')
  const { content, contentType } = checkUploadedProof(upload.content)
  const file = await keepFile(db, context, {
    companyId: row.company_id,
    parentType: 'claim-receipt',
    parentId: row.id,
    label: safeFileName(upload.fileName),
    contentType,
    content,
    createdBy: user.userId,
  })
  return told(context, row, { step: 'addReceipt', changes: { receipt_file_id: file.id } })
}

/** The receipt as a download. */
export async function receiptOf(context: SignedInContext, id: string): Promise<FileAnswer> {
  const { db, scope } = context
  const row = (await findClaim(db, scope, id)) ?? fail('NOT_FOUND')
  return (row.receipt_file_id && (await fileAnswer(db, context, row.receipt_file_id))) || fail('NOT_FOUND')
}
