import { sql } from 'kysely'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { tokenMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPhoto } from '#platform/server/documents/uploaded-photo.ts'
import { logEvent } from '#platform/server/events/events.ts'
import { Answer, type Handlers, type Services } from '#platform/server/http/context.ts'
import { subjectOf } from '#platform/server/http/link-tokens.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { returns } from '../contract.ts'
import { PHOTOS_MAX } from '../rules.ts'
import { returnEvent } from './messages.ts'
import { stepReturn } from './process.ts'
import { findReturn, lockReturn, type ReturnRecord } from './record.ts'
import { goOn, receivedOn } from './steps.ts'

type TokenCalls = 'storePage' | 'addPhoto' | 'receive'

/** The last day on which the return came to each of its states, as its events tell. */
async function daysOf(db: Db, row: ReturnRecord) {
  const { rows } = await sql<{ state: string; at: Date }>`
    select data ->> 'to' as state, max(occurred_at) as at from events
     where subject_type = 'agreement' and subject_id = ${row.agreement_id} and company_id = ${row.company_id}
       and data ->> 'process' = 'return' and data ->> 'to' is not null and occurred_at >= ${row.created_at}
     group by 1`.execute(db)
  const dayOf = (state: ReturnRecord['step']) => {
    const found = rows.find((one) => one.state === state)
    return found ? helsinkiDay(found.at) : null
  }
  return { approvedDay: dayOf('APPROVED'), inspectedDay: dayOf('INSPECTED'), doneDay: dayOf('DONE') }
}

const pageOf = async (db: Db, row: ReturnRecord, now: Date) => ({
  ...(await daysOf(db, row)),
  step: row.step,
  storeName: row.store_name,
  bike: nameOfBike(row) || null,
  frameNumber: row.frame_number,
  firstName: row.first_name,
  agreementNumber: row.agreement_number,
  endMonth: row.end_month,
  photos: row.photos,
  receivedDay: row.received_day,
  today: helsinkiDay(now),
})

async function keepPhoto(db: Db, services: Services, row: ReturnRecord, uploaded: Buffer): Promise<void> {
  const { content, contentType } = checkUploadedPhoto(uploaded)
  const id = services.env.id()
  const file = await keepFile(db, services, {
    companyId: row.company_id,
    parentType: 'return',
    parentId: row.id,
    label: `${row.agreement_number}-${row.photos + 1}`,
    contentType,
    content,
  })
  await db
    .insertInto('bike_return_photos')
    .values({ id, company_id: row.company_id, return_id: row.id, file_id: file.id, created_at: services.env.now() })
    .execute()
}

/** What a store's link opens: one return, and of it only what the page needs. */
export const storeHandlers: Pick<Handlers<typeof returns>, TokenCalls> = {
  async storePage(_request, { db, token, env }) {
    return pageOf(db, (await findReturn(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND'), env.now())
  },
  async addPhoto({ body }, context) {
    const { db, token, env } = context
    const row = (await lockReturn(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND')
    if (row.step !== 'APPROVED' || row.photos >= PHOTOS_MAX)
      throw new AppError('RETURN_STEP_NOT_ALLOWED', { details: { from: row.step, step: 'photo', unmet: [] } })
    await keepPhoto(db, context, row, Buffer.from(body))
    await logEvent(db, env, { kind: 'STORE', userId: null }, 'PROCESS_STEP', {
      ...returnEvent(row),
      shared: false,
      data: { process: 'return', step: 'photo', photo: row.photos + 1 },
    })
    return new Answer(201, await pageOf(db, { ...row, photos: row.photos + 1 }, env.now()))
  },
  async receive({ body }, context) {
    const { db, token, env } = context
    const row = (await lockReturn(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND')
    const received = await stepReturn(db, context, row, {
      step: 'receive',
      mover: tokenMover('STORE_TOKEN'),
      actor: { kind: 'STORE', userId: null },
      changes: receivedOn(row, body.receivedDay, helsinkiDay(env.now()), body.note?.trim() || null),
    })
    await goOn(db, context, row.id)
    return pageOf(db, received, env.now())
  },
}
