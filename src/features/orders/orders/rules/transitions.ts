/** The order as a process: its table of steps, guards and turns, and how orders ask them. Pure. */

import {
  fulfilledByCancellation,
  type GuardCode,
  givenWithTheMove,
  guards,
} from '#features/orders/orders/rules/guards.ts'
import type { OrderFacts } from '#features/orders/orders/rules/order-facts.ts'
import { orderSteps } from '#features/orders/orders/rules/transition-table.ts'
import { orderTurns } from '#features/orders/orders/rules/turns.ts'
import { type OrderStatus, orderStatuses } from '#features/orders/orders/rules.ts'
import { allowedSteps, type Mover as MoverOf, planStep, tokenMover } from '#platform/process/plan.ts'
import type { Process } from '#platform/process/table.ts'
import type { Capacity, OrderStep, OrderWords } from './words.ts'

export type Mover = MoverOf<Capacity>

export const orderProcess: Process<OrderWords> = {
  name: 'order',
  states: orderStatuses,
  steps: orderSteps,
  guards,
  given: givenWithTheMove,
  remembered: (facts) => facts.resumeStatus,
  turns: orderTurns,
}

/** The holder of a store's order link. */
export const storeTokenMover: Mover = tokenMover('STORE_TOKEN')

/** The holder of a delivery link. */
export const deliveryTokenMover: Mover = tokenMover('DELIVERY_TOKEN')

export interface AllowedTransition {
  to: OrderStatus
  allowed: boolean
  unmet: GuardCode[]
}

export type RefusalCode = 'ORDER_STEP_NOT_PERMITTED' | 'ORDER_STEP_NOT_ALLOWED' | 'ORDER_CANCELLATION_REQUIRED'
export type MoveRefusal = { ok: false; code: RefusalCode; unmet: GuardCode[] }
export type MovePlan = { ok: true; edge: OrderStep; to: OrderStatus; resumeStatus: OrderStatus | null }

const processing = orderSteps.find(({ name }) => name === 'process')!

/** What stands in the way of processing a confirmed order; a hand-over before it asks the same. */
export const unmetOfProcessing = (facts: OrderFacts): GuardCode[] =>
  processing.guards.filter((guard) => !guards[guard](facts, { from: 'CONFIRMED', to: 'PROCESSED' }))

/**
 * How a refused move is answered. No such step: ORDER_STEP_NOT_ALLOWED without unmet guards. A step that is not the
 * caller's: ORDER_STEP_NOT_PERMITTED. A step whose conditions do not hold: ORDER_STEP_NOT_ALLOWED, or
 * ORDER_CANCELLATION_REQUIRED where only an order cancellation can help.
 */
export function refusalCode(reason: 'NO_STEP' | 'NOT_PERMITTED' | 'UNMET', unmet: readonly GuardCode[]): RefusalCode {
  if (reason === 'NOT_PERMITTED') return 'ORDER_STEP_NOT_PERMITTED'
  return unmet.some((guard) => fulfilledByCancellation.has(guard))
    ? 'ORDER_CANCELLATION_REQUIRED'
    : 'ORDER_STEP_NOT_ALLOWED'
}

/** Judges one move; see `refusalCode` for the refusals. */
export function planMove(
  facts: OrderFacts,
  from: OrderStatus | null,
  to: OrderStatus,
  who: MoverOf,
  { reason }: { reason?: string | null } = {},
): MovePlan | MoveRefusal {
  const plan = planStep(orderProcess, facts, from, { to, reason: reason ?? null }, who)
  if (plan.ok) return { ok: true, edge: plan.step, to: plan.to, resumeStatus: plan.resumeState }
  return { ok: false, code: refusalCode(plan.reason, plan.unmet), unmet: plan.unmet }
}

/**
 * The moves that are the caller's to make from a status, one row per target in the order of the statuses, each with
 * what still stands in its way.
 */
export function allowedTransitions(facts: OrderFacts, status: OrderStatus | null, who: MoverOf): AllowedTransition[] {
  const steps = allowedSteps(orderProcess, facts, status, who)
  return orderStatuses.flatMap((to) => {
    const [best] = steps.filter((step) => step.to === to).sort((a, b) => a.unmet.length - b.unmet.length)
    return best ? [{ to, allowed: best.allowed, unmet: best.unmet }] : []
  })
}
