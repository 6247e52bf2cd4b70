import { notify } from '#features/ground/notifications/server/notify.ts'
import { sendReceipt } from '#features/ground/notifications/server/receipt.ts'
import { orderProcess } from '#features/orders/orders/rules/transitions.ts'
import { ANSWER_REQUEST_DAYS } from '#features/orders/orders/rules/turns.ts'
import type { OrderWords } from '#features/orders/orders/rules/words.ts'
import { turnFactsOf } from '#features/orders/orders/server/moves/facts.ts'
import { orderHead } from '#features/orders/orders/server/moves/order-head.ts'
import { findOrder, lockOrder, type OrderRecord } from '#features/orders/orders/server/moves/record.ts'
import { notifyTurn } from '#features/orders/orders/server/moves/turn-notices.ts'
import { openTurns, sinceOf } from '#features/orders/orders/server/moves/turn-times.ts'
import { refusalOf } from '#features/story/lease-story/rules/beside.ts'
import { refuseBeside } from '#features/story/lease-story/server/beside.ts'
import { readLeaseFacts } from '#features/story/lease-story/server/facts.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { stepsFrom } from '#platform/process/plan.ts'
import { dueDayOf } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import { permissionsOver, type SignedIn, scopeOf, scopeOfAll } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { type CaseRecord, casesIn, findCase } from './record.ts'
import { caseView } from './view.ts'

const newestOf = (db: Db, orderId: string) =>
  db
    .selectFrom('order_cancellation_requests')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

type RequestRow = Awaited<ReturnType<ReturnType<typeof newestOf>['executeTakeFirstOrThrow']>>

const requestView = (row: RequestRow, user: SignedIn) => ({
  requestId: row.id,
  version: row.version,
  state: row.state as 'OPEN' | 'ACCEPTED' | 'DECLINED',
  askedAs: row.asked_as as 'EMPLOYEE' | 'EMPLOYER',
  mine: row.asked_by === user.userId,
  reason: row.reason,
  answer: row.answer,
  askedAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
})

async function newestCase(db: Db, user: SignedIn, orderId: string): Promise<CaseRecord | null> {
  const scope = scopeOf(user, 'order-cancellation:read')
  const newest = await casesIn(db, scope)
    .select('oc.id')
    .where('oc.order_id', '=', orderId)
    .orderBy('oc.opened_at', 'desc')
    .orderBy('oc.id', 'desc')
    .executeTakeFirst()
  return newest ? findCase(db, scope, newest.id) : null
}

/** Whether the order has a step that only a cancellation takes: before it the parties cancel by themselves. */
function isCancellable({ order }: OrderRecord): boolean {
  const step = stepsFrom(orderProcess, order.status).some(({ name }) => name === 'cancelConfirmed')
  return step && order.commitment_day !== null
}

/** What the matrix says of a cancellation beside what stands on the lease of an order; null where nothing refuses it. */
async function refusalBeside({ db, env }: Pick<SignedInContext, 'db' | 'env'>, { order }: OrderRecord) {
  if (!order.agreement_id) return null
  const facts = await readLeaseFacts(db, order.agreement_id, helsinkiDay(env.now()))
  return facts && refusalOf(facts, 'CANCELLATION')
}

const eventOf = ({ order }: OrderRecord, step: string) => ({
  subject: { type: 'order' as const, id: order.id },
  companyId: order.company_id,
  orderId: order.id,
  employeeId: order.beneficiary_employee_id,
  data: { process: 'cancellation-request', step },
})

/** The newest request of an order, and its newest cancellation; staff and both parties see them. */
export async function requestOfOrder(context: SignedInContext, orderId: string) {
  const { db, scope, user } = context
  const record = (await findOrder(db, scope, orderId)) ?? fail('NOT_FOUND')
  const row = await newestOf(db, orderId).executeTakeFirst()
  const held = permissionsOver(user, { companyId: record.order.company_id, ownerId: record.related.owner_id })
  const sees = held.has('order-cancellation:read') || held.has('order-cancellation:request')
  const one = held.has('order-cancellation:read') ? await newestCase(db, user, orderId) : null
  const isOpen = isCancellable(record) && row?.state !== 'OPEN'
  return {
    cancellation: one && caseView(one, user),
    request: row && sees ? requestView(row, user) : null,
    mayAsk: held.has('order-cancellation:request') && isOpen && (await refusalBeside(context, record)) === null,
  }
}

/** Employee or employer asks for the cancellation of a confirmed order; staff find it among their tasks. */
export async function askForCancellation(context: SignedInContext, orderId: string, reason: string) {
  const { db, env, scope, user } = context
  const record = (await lockOrder(db, scope, orderId)) ?? fail('NOT_FOUND')
  const refusal = await refusalBeside(context, record)
  if (!isCancellable(record) || refusal?.code === 'LEASE_NOT_RUNNING')
    throw new AppError('CANCELLATION_REQUEST_NOT_ALLOWED', { details: { status: record.order.status } })
  refuseBeside(refusal)
  const isOwner = record.related.owner_id === user.userId
  await db
    .insertInto('order_cancellation_requests')
    .values({
      id: env.id(),
      company_id: record.order.company_id,
      order_id: orderId,
      asked_by: user.userId,
      asked_as: isOwner ? 'EMPLOYEE' : 'EMPLOYER',
      reason: reason.trim(),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'order_cancellation_requests_open_key')) fail('CANCELLATION_REQUEST_EXISTS')
      throw error
    })
  await logEvent(db, env, actorOf(user, record.related.owner_id), 'PROCESS_STEP', eventOf(record, 'ask'))
  await sendReceipt(db, context, user.userId, {
    kind: 'cancellationRequest',
    number: record.order.order_number,
    next: addDays(helsinkiDay(env.now()), ANSWER_REQUEST_DAYS),
    link: isOwner ? pages.myBike : pageUrl('employerOrder', { orderId }),
    companyId: record.order.company_id,
    head: await headOfOrder(context, record, isOwner),
  })
  return requestView((await newestOf(db, orderId).executeTakeFirst())!, user)
}

/** Where the lease of an order stands, and before that the order. */
const headOfOrder = async (context: SignedInContext, record: OrderRecord, isOwn: boolean) =>
  record.order.agreement_id && record.order.status === 'ACTIVE_LEASING'
    ? headBeside(context.db, context, { agreementId: record.order.agreement_id, isOwn })
    : orderHead(record, {
        viewer: isOwn ? 'EMPLOYEE' : 'EMPLOYER',
        template: 'notifications:receipt.cancellationRequest',
      })

/** Staff decline a request, with an answer that goes to whoever asked. */
export async function declineRequest(
  context: SignedInContext,
  orderId: string,
  { version, answer }: { version: number; answer: string },
) {
  const { db, env, scope, user } = context
  const record = (await lockOrder(db, scope, orderId)) ?? fail('NOT_FOUND')
  const row = (await newestOf(db, orderId).forUpdate().executeTakeFirst()) ?? fail('NOT_FOUND')
  requireVersion(version, row.version, requestView(row, user))
  if (row.state !== 'OPEN') throw new AppError('CANCELLATION_REQUEST_NOT_ALLOWED', { details: { state: row.state } })
  await db
    .updateTable('order_cancellation_requests')
    .set((eb) => ({
      state: 'DECLINED',
      answer: answer.trim(),
      decided_by: user.userId,
      decided_at: env.now(),
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', row.id)
    .execute()
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', eventOf(record, 'decline'))
  await notify(db, context, [row.asked_by], {
    type: 'ORDER_STATUS_CHANGE',
    template: 'order-cancellations:notice.declined',
    link: row.asked_as === 'EMPLOYEE' ? pages.myBike : pageUrl('employerOrder', { orderId }),
    companyId: record.order.company_id,
    mail: true,
    head: await headOfOrder(context, record, row.asked_as === 'EMPLOYEE'),
    values: { order: record.order.order_number, answer: answer.trim() },
  })
  await tellHeldTurns(context, orderId, row.created_at)
  return requestView((await newestOf(db, orderId).executeTakeFirst())!, user)
}

/** The order goes on: whoever is awaited since a moment while it rested hears of it now. */
async function tellHeldTurns(context: SignedInContext, orderId: string, restedFrom: Date): Promise<void> {
  const { db, env, user } = context
  const record = (await findOrder(db, scopeOfAll, orderId))!
  for (const turn of openTurns(record, env.now())) {
    const isMailed = turn.notice !== null && turn.notice !== 'DESK' && turn.notice.by !== undefined
    if (isMailed || sinceOf(record, turn) < restedFrom) continue
    const due = dueDayOf<OrderWords>(turn, sinceOf(record, turn), turnFactsOf(record, helsinkiDay(env.now())))
    await notifyTurn(db, context, record, turn, { step: null, input: { actor: actorOf(user) }, due })
  }
}
