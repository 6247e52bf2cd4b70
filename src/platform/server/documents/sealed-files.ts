import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { logEvent, systemActor } from '../events/events.ts'
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
  of: SealedFor,
  file: Omit<NewFile, 'contentType'>,
): Promise<{ id: string; sha256: Buffer }> {
  const kept = await keepFile(db, services, { ...file, contentType: 'application/pdf' })
  await tellSealed(db, services.env, of, { ...kept, companyId: file.companyId })
  return kept
}

/** Tells an agreement's log the hash of a sealed file. */
export async function tellSealed(
  db: Db,
  env: Env,
  { agreementId, employeeId, orderId }: SealedFor,
  file: { readonly id: string; readonly sha256: Buffer; readonly companyId: string | null },
): Promise<void> {
  await logEvent(db, env, systemActor, 'DOCUMENT_SEALED', {
    subject: { type: 'agreement', id: agreementId },
    companyId: file.companyId,
    employeeId,
    orderId: orderId ?? null,
    shared: false,
    data: { fileId: file.id, sha256: file.sha256.toString('hex') },
  })
}
