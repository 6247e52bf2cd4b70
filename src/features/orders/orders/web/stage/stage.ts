/** What a screen of an order offers by its status. Pure: screens are chosen and tested by it. */

import type { OrderState, Viewer } from '#features/orders/orders/rules/stage.ts'
import type { WaitedFor } from '#features/orders/orders/rules/waited-for.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'

/** Of those who are awaited the one to name: oneself before others. */
export function awaitedOf(waitingFor: readonly WaitedFor[], viewer: Viewer): WaitedFor | null {
  return waitingFor.find((one) => one === viewer) ?? waitingFor[0] ?? null
}

/** What an order that waits for nobody is called: of one under way, that only a day has to come. */
export function closedKey({ orderStatus, agreement }: Pick<OrderState, 'orderStatus' | 'agreement'>) {
  if (orderStatus === 'ACTIVE_LEASING') return agreement?.leaseState === 'ENDED' ? 'ENDED' : orderStatus
  const isOver = orderStatus === 'CANCELLED' || orderStatus === 'CASE_X' || orderStatus === 'WIX'
  if (isOver || orderStatus === 'REFUNDED') return orderStatus
  return orderStatus === 'READY_FOR_BILLING' ? 'STARTS' : 'WAITS'
}

export const stepKeys = ['accepted', 'package', 'signing', 'ordering', 'handover', 'lease'] as const
export type StepKey = (typeof stepKeys)[number]

const stepOfStatus: Record<OrderStatus, number> = {
  NOT_STARTED: 2,
  PENDING: 2,
  PACKAGE_PROVIDED: 2,
  ALL_INFO_PROVIDED: 3,
  CONFIRMED: 4,
  PROCESSED: 5,
  WAITING_FOR_INVOICE_MATCH: 5,
  WAITING_FOR_DELIVERY_DATE: 5,
  READY_FOR_BILLING: 6,
  GRENKE_INVOICE_SENT: 6,
  ACTIVE_LEASING: 7,
  WAITING_FOR_CUSTOMER_COMMENT: 4,
  CASE_X: 4,
  CANCELLED: 0,
  WIX: 0,
  REFUNDED: 0,
}

/** The current step, 1 to 6; 7 when all are done, 0 when the order is no longer under way. */
export function stepOf({ orderStatus, resumeStatus }: Pick<OrderState, 'orderStatus' | 'resumeStatus'>): number {
  const isAside = orderStatus === 'WAITING_FOR_CUSTOMER_COMMENT' || orderStatus === 'CASE_X'
  return stepOfStatus[isAside && resumeStatus ? resumeStatus : orderStatus]
}

/** Guards that the order form itself fulfils; the others are told to the person before they fill anything in. */
const givenByForms: ReadonlySet<string> = new Set([
  'PACKAGE_INCOMPLETE',
  'STORE_NOT_ACTIVE',
  'PRICE_ABOVE_LIMIT',
  'TERM_NOT_COMPUTABLE',
  'ANSWERS_INCOMPLETE',
  'POLICY_NOT_ACCEPTED',
])

type Moves = Pick<OrderViewType, 'allowedTransitions'>

/** What stands in the way of a move although its forms were filled in; null when the move is not the caller's at all. */
export function obstaclesTo(order: Moves, to: OrderStatus): readonly string[] | null {
  const move = order.allowedTransitions.find((one) => one.to === to)
  return move ? move.unmet.filter((guard) => !givenByForms.has(guard)) : null
}

/** Whether the server lets the caller make a move as things are. */
export function mayMove(order: Moves, to: OrderStatus): boolean {
  return order.allowedTransitions.some((one) => one.to === to && one.allowed)
}
