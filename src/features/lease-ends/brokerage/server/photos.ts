import { AppError, fail } from '#platform/contract/errors.ts'
import { fileAnswer, keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPhoto } from '#platform/server/documents/uploaded-photo.ts'
import { actorOf } from '#platform/server/events/events.ts'
import type { FileAnswer, SignedInContext } from '#platform/server/http/context.ts'
import { PHOTOS_MAX } from '../rules.ts'
import { stepBrokerage } from './process.ts'
import { type BrokerageRecord, findReached, lockCase } from './record.ts'
import { caseView, moverOf } from './view.ts'

/** Judges and writes a change of a draft's photos. */
async function edited(context: SignedInContext, row: BrokerageRecord) {
  const { db, env, user } = context
  const mover = moverOf(user, row)
  const taken = await stepBrokerage(db, context, row, { step: 'edit', mover, actor: actorOf(user, row.owner_id) })
  return caseView(taken, user, env.now())
}

/** Keeps a photo without its position. @throws FILE_NOT_ACCEPTED, BROKERAGE_PHOTOS_FULL */
export async function addPhoto(context: SignedInContext, id: string, uploaded: Buffer) {
  const { db, env, user } = context
  const row = (await lockCase(db, user, id)) ?? fail('NOT_FOUND')
  const { content, contentType } = checkUploadedPhoto(uploaded)
  if (row.photo_ids.length >= PHOTOS_MAX) throw new AppError('BROKERAGE_PHOTOS_FULL')
  const photoId = env.id()
  const file = await keepFile(db, context, {
    companyId: row.company_id,
    parentType: 'brokerage',
    parentId: row.id,
    label: photoId,
    contentType,
    content,
    createdBy: user.userId,
  })
  await db
    .insertInto('bike_brokerage_photos')
    .values({ id: photoId, company_id: row.company_id, brokerage_id: row.id, file_id: file.id, created_at: env.now() })
    .execute()
  return edited(context, row)
}

const findPhoto = ({ db }: SignedInContext, row: BrokerageRecord, photoId: string) =>
  db
    .selectFrom('bike_brokerage_photos')
    .select(['id', 'file_id'])
    .where('id', '=', photoId)
    .where('brokerage_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .executeTakeFirst()

/** Takes a photo out of a draft. */
export async function removePhoto(context: SignedInContext, id: string, photoId: string) {
  const { db, user } = context
  const row = (await lockCase(db, user, id)) ?? fail('NOT_FOUND')
  const photo = (await findPhoto(context, row, photoId)) ?? fail('NOT_FOUND')
  await db
    .deleteFrom('bike_brokerage_photos')
    .where('id', '=', photo.id)
    .where('company_id', '=', row.company_id)
    .execute()
  return edited(context, row)
}

/** The picture itself, for everybody while the bicycle is on offer. */
export async function photoOf(context: SignedInContext, id: string, photoId: string): Promise<FileAnswer> {
  const { db, user } = context
  const row = (await findReached(db, user, id)) ?? fail('NOT_FOUND')
  const photo = await findPhoto(context, row, photoId)
  return (photo && (await fileAnswer(db, context, photo.file_id, { inline: true }))) || fail('NOT_FOUND')
}
