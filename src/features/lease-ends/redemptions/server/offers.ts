import { AppError, fail } from '#platform/contract/errors.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPdf } from '#platform/server/documents/uploaded-pdf.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { statusOfState } from '../rules.ts'
import { redemptionEvent } from './messages.ts'
import { lockRedemption } from './record.ts'

const MAX_BYTES = 10_485_760

/** The file in a body: a PDF itself, `{ contentType, content }` in base64, or base64 as a bare JSON text. */
function fileOf(body: Buffer): Buffer {
  if (body.subarray(0, 5).toString('latin1') === '%PDF-') return body
  try {
    const received = JSON.parse(body.toString('utf8')) as unknown
    const text = typeof received === 'string' ? received : (received as { content?: unknown }).content
    if (typeof text !== 'string' || !/^[A-Za-z0-9+/\s]+=*\s*$/.test(text)) throw new TypeError('no file in it')
    return Buffer.from(text, 'base64')
  } catch {
    throw new AppError('FILE_NOT_ACCEPTED', { details: { reason: 'NOT_A_PDF' } })
  }
}

/**
 * Keeps an offer file beside a redemption that goes on; the person and the employer read it.
 * @throws NOT_FOUND, FILE_NOT_ACCEPTED, REDEMPTION_STEP_NOT_ALLOWED
 */
export async function keepOffer(
  context: SignedInContext,
  { bikeRedemptionId, fileName, body }: { bikeRedemptionId: string; fileName: string; body: Buffer },
) {
  const { db, env, scope, user } = context
  const uploaded = fileOf(body)
  if (uploaded.length > MAX_BYTES) throw new AppError('BODY_TOO_LARGE')
  const content = checkUploadedPdf(uploaded)
  const row = (await lockRedemption(db, scope, bikeRedemptionId)) ?? fail('NOT_FOUND')
  if (statusOfState(row.step) !== 'PENDING')
    throw new AppError('REDEMPTION_STEP_NOT_ALLOWED', { details: { step: 'upload', unmet: [] } })
  const id = env.id()
  const file = await keepFile(db, context, {
    companyId: row.company_id,
    parentType: 'redemption',
    parentId: row.id,
    label: fileName,
    contentType: 'application/pdf',
    content,
    createdBy: user.userId,
  })
  await db
    .insertInto('redemption_offers')
    .values({
      id,
      company_id: row.company_id,
      redemption_id: row.id,
      file_id: file.id,
      file_name: file.name,
      created_by: user.userId,
      created_at: env.now(),
    })
    .execute()
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', {
    ...redemptionEvent(row),
    data: { process: 'redemption', step: 'upload', sha256: file.sha256.toString('hex') },
  })
  return { redemptionOfferId: id, bikeRedemptionId: row.id, fileName: file.name, createdAt: env.now().toISOString() }
}
