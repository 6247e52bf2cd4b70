import { fail } from '#platform/contract/errors.ts'
import { isStaff, permissionsOver, type SignedIn, scopeOf, scopeOfOwn } from '#platform/server/database/scope.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { orders } from '../contract.ts'
import { isUnderWay } from '../rules.ts'
import { correctDelivery } from './delivery/correct-delivery.ts'
import { allOrderIds, listOrders, listOwnOrders, orderRows } from './list.ts'
import { orderColumns } from './list-columns.ts'
import { awaitInvoice, type By, reportDelivery, setAnswers, setPackage } from './moves/commands.ts'
import { moverOf } from './moves/facts.ts'
import { moveOrder } from './moves/move.ts'
import { findOrder, lockOrder, type OrderRecord, orderEvent } from './moves/record.ts'
import { buyOutAnswer } from './price/buy-out.ts'
import { priceOrder } from './price/pricing.ts'
import { countConfirmedOnline, findBuyer, listAllOrders } from './queries.ts'
import { startOrder } from './start.ts'
import { addNote, timelineOf } from './timeline.ts'
import { orderView, priceCardView } from './view.ts'

export const byOf = (user: SignedIn, record: OrderRecord): By => ({
  mover: moverOf(user, record),
  actor: actorOf(user, record.related.owner_id),
})

/** Locks an order inside the scope and refuses a change that was made to an older version of it. */
export async function lockAt(context: SignedInContext, orderId: string, version: number): Promise<OrderRecord> {
  const record = (await lockOrder(context.db, context.scope, orderId)) ?? fail('NOT_FOUND')
  requireVersion(version, record.order.version, orderView(record, context.user, context))
  return record
}

export const orderHandlers: Handlers<typeof orders> = {
  async confirmedOnlineCount(_request, { db, scope }) {
    return { count: await countConfirmedOnline(db, scope) }
  },
  async all(_request, { db, scope }) {
    return listAllOrders(db, scope)
  },
  async list({ query }, { db, scope, user }) {
    const { page = 1, limit = 20, ...filter } = query
    return listOrders(db, scope, { ...filter, seenBy: user }, { page, limit })
  },
  async own(_request, context) {
    const { db, user } = context
    const items = await listOwnOrders(db, user)
    const opened = items.find(({ orderStatus }) => isUnderWay(orderStatus)) ?? items[0]
    const record = opened && (await findOrder(db, scopeOfOwn(user.userId), opened.orderId))
    return { items, first: record ? orderView(record, user, context) : null }
  },
  async listFile({ query: { format, ...filter } }, { db, scope, texts, language, brand, user }) {
    return listFile({
      format,
      name: texts.t(language, 'orders:file.name'),
      columns: orderColumns({ texts, language, us: brand.name }),
      ids: await allOrderIds(db, scope, { ...filter, seenBy: user }),
      read: (ids) => orderRows(db, ids, user),
    })
  },
  async get({ params }, context) {
    const record = (await findOrder(context.db, context.scope, params.orderId)) ?? fail('NOT_FOUND')
    return orderView(record, context.user, context)
  },
  async revealSecurityCode({ params, body }, context) {
    const { db, env, scope, user, vault } = context
    const { order, related } = (await findOrder(db, scope, params.orderId)) ?? fail('NOT_FOUND')
    const sealed = order.security_code_sealed ?? fail('NOT_FOUND')
    await logEvent(db, env, actorOf(user, related.owner_id), 'SECURITY_CODE_READ', {
      ...orderEvent(order),
      data: { purpose: body.purpose },
    })
    return { securityCode: vault.open(sealed) }
  },
  async timeline({ params }, context) {
    return { items: await timelineOf(context, params.orderId) }
  },
  async addNote({ params, body }, context) {
    await addNote(context, params.orderId, body.text)
    return new Answer(201, { items: await timelineOf(context, params.orderId) })
  },
  async start({ body }, context) {
    const { db, scope, user } = context
    const person = (await findBuyer(db, scope, body.beneficiaryEmployeeId)) ?? fail('NOT_FOUND')
    const mover = {
      permissions: permissionsOver(user, { companyId: person.company_id, ownerId: person.user_id }),
      capacities: new Set([isStaff(user) ? ('STAFF' as const) : ('SELF' as const)]),
    }
    const orderId = await startOrder(db, context, {
      companyId: person.company_id,
      employeeId: body.beneficiaryEmployeeId,
      actor: actorOf(user, person.user_id),
      mover,
    })
    const record = (await findOrder(db, scopeOf(user, 'order:read'), orderId)) ?? fail('NOT_FOUND')
    return new Answer(201, orderView(record, user, context))
  },
  async quote({ params, body }, context) {
    const record = (await findOrder(context.db, context.scope, params.orderId)) ?? fail('NOT_FOUND')
    const accessoriesCents = centsFromEuros(body.accessoriesPrice ?? 0)
    const card = await priceOrder(context.db, context, record, {
      bikePriceCents: centsFromEuros(body.totalAmount) - accessoriesCents,
      accessoriesCents,
      useCampaign: body.useCampaign,
    })
    return priceCardView(card)
  },
  async setPackage({ params, body }, context) {
    const record = await lockAt(context, params.orderId, body.version)
    return orderView(
      await setPackage(context.db, context, record, byOf(context.user, record), body),
      context.user,
      context,
    )
  },
  async setAnswers({ params, body }, context) {
    const record = await lockAt(context, params.orderId, body.version)
    return orderView(
      await setAnswers(context.db, context, record, byOf(context.user, record), body),
      context.user,
      context,
    )
  },
  async move({ params, body }, context) {
    const { db, user } = context
    const record = await lockAt(context, params.orderId, body.version)
    const by = byOf(user, record)
    const storeOrderNumber = by.mover.permissions.has('order:process') ? body.bikeStoreOrderNumber?.trim() : undefined
    const moved = await moveOrder(db, context, record, {
      to: body.to,
      ...by,
      reason: body.reason ?? null,
      ...(body.question === undefined ? {} : { question: body.question }),
      ...(body.answer === undefined ? {} : { answer: body.answer }),
      ...(storeOrderNumber ? { columns: { bike_store_order_number: storeOrderNumber } } : {}),
    })
    const last = body.andAwaitInvoice ? await awaitInvoice(db, context, moved, by) : moved
    return orderView(last, user, context)
  },
  async setDelivery({ params, body }, context) {
    const record = await lockAt(context, params.orderId, body.version)
    const reportedBy = record.related.owner_id === context.user.userId ? 'EMPLOYEE' : 'STAFF'
    return orderView(
      await reportDelivery(context.db, context, record, { ...byOf(context.user, record), reportedBy }, body),
      context.user,
      context,
    )
  },
  async correctDelivery({ params, body }, context) {
    const record = await lockAt(context, params.orderId, body.version)
    const { actor } = byOf(context.user, record)
    const reason = body.reason.trim()
    return orderView(
      await correctDelivery(context.db, context, record, actor, { ...body, reason }),
      context.user,
      context,
    )
  },
  async certificate({ params }, context) {
    const { order } = (await findOrder(context.db, context.scope, params.orderId)) ?? fail('NOT_FOUND')
    return (
      (order.certificate_file_id ? await fileAnswer(context.db, context, order.certificate_file_id) : null) ??
      fail('NOT_FOUND')
    )
  },
  async buyOutTable({ params }, context) {
    const record = (await findOrder(context.db, context.scope, params.orderId)) ?? fail('NOT_FOUND')
    return buyOutAnswer(record, context)
  },
}
