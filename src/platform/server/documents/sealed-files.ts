import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/database/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { keepFile, type NewFile } from './stored-files.ts'

interface SealedFor {
  readonly agreementId: string
  readonly employeeId: string | null
  readonly orderId?: string | null
}

/**
 * Keeps a document that bears the operator's seal. Its hash goes into the agreement's log, so that neither the bytes nor
 * the file's row can be changed for others unnoticed, other sealed ones among them.
 */
export async function keepSealedFile(
  db: Db,
  services: Services,
  { agreementId, employeeId, orderId }: SealedFor,
  file: Omit<NewFile, 'contentType'>,
): Promise<{ id: string; sha256: Buffer }> {
  const kept = await keepFile(db, services, { ...file, contentType: 'application/pdf' })
  await logEvent(db, services.env, systemActor, 'DOCUMENT_SEALED', {
    subject: { type: 'agreement', id: agreementId },
    companyId: file.companyId,
    employeeId,
    orderId: orderId ?? null,
    shared: false,
    data: { fileId: kept.id, sha256: kept.sha256.toString('hex') },
  })
  return kept
}
