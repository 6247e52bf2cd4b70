import { mayReportDelivery } from '#features/orders/orders/rules.ts'
import { findOrder, lockOrder, type OrderRecord } from '#features/orders/orders/server/moves/record.ts'
import { storeActor } from '#features/orders/orders/server/store/store-page.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { fileAnswer, keepFile, removeFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPhoto } from '#platform/server/documents/uploaded-photo.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import { Answer, type Handlers, type Services } from '#platform/server/http/context.ts'
import { subjectOf } from '#platform/server/http/link-tokens.ts'
import type { framePhotos } from '../contract.ts'
import { FRAME_PHOTO, photosOf } from './queries.ts'

/** A bicycle that is there: handed over, or to be handed over now. */
const mayAdd = ({ order }: OrderRecord): boolean =>
  order.status !== 'CANCELLED' &&
  order.status !== 'REFUNDED' &&
  (order.delivery_day !== null || mayReportDelivery(order.status, order.resume_status))

async function viewOf(db: Db, record: OrderRecord) {
  const [photo] = await photosOf(db, record.order.id)
  return {
    photo: photo
      ? { photoId: photo.id, byStore: photo.created_by === null, addedAt: photo.created_at.toISOString() }
      : null,
    mayAdd: mayAdd(record),
  }
}

interface Taken {
  readonly uploaded: Buffer
  readonly actor: Actor
}

/** Keeps the photograph without where it was taken, in place of the one before. @throws DELIVERY_NOT_ALLOWED, FILE_NOT_ACCEPTED */
async function keepPhoto(db: Db, services: Services, record: OrderRecord, { uploaded, actor }: Taken) {
  const { order } = record
  if (!mayAdd(record)) throw new AppError('DELIVERY_NOT_ALLOWED', { details: { status: order.status, unmet: [] } })
  const { content, contentType } = checkUploadedPhoto(uploaded)
  const before = await photosOf(db, order.id)
  await keepFile(db, services, {
    companyId: order.company_id,
    parentType: FRAME_PHOTO,
    parentId: order.id,
    label: `${order.order_number}-frame`,
    contentType,
    content,
    createdBy: actor.userId,
  })
  for (const { id } of before) await removeFile(db, services, id)
  await logEvent(db, services.env, actor, 'PROCESS_STEP', {
    subject: { type: 'order', id: order.id },
    companyId: order.company_id,
    orderId: order.id,
    employeeId: order.beneficiary_employee_id,
    data: { process: 'store', step: 'framePhoto' },
  })
  return viewOf(db, record)
}

export const framePhotoHandlers: Handlers<typeof framePhotos> = {
  async get({ params }, { db, scope }) {
    return viewOf(db, (await findOrder(db, scope, params.orderId)) ?? fail('NOT_FOUND'))
  },
  async picture({ params }, context) {
    const { db, scope } = context
    const { order } = (await findOrder(db, scope, params.orderId)) ?? fail('NOT_FOUND')
    const photo = (await photosOf(db, order.id)).find(({ id }) => id === params.photoId)
    return (photo && (await fileAnswer(db, context, photo.id, { inline: true }))) || fail('NOT_FOUND')
  },
  async add({ params, body }, context) {
    const { db, scope, user } = context
    const record = (await lockOrder(db, scope, params.orderId)) ?? fail('NOT_FOUND')
    const actor = actorOf(user, record.related.owner_id)
    return new Answer(201, await keepPhoto(db, context, record, { uploaded: Buffer.from(body), actor }))
  },
  async getByStore(_request, { db, token }) {
    return viewOf(db, (await findOrder(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND'))
  },
  async addByStore({ body }, context) {
    const { db, token } = context
    const record = (await lockOrder(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND')
    return new Answer(201, await keepPhoto(db, context, record, { uploaded: Buffer.from(body), actor: storeActor }))
  },
}
