import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { fileAnswer, keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPhoto } from '#platform/server/documents/uploaded-photo.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { FileAnswer, SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { insuranceClaims } from '../contract.ts'
import { PHOTOS_MAX } from '../rules.ts'
import { stepClaim } from './process.ts'
import { type ClaimColumns, type ClaimRecord, findClaim, lastDayOf, lockClaim } from './record.ts'
import { claimView } from './view.ts'

type Body = BodyOf<typeof insuranceClaims.report>

/** I1: writes what happened. @throws VALIDATION at `happenedDay` for a day on which the bicycle was not on lease */
export async function reportClaim(context: SignedInContext, id: string, body: Body) {
  const { db, env, scope, user } = context
  const row = (await lockClaim(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, row.version, await claimView(db, row, user, env.now()))
  if (body.happenedDay) requireDay(context, row, body.happenedDay)
  return told(context, row, { changes: columnsOf(body) })
}

function requireDay({ env }: SignedInContext, row: ClaimRecord, day: string): void {
  const last = lastDayOf(row)
  const today = helsinkiDay(env.now())
  const latest = last !== null && last < today ? last : today
  if (day > latest) failField('happenedDay', 'TOO_LARGE', 'is after the lease or still to come', latest)
  if (row.delivery_day !== null && day < row.delivery_day)
    failField('happenedDay', 'TOO_SMALL', 'is before the bicycle was handed over', row.delivery_day)
  if (row.taken_over_day !== null && day < row.taken_over_day)
    failField('happenedDay', 'TOO_SMALL', 'is before the person took the lease over', row.taken_over_day)
}

const plain = (text: string | null | undefined) => (text === undefined ? undefined : text?.trim() || null)

function columnsOf(body: Body): ClaimColumns {
  const columns: ClaimColumns = {
    happened_day: body.happenedDay,
    place: plain(body.place),
    description: plain(body.description),
    police_report_number: plain(body.policeReportNumber),
    lock_used: plain(body.lock),
    third_party: plain(body.thirdParty),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Judges and writes a change of what is told or shown. */
export async function told(
  context: SignedInContext,
  row: ClaimRecord,
  { step = 'report', changes = {} }: { step?: 'report' | 'addReceipt'; changes?: ClaimColumns },
) {
  const { db, env, user } = context
  const taken = await stepClaim(db, context, row, {
    step,
    mover: moverBeside(user, { companyId: row.company_id, ownerId: row.owner_id }),
    actor: actorOf(user, row.owner_id),
    changes,
  })
  return claimView(db, taken, user, env.now())
}

/** Keeps a photo without its position. @throws FILE_NOT_ACCEPTED, CLAIM_PHOTOS_FULL */
export async function addPhoto(context: SignedInContext, id: string, uploaded: Buffer) {
  const { db, env, scope, user } = context
  const row = (await lockClaim(db, scope, id)) ?? fail('NOT_FOUND')
  const { content, contentType } = checkUploadedPhoto(uploaded)
  if (row.photo_count >= PHOTOS_MAX) throw new AppError('CLAIM_PHOTOS_FULL')
  const photoId = env.id()
  const file = await keepFile(db, context, {
    companyId: row.company_id,
    parentType: 'insurance-claim',
    parentId: row.id,
    label: photoId,
    contentType,
    content,
    createdBy: user.userId,
  })
  await db
    .insertInto('insurance_claim_photos')
    .values({ id: photoId, company_id: row.company_id, claim_id: row.id, file_id: file.id, created_at: env.now() })
    .execute()
  return told(context, { ...row, photo_count: row.photo_count + 1 }, {})
}

const findPhoto = ({ db }: SignedInContext, row: ClaimRecord, photoId: string) =>
  db
    .selectFrom('insurance_claim_photos')
    .select(['id', 'file_id'])
    .where('id', '=', photoId)
    .where('claim_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .executeTakeFirst()

/** Takes a photo out of a claim. */
export async function removePhoto(context: SignedInContext, id: string, photoId: string) {
  const { db, scope } = context
  const row = (await lockClaim(db, scope, id)) ?? fail('NOT_FOUND')
  const photo = (await findPhoto(context, row, photoId)) ?? fail('NOT_FOUND')
  await db
    .deleteFrom('insurance_claim_photos')
    .where('id', '=', photo.id)
    .where('company_id', '=', row.company_id)
    .execute()
  return told(context, { ...row, photo_count: row.photo_count - 1 }, {})
}

/** The picture itself, shown in the page. */
export async function photoOf(context: SignedInContext, id: string, photoId: string): Promise<FileAnswer> {
  const { db, scope } = context
  const row = (await findClaim(db, scope, id)) ?? fail('NOT_FOUND')
  const photo = await findPhoto(context, row, photoId)
  return (photo && (await fileAnswer(db, context, photo.file_id, { inline: true }))) || fail('NOT_FOUND')
}
