import { dueDayOf, turnsIn } from '#platform/process/turns.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { type Mover, orderProcess } from '../../rules/transitions.ts'
import type { WaitedFor } from '../../rules/waited-for.ts'
import type { OrderTurn, OrderWords } from '../../rules/words.ts'
import { type TurnRecord, turnFactsOf } from './facts.ts'
import type { OrderRecord } from './record.ts'

/** The turns of an order that stand open now. */
export const openTurns = (record: OrderRecord, now: Date) =>
  turnsIn<OrderWords>(orderProcess, record.order.status, turnFactsOf(record, helsinkiDay(now)))

/**
 * Since when a turn stands open: since the status, the signature that opened the confirmation, the store's word or the
 * request to cancel.
 */
export function sinceOf({ order, related: s }: TurnRecord, { action }: Pick<OrderTurn, 'action'>): Date {
  if (action === 'pickUp') return order.pickup_ready_at ?? order.status_changed_at
  if (action === 'answerRequest') return s.cancellation_asked_at ?? order.status_changed_at
  if (action !== 'confirm') return order.status_changed_at
  const times = [order.status_changed_at, s.employee_signed_at, s.employer_signed_at].map((at) => at?.getTime() ?? 0)
  return new Date(Math.max(...times))
}

const awaitedAs: Partial<Record<string, WaitedFor>> = { SELF: 'EMPLOYEE', EMPLOYER: 'EMPLOYER', STAFF: 'STAFF' }

/**
 * Since when an order waits, and the first day by which somebody should act, null when nothing says: of the reader's own
 * turns where they have one, else of everybody's.
 */
export function waitOf(record: OrderRecord, now: Date, { capacities }: Mover): { since: Date; due: Day | null } {
  const open = openTurns(record, now)
  const reader = new Set([...capacities].map((one) => awaitedAs[one]))
  const own = open.filter(({ awaited }) => reader.has(awaited))
  const turns = own.length > 0 ? own : open
  const since = turns.map((turn) => sinceOf(record, turn).getTime())
  const due = turns.flatMap(
    (turn) => dueDayOf(turn, sinceOf(record, turn), turnFactsOf(record, helsinkiDay(now))) ?? [],
  )
  return {
    since: since.length > 0 ? new Date(Math.min(...since)) : record.order.status_changed_at,
    due: due.toSorted()[0] ?? null,
  }
}
