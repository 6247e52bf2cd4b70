import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Database, Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { countAttempt, forgiveAttempt } from '#platform/server/http/limits.ts'
import { type LinkToken, subjectOf } from '#platform/server/http/link-tokens.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { orderLinks } from '../../link-contract.ts'
import { storeActions, storeStageOf, WRONG_CODES_MAX } from '../../rules/store-page.ts'
import { storeTokenMover, unmetOfProcessing } from '../../rules/transitions.ts'
import { tellOfNewCode } from '../moves/effect-messages.ts'
import { factsOf } from '../moves/facts.ts'
import { moveOrder, notifyOrderTurns } from '../moves/move.ts'
import { findOrder, lockOrder, type OrderRecord, type OrderRow, orderEvent, updateOrder } from '../moves/record.ts'
import { findStoreInvoice, type StoreInvoiceRow } from '../queries.ts'
import { storeFactsOf } from './store-facts.ts'

/** Who actions by the store's link: nobody who has signed in. */
export const storeActor = { kind: 'STORE', userId: null } as const

/** Invoices that have been checked: their due day is when they are paid. */
const checked: ReadonlySet<string> = new Set(['VERIFIED', 'APPROVED', 'PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK'])

function expectedPayDay(order: OrderRow, invoice: StoreInvoiceRow | null, today: Day): Day | null {
  if (!invoice || order.delivery_day === null || !checked.has(invoice.status)) return null
  return invoice.due_day >= today ? invoice.due_day : null
}

/** What the head of a store's page says of its order. @throws NOT_FOUND */
export async function storeStageOfOrder(db: Db, { env }: Pick<Services, 'env'>, orderId: string) {
  const record = (await findOrder(db, scopeOfAll, orderId)) ?? fail('NOT_FOUND')
  const invoice = await findStoreInvoice(db, orderId)
  return storeStageOf(storeFactsOf(record, invoice !== null, env.now()), record.order.order_paid_day !== null)
}

/** The store's view of its order. */
export async function storePageOf(db: Db, services: Services, record: OrderRecord) {
  const { order, related: s } = record
  const { brand, env } = services
  const today = helsinkiDay(env.now())
  const invoice = await findStoreInvoice(db, order.id)
  const facts = storeFactsOf(record, invoice !== null, env.now())
  return {
    orderNumber: order.order_number,
    storeName: s.store_name!,
    buyerName: `${s.first_name} ${s.last_name}`,
    bike: `${order.bike_brand} ${order.bike_model}`,
    frameSize: order.frame_size,
    colour: order.bike_colour,
    accessories: order.accessories.map(({ name, priceCents }) => ({ name, price: eurosFromCents(priceCents) })),
    totalAmount: eurosFromCents(order.total_price_cents ?? 0),
    isOnlineOrder: order.is_online_order,
    delivery: order.delivery_method,
    deliveryAddress: order.delivery_address,
    orderStatus: order.status,
    confirmedDay: order.commitment_day,
    pickupDay: order.pickup_day,
    pickupReadyAt: order.pickup_ready_at?.toISOString() ?? null,
    codeCheckedAt: order.code_checked_at?.toISOString() ?? null,
    question: order.question_by === 'STORE' ? { text: order.hold_question, answer: order.hold_answer } : null,
    today,
    stage: storeStageOf(facts, order.order_paid_day !== null),
    actions: storeActions(facts),
    invoiceTo: {
      name: brand.legalName,
      businessId: brand.businessId,
      eInvoiceAddress: brand.eInvoiceAddress,
      operatorId: brand.operatorId,
      reference: order.order_number,
    },
    invoice: invoice && {
      number: invoice.number ?? '',
      issueDay: invoice.issue_day,
      total: eurosFromCents(invoice.total_cents),
      hasFile: invoice.file_id !== null,
    },
    expectedPayDay: expectedPayDay(order, invoice, today),
    paidDay: order.order_paid_day,
    paymentTermsDays: s.store_payment_terms_days ?? 14,
    frameNumber: order.frame_number,
    deliveryDay: order.delivery_day,
  }
}

const lockOf = async (db: Db, token: LinkToken) =>
  (await lockOrder(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND')

const refuse = ({ order }: OrderRecord, unmet: readonly string[]): never => {
  throw new AppError('ORDER_STEP_NOT_ALLOWED', { details: { from: order.status, to: order.status, unmet } })
}

const logStep = (db: Db, { env }: Services, order: OrderRow, step: string, data: object = {}) =>
  logEvent(db, env, storeActor, 'PROCESS_STEP', { ...orderEvent(order), data: { process: 'store', step, ...data } })

type Told = BodyOf<typeof orderLinks.tellPickup>

/** Keeps the day on which the bicycle will be ready; once it is, the buyer is told where and with which code. */
export async function tellPickup(db: Db, services: Services, token: LinkToken, { pickupDay, ready }: Told) {
  const record = await lockOf(db, token)
  const { order } = record
  const actions = storeActions(storeFactsOf(record, true, services.env.now()))
  if (!actions.prepare || (ready && !actions.ready)) refuse(record, ['PICKUP_NOT_OPEN'])
  const today = helsinkiDay(services.env.now())
  if (!pickupDay && !ready) failField('pickupDay', 'REQUIRED', 'is missing')
  if (pickupDay && pickupDay < today) failField('pickupDay', 'TOO_SMALL', 'has passed', today)
  const told = await updateOrder(db, services, record, {
    ...(pickupDay ? { pickup_day: pickupDay } : {}),
    ...(ready ? { pickup_ready_at: services.env.now() } : {}),
  })
  await logStep(db, services, order, ready ? 'ready' : 'estimate', { day: ready ? today : pickupDay })
  if (ready) await notifyOrderTurns(db, services, record, told, storeActor)
  return told
}

/** The store's question holds the order until the buyer has answered, as one of the staff does. */
export async function askBuyer(db: Db, services: Services, token: LinkToken, question: string) {
  const record = await lockOf(db, token)
  if (!storeActions(storeFactsOf(record, true, services.env.now())).ask) refuse(record, ['QUESTION_NOT_OPEN'])
  if (!question.trim()) failField('question', 'REQUIRED', 'is missing')
  return moveOrder(db, services, record, {
    to: 'WAITING_FOR_CUSTOMER_COMMENT',
    mover: storeTokenMover,
    actor: storeActor,
    question: question.trim(),
  })
}

interface CodeCall {
  readonly db: Db
  readonly database: Database
  readonly token: LinkToken
  readonly clientAddress: string
}

/** Whether a code is the buyer's; ten wrong ones for an order, and the buyer is sent another. */
export async function checkCode(services: Services, { db, database, token, clientAddress }: CodeCall, code: string) {
  const now = services.env.now()
  // Six digits would not last long against many addresses that guess at once: the link itself is counted, too.
  const who = { identifier: token.id, address: clientAddress }
  await countAttempt(database.primary, 'store-code', who, now)
  const record = await lockOf(db, token)
  const { order } = record
  const mayHandOver = order.status !== 'CONFIRMED' || unmetOfProcessing(factsOf(record, now)).length === 0
  if (!order.security_code_sealed || !mayHandOver) throw new AppError('NOT_FOUND')
  const right = services.vault.open(order.security_code_sealed) === code
  // Only wrong codes wear the limit out: a busy counter asks again for the right one.
  if (right) await forgiveAttempt(db, 'store-code', who, now)
  if (right && order.code_checked_at === null) {
    await updateOrder(db, services, record, { code_checked_at: now })
    await logStep(db, services, order, 'code')
  }
  const renewed = !right && order.code_checked_at === null && (await countWrongCode(db, services, record))
  return { right, renewed }
}

/** @returns whether the buyer has been sent another code */
async function countWrongCode(db: Db, services: Services, record: OrderRecord): Promise<boolean> {
  const failures = record.order.code_failures + 1
  if (failures < WRONG_CODES_MAX) {
    await updateOrder(db, services, record, { code_failures: failures })
    return false
  }
  const code = services.env.code()
  await updateOrder(db, services, record, { code_failures: 0, security_code_sealed: services.vault.seal(code) })
  await logStep(db, services, record.order, 'newCode')
  await tellOfNewCode(db, services, record, code)
  return true
}
