import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent, systemActor } from '#platform/server/database/events.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Transition } from '../rules/transition-table.ts'
import { type Mover, planMove, systemMover } from '../rules/transitions.ts'
import type { OrderStatus } from '../rules.ts'
import { effects } from './effects.ts'
import { factsOf, type Given } from './facts.ts'
import { lockOrder, type OrderRecord } from './record.ts'

export interface MoveInput {
  readonly to: OrderStatus
  readonly mover: Mover
  readonly actor: Actor
  readonly reason?: string | null
  readonly question?: string | null
  readonly answer?: string | null
}

/** What an effect is handed: the order before the move, the plan, and who moved it why. */
export interface Effect {
  readonly db: Db
  readonly services: Services
  readonly record: OrderRecord
  readonly edge: Transition
  readonly input: MoveInput
}

/** Edges that go forward on the main way; only these can be stepped back from. */
const forward = new Set(['O2', 'O3', 'O5', 'O7', 'O8', 'O9', 'O10', 'O11', 'O12', 'O13', 'O14', 'O15'])
/** Edges that leave the main way and come back to it: what was taken last still stands. */
const aside = new Set(['O16', 'O17', 'O18', 'O19'])

/**
 * The only way a status changes: judge by the table, write, log, do what the edge says, all in the caller's
 * transaction. The record must come from `lockOrder` in the same transaction.
 * @returns the order as it stands now
 * @throws ORDER_STEP_NOT_PERMITTED, ORDER_STEP_NOT_ALLOWED or ORDER_CANCELLATION_REQUIRED with the unmet guards
 */
export async function moveOrder(
  db: Db,
  services: Services,
  record: OrderRecord,
  input: MoveInput,
): Promise<OrderRecord> {
  const { order } = record
  const { env } = services
  const given: Given = {
    ...(input.question === undefined ? {} : { questionText: input.question }),
    ...(input.answer === undefined ? {} : { answerText: input.answer }),
  }
  const plan = planMove(factsOf(record, env.now(), given), order.status, input.to, input.mover, {
    reason: input.reason ?? null,
  })
  if (!plan.ok) throw new AppError(plan.code, { details: { from: order.status, to: input.to, unmet: plan.unmet } })
  const { edge, to, resumeStatus } = plan
  const lastEdge = forward.has(edge.id) ? `${order.status}>${to}` : aside.has(edge.id) ? order.last_edge : null
  await db
    .updateTable('orders')
    .set((eb) => ({
      status: to,
      resume_status: resumeStatus,
      last_edge: lastEdge,
      status_changed_at: env.now(),
      updated_at: env.now(),
      version: eb('version', '+', 1),
      ...(edge.id === 'O18' ? { case_reason: input.reason ?? null } : {}),
    }))
    .where('id', '=', order.id)
    .execute()
  await logEvent(db, env, input.actor, 'ORDER_STATUS_UPDATED', {
    subject: { type: 'order', id: order.id },
    companyId: order.company_id,
    orderId: order.id,
    employeeId: order.beneficiary_employee_id,
    data: { from: order.status, to, edge: edge.id, ...(input.reason ? { reason: input.reason } : {}) },
  })
  for (const name of edge.effects) {
    const effect = effects[name]
    if (!effect) throw new Error(`no effect ${name}`)
    await effect({ db, services, record, edge, input })
  }
  const moved = (await lockOrder(db, scopeOfAll, order.id))!
  return (await startLateLease(db, services, moved)) ?? moved
}

/** A lease whose start day has passed while billing was late starts at once; otherwise the job starts it on its day. */
async function startLateLease(db: Db, services: Services, record: OrderRecord): Promise<OrderRecord | null> {
  const { status } = record.order
  if (status !== 'GRENKE_INVOICE_SENT' && status !== 'READY_FOR_BILLING') return null
  const facts = factsOf(record, services.env.now())
  if (!planMove(facts, status, 'ACTIVE_LEASING', systemMover).ok) return null
  return moveOrder(db, services, record, { to: 'ACTIVE_LEASING', mover: systemMover, actor: systemActor })
}
