import { orderProcess } from '#features/orders/orders/rules/transitions.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { stepsFrom } from '#platform/process/plan.ts'
import { RESUME, type Way } from '#platform/process/table.ts'
import type { OrderAction, OrderStep } from '../rules/words.ts'

/** A move as the server offers it to the caller. */
export interface OfferedMove {
  readonly to: OrderStatus
  readonly allowed: boolean
  readonly unmet: readonly string[]
}

export interface Action {
  readonly name: OrderAction
  readonly to: OrderStatus
  /** May be begun now; what its own dialog asks for does not stand in the way. */
  readonly open: boolean
  /** What stands in the way, the dialog's own questions left out. */
  readonly unmet: readonly string[]
  readonly needsReason: boolean
  /** Carries the order on, or back to where a hold or a special case took it from. */
  readonly leadsOn: boolean
  /** Ends the order: asked for with care and shown last. */
  readonly ends: boolean
}

/** Steps forward stand first, the way back last. */
const ranks: Record<Way, number> = { forward: 0, aside: 1, back: 2 }
const ENDS_RANK = 3

/** The table's rows between two statuses: those that name the target, else those that resume it. */
function stepsBetween(from: OrderStatus, to: OrderStatus): OrderStep[] {
  const rows = stepsFrom(orderProcess, from)
  const named = rows.filter((step) => step.to === to)
  return named.length > 0 ? named : rows.filter((step) => step.to === RESUME && step.resumable?.includes(to))
}

/**
 * The actions of an order's panel, made from the moves that the server offers and from nothing else. Matching an invoice
 * is one action whichever of its two statuses it leads to.
 */
export function actionsOf(from: OrderStatus, moves: readonly OfferedMove[]): Action[] {
  const actions: (Action & { rank: number })[] = []
  for (const { to, allowed, unmet: missing } of moves) {
    const steps = stepsBetween(from, to)
    const [step] = steps
    if (!step) continue
    const asked: readonly string[] = step.asks ?? []
    const unmet = missing.filter((guard) => !asked.includes(guard))
    const ends = to === 'CANCELLED'
    const action = {
      name: step.action,
      to,
      open: unmet.length === 0,
      unmet,
      needsReason: steps.every((one) => one.needsReason === true),
      leadsOn: step.way === 'forward' || step.to === RESUME,
      ends,
      rank: ends ? ENDS_RANK : ranks[step.way],
    }
    const same = actions.findIndex(({ name }) => name === action.name && name === 'match')
    if (same < 0) actions.push(action)
    // Both rows can be taken by the dialog; the one that already holds names where the order will go.
    else if (allowed) actions[same] = action
  }
  return actions.toSorted((left, right) => left.rank - right.rank).map(({ rank: _, ...action }) => action)
}

/** The action that the panel shows as its primary one: the first that is open and carries the order on. */
export function primaryAction(actions: readonly Action[]): Action | undefined {
  return actions.find((action) => action.open && action.leadsOn)
}
