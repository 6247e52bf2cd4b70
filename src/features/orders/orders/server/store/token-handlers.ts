import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failFieldText } from '#platform/contract/errors.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { BaseContext, Handlers, Services } from '#platform/server/http/context.ts'
import { type LinkToken, subjectOf } from '#platform/server/http/link-tokens.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { frameKey } from '#platform/values/frame-numbers.ts'
import type { orderLinks } from '../../link-contract.ts'
import { storeActions } from '../../rules/store-page.ts'
import { deliveryTokenMover } from '../../rules/transitions.ts'
import { mayReportDelivery } from '../../rules.ts'
import { byOf, lockAt } from '../handlers.ts'
import { reportDelivery } from '../moves/commands.ts'
import { findOrder, lockOrder, type OrderRecord } from '../moves/record.ts'
import { counterView, fillCounter, openCounter } from './counter.ts'
import { awaitsCode, storeFactsOf } from './store-facts.ts'
import { askBuyer, checkCode, storeActor, storePageOf, tellPickup } from './store-page.ts'

function deliveryView(record: OrderRecord, token: LinkToken, services: Services) {
  const { order, related: s } = record
  return {
    orderNumber: order.order_number,
    bike: `${order.bike_brand} ${order.bike_model}`,
    store: s.store_name,
    firstName: s.first_name,
    by: token.userId ? ('EMPLOYEE' as const) : ('STORE' as const),
    confirmedDay: order.commitment_day,
    today: helsinkiDay(services.env.now()),
    frameNumber: order.frame_number,
    deliveryDay: order.delivery_day,
    open:
      mayReportDelivery(order.status, order.resume_status) ||
      (!token.userId && storeActions(storeFactsOf(record, true, services.env.now())).report),
    needsCode: !token.userId && awaitsCode(order),
  }
}

type Reported = BodyOf<typeof orderLinks.storeReports>

/**
 * A store reports once it has checked the buyer's code, before the order is processed as after it.
 * @throws VALIDATION at the second typing of a frame number that is another than the first
 */
async function reportByStore(context: BaseContext, record: OrderRecord, body: Reported): Promise<OrderRecord> {
  if (body.frameNumberAgain !== undefined && frameKey(body.frameNumberAgain) !== frameKey(body.frameNumber))
    failFieldText('frameNumberAgain', 'orders:fieldErrors.FRAME_NUMBERS_DIFFER')
  if (awaitsCode(record.order))
    throw new AppError('DELIVERY_NOT_ALLOWED', {
      details: { status: record.order.status, unmet: ['CODE_NOT_CHECKED'] },
    })
  const by = { mover: deliveryTokenMover, actor: storeActor, reportedBy: 'STORE' as const }
  return reportDelivery(context.db, context, record, by, body)
}

/** What a link alone opens: one order, and of it only what the page needs; and the buyer's link for the counter. */
export const orderLinkHandlers: Handlers<typeof orderLinks> = {
  async deliveryPage(_request, context) {
    const record = (await findOrder(context.db, scopeOfAll, subjectOf(context.token))) ?? fail('NOT_FOUND')
    return deliveryView(record, context.token, context)
  },
  async reportDelivery({ body }, context) {
    const { db, token } = context
    const record = (await lockOrder(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND')
    if (!token.userId) return deliveryView(await reportByStore(context, record, body), token, context)
    const actor = { kind: 'EMPLOYEE' as const, userId: token.userId }
    const by = { mover: deliveryTokenMover, actor, reportedBy: 'EMPLOYEE' as const }
    return deliveryView(await reportDelivery(db, context, record, by, body), token, context)
  },
  async checkDeliveryCode({ body }, context) {
    if (context.token.userId) return fail('NOT_FOUND')
    return checkCode(context, context, body.code)
  },
  async storePage(_request, context) {
    const record = (await findOrder(context.db, scopeOfAll, subjectOf(context.token))) ?? fail('NOT_FOUND')
    return storePageOf(context.db, context, record)
  },
  async checkCode({ body }, context) {
    return checkCode(context, context, body.code)
  },
  async tellPickup({ body }, context) {
    return storePageOf(context.db, context, await tellPickup(context.db, context, context.token, body))
  },
  async askBuyer({ body }, context) {
    return storePageOf(context.db, context, await askBuyer(context.db, context, context.token, body.question))
  },
  async counterPage(_request, context) {
    return counterView((await findOrder(context.db, scopeOfAll, subjectOf(context.token))) ?? fail('NOT_FOUND'))
  },
  async fillCounter({ body }, context) {
    return counterView(await fillCounter(context, body))
  },
  async openCounter({ params, body }, context) {
    const { db, user } = context
    const record = await lockAt(context, params.orderId, body.version)
    return openCounter(db, context, record, byOf(user, record), body.bikeStoreId)
  },
  async storeReports({ body }, context) {
    const record = (await lockOrder(context.db, scopeOfAll, subjectOf(context.token))) ?? fail('NOT_FOUND')
    return storePageOf(context.db, context, await reportByStore(context, record, body))
  },
}
