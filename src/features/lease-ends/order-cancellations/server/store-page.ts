import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import { Answer, type BaseContext, type Handlers, type Services } from '#platform/server/http/context.ts'
import { subjectOf } from '#platform/server/http/link-tokens.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import type { orderCancellations } from '../contract.ts'
import { DAYS_TO_ANSWER } from '../rules.ts'
import { storeLinesOf } from './facts.ts'
import { caseEvent } from './process.ts'
import { type CaseRecord, findCase, lockCase } from './record.ts'
import { keepUpload } from './uploads.ts'
import { storeWordOf } from './view.ts'

type PageCalls = 'refundPage' | 'tellRefund' | 'refundPageFile'

/** The most files that a store may leave with a case. */
const FILES_MAX = 5
const store: Actor = { kind: 'STORE', userId: null }

const filesOfStore = ({ uploads }: CaseRecord) =>
  uploads.filter(({ uploader, deleted_at }) => uploader === null && deleted_at === null).length

/** The day on which the last of what a store owed came; null as long as something is open. */
function cameDayOf(record: CaseRecord) {
  const own = record.lines.filter(({ payer_type, direction }) => payer_type === 'BIKE_STORE' && direction === 'TO_US')
  if (storeLinesOf(record).length > 0) return null
  return (
    own
      .map(({ settled_day }) => settled_day)
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  )
}

/** What a store may know: its own invoices and what goes back, nothing of anybody else's money. */
function pageOf({ env, brand }: Pick<Services, 'env' | 'brand'>, record: CaseRecord) {
  const { row, about, invoices } = record
  const own = invoices.filter(({ direction }) => direction === 'PURCHASE')
  const open = storeLinesOf(record).map((line) => line.expected_cents - line.settled_cents)
  return {
    isOpen: row.status === 'PENDING',
    storeName: about.store_name,
    orderNumber: about.order_number,
    bike: about.bike,
    frameNumber: about.frame_number,
    invoices: own.map(({ number, totalCents, creditedCents }) => ({
      number,
      total: eurosFromCents(totalCents),
      toCredit: eurosFromCents(totalCents - creditedCents),
    })),
    toRepay: eurosFromCents(sumCents(open)),
    payee: brand.legalName,
    iban: brand.iban,
    told: storeWordOf(record),
    files: filesOfStore(record),
    today: helsinkiDay(env.now()),
    openedDay: helsinkiDay(row.opened_at),
    repayBy: addDays(helsinkiDay(row.opened_at), DAYS_TO_ANSWER),
    cameDay: cameDayOf(record),
    closedDay: row.closed_at && helsinkiDay(row.closed_at),
  }
}

/** The open case of a link, held until the change is written. @throws ORDER_CANCELLATION_STEP_NOT_ALLOWED */
async function lockOpen(db: Db, id: string | null): Promise<CaseRecord> {
  const record = (await lockCase(db, scopeOfAll, id!)) ?? fail('NOT_FOUND')
  if (record.row.status !== 'PENDING')
    throw new AppError('ORDER_CANCELLATION_STEP_NOT_ALLOWED', { details: { status: record.row.status } })
  return record
}

const reread = async (db: Db, { row }: CaseRecord) => (await findCase(db, scopeOfAll, row.id))!

/** Logs for the staff what the store has done on its page. */
async function logOfStore(
  { db, env }: BaseContext,
  record: CaseRecord,
  data: { step: string; [name: string]: string },
) {
  const event = caseEvent(record)
  await logEvent(db, env, store, 'PROCESS_STEP', { ...event, shared: false, data: { ...event.data, ...data } })
}

/** What a store's link opens: its part of one cancelled order. Nothing that it says moves money. */
export const storePageHandlers: Pick<Handlers<typeof orderCancellations>, PageCalls> = {
  async refundPage(_request, context) {
    const { db, token } = context
    return pageOf(context, (await findCase(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND'))
  },
  async tellRefund({ body }, context) {
    const { db, env, token } = context
    const record = await lockOpen(db, token.subjectId)
    const today = helsinkiDay(env.now())
    if (body.paidDay > today) failField('paidDay', 'TOO_LARGE', 'is in the future', today)
    await db
      .updateTable('order_cancellations')
      .set((eb) => ({
        store_told_at: env.now(),
        store_paid_day: body.paidDay,
        store_reference: body.reference?.trim() || null,
        store_credit_number: body.creditNumber?.trim() || null,
        version: eb('version', '+', 1),
        updated_at: env.now(),
      }))
      .where('id', '=', record.row.id)
      .execute()
    await logOfStore(context, record, { step: 'storeWord', paidDay: body.paidDay })
    return pageOf(context, await reread(db, record))
  },
  async refundPageFile({ query, body }, context) {
    const { db, token } = context
    const record = await lockOpen(db, token.subjectId)
    if (filesOfStore(record) >= FILES_MAX)
      throw new AppError('ORDER_CANCELLATION_STEP_NOT_ALLOWED', { details: { files: FILES_MAX } })
    const fileName = query.fileName ?? record.about.order_number
    const id = await keepUpload(db, context, record, { fileName, content: Buffer.from(body), userId: null })
    await logOfStore(context, record, { step: 'storeFile', uploaded: id })
    return new Answer(201, pageOf(context, await reread(db, record)))
  },
}
