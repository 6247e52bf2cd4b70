/**
 * Reads the transition table: what somebody may do with an order now, and
 * whether a wanted move may be made. Pure; the server judges with it and the
 * screens explain with it.
 */

import {
  fulfilledByCancellation,
  type GuardCode,
  givenWithTheMove,
  holds,
  type Move,
} from '#features/orders/rules/guards.ts'
import type { OrderFacts } from '#features/orders/rules/order-facts.ts'
import { type ActorKind, type Transition, transitions } from '#features/orders/rules/transition-table.ts'
import { type OrderStatus, orderStatuses } from '#features/orders/rules.ts'

/** Who moves an order: the permissions held for this row and the capacities in which they act on it. */
export interface Mover {
  permissions: ReadonlySet<string>
  actors: ReadonlySet<ActorKind>
}

/** The system itself, for jobs and for consequences of other people's acts. */
export const systemMover: Mover = { permissions: new Set(), actors: new Set(['SYSTEM']) }
/** The holder of a store's order link. */
export const storeTokenMover: Mover = { permissions: new Set(), actors: new Set(['STORE_TOKEN']) }
/** The holder of a delivery link. */
export const deliveryTokenMover: Mover = { permissions: new Set(), actors: new Set(['DELIVERY_TOKEN']) }

const actsWithoutPermission: ReadonlySet<ActorKind> = new Set(['SYSTEM', 'STORE_TOKEN', 'DELIVERY_TOKEN'])

export interface AllowedTransition {
  to: OrderStatus
  allowed: boolean
  unmet: GuardCode[]
}

export type MoveRefusal = {
  ok: false
  code: 'ORDER_STEP_NOT_PERMITTED' | 'ORDER_STEP_NOT_ALLOWED' | 'ORDER_CANCELLATION_REQUIRED'
  unmet: GuardCode[]
}
export type MovePlan = {
  ok: true
  edge: Transition
  to: OrderStatus
  /** The new value of the order's remembered status. */
  resumeStatus: OrderStatus | null
}

/** The rows that lead away from a status, or that create an order. */
export function edgesFrom(status: OrderStatus | null): Transition[] {
  return transitions.filter(({ from }) => (status === null ? from === null : from?.includes(status)))
}

/** The status a row leads to for this order; null when it has nothing to resume. */
function targetOf(edge: Transition, facts: OrderFacts): OrderStatus | null {
  if (edge.to !== 'RESUME') return edge.to
  const { resumeStatus } = facts
  return resumeStatus && edge.resumable?.includes(resumeStatus) ? resumeStatus : null
}

function mayTake(edge: Transition, who: Mover): boolean {
  return edge.actors.some(
    (actor) => who.actors.has(actor) && (actsWithoutPermission.has(actor) || who.permissions.has(edge.permission)),
  )
}

function unmetGuards(edge: Transition, facts: OrderFacts, move: Move, reason: string | null | undefined): GuardCode[] {
  const unmet: GuardCode[] = edge.guards.filter((guard) => !holds(guard, facts, move))
  return edge.needsReason && !reason?.trim() ? ['REASON_MISSING', ...unmet] : unmet
}

interface Judged {
  edge: Transition
  unmet: GuardCode[]
}

/** Of several rows with the same ends, the one that is closest to being allowed; the earlier one on a tie. */
function closest(judged: readonly Judged[]): Judged | undefined {
  return judged.toSorted((left, right) => left.unmet.length - right.unmet.length)[0]
}

/** A hold, a special case and a cancellation remember where they came from; a special case keeps a hold's memory. */
function rememberedAfter(edge: Transition, from: OrderStatus | null, facts: OrderFacts): OrderStatus | null {
  if (edge.id === 'O16') return from
  if (edge.id !== 'O18' && edge.id !== 'O21') return null
  return from === 'WAITING_FOR_CUSTOMER_COMMENT' || from === 'CASE_X' ? facts.resumeStatus : from
}

/**
 * Judges one move. No such edge: ORDER_STEP_NOT_ALLOWED without unmet guards.
 * An edge that is not the caller's: ORDER_STEP_NOT_PERMITTED. An edge whose
 * conditions do not hold: ORDER_STEP_NOT_ALLOWED, or
 * ORDER_CANCELLATION_REQUIRED where only an order cancellation can help, with
 * the unmet guards.
 */
export function planMove(
  facts: OrderFacts,
  from: OrderStatus | null,
  to: OrderStatus,
  who: Mover,
  { reason }: { reason?: string | null } = {},
): MovePlan | MoveRefusal {
  const edges = edgesFrom(from).filter((edge) => targetOf(edge, facts) === to)
  if (edges.length === 0) return { ok: false, code: 'ORDER_STEP_NOT_ALLOWED', unmet: [] }
  const own = edges.filter((edge) => mayTake(edge, who))
  const best = closest(own.map((edge) => ({ edge, unmet: unmetGuards(edge, facts, { from, to }, reason) })))
  if (!best) return { ok: false, code: 'ORDER_STEP_NOT_PERMITTED', unmet: [] }
  if (best.unmet.length === 0) {
    return { ok: true, edge: best.edge, to, resumeStatus: rememberedAfter(best.edge, from, facts) }
  }
  const needsCancellation = best.unmet.some((guard) => fulfilledByCancellation.has(guard))
  const code = needsCancellation ? 'ORDER_CANCELLATION_REQUIRED' : 'ORDER_STEP_NOT_ALLOWED'
  return { ok: false, code, unmet: best.unmet }
}

/**
 * The moves that are the caller's to make from a status, one row per target in
 * the order of the statuses, each with what still stands in its way. What the
 * command itself brings (reason, question, answer) does not count as missing.
 */
export function allowedTransitions(facts: OrderFacts, status: OrderStatus | null, who: Mover): AllowedTransition[] {
  const own = edgesFrom(status).filter((edge) => mayTake(edge, who))
  return orderStatuses.flatMap((to) => {
    const best = closest(
      own
        .filter((edge) => targetOf(edge, facts) === to)
        .map((edge) => ({
          edge,
          unmet: unmetGuards(edge, facts, { from: status, to }, null).filter((guard) => !givenWithTheMove.has(guard)),
        })),
    )
    return best ? [{ to, allowed: best.unmet.length === 0, unmet: best.unmet }] : []
  })
}

/** Whether every row between two statuses wants a reason, so that a screen can ask for it first. */
export function needsReason(facts: OrderFacts, from: OrderStatus, to: OrderStatus): boolean {
  const edges = edgesFrom(from).filter((edge) => targetOf(edge, facts) === to)
  return edges.length > 0 && edges.every((edge) => edge.needsReason === true)
}
