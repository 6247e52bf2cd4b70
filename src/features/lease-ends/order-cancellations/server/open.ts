import { openEnding, setBikePlace, setEnd } from '#features/leases/agreements/server/endings.ts'
import { dropForOrder } from '#features/money/invoices/ledger/server/drop-for-order.ts'
import { moverOf } from '#features/orders/orders/server/moves/facts.ts'
import { moveOrder } from '#features/orders/orders/server/moves/move.ts'
import { lockOrder, type OrderRecord } from '#features/orders/orders/server/moves/record.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { planStep } from '#platform/process/plan.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { notifyTurns } from '#platform/server/process/take-step.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { orderCancellations } from '../contract.ts'
import { type CancellationWords, cancellationProcess } from '../rules/process.ts'
import { endOfLease } from '../rules/settlement.ts'
import type { BikePlace, ReasonCode } from '../rules.ts'
import { acceptRequest } from './accept-request.ts'
import { addLine } from './lines.ts'
import { caseEvent, caseServer } from './process.ts'
import { proposeForCase } from './propose.ts'
import { type CaseRecord, lockCase } from './record.ts'

type Body = BodyOf<typeof orderCancellations.create>

/**
 * C1: cancels a confirmed order by opening its case: the order is CANCELLED and remembers where it stood, lines are
 * proposed from what has been paid, what waits for the bank is taken out, store and parties are told.
 * @throws ORDER_CANCELLATION_EXISTS for the second case, ORDER_STEP_NOT_ALLOWED where the order's table has no O21
 */
export async function openCase(context: SignedInContext, body: Body): Promise<CaseRecord> {
  const { db, user, scope } = context
  const order = (await lockOrder(db, scope, body.orderId)) ?? fail('NOT_FOUND')
  const actor = actorOf(user)
  const mover = moverOf(user, order)
  requireOpenable(order, mover)
  const id = await insertCase(context, order, body)
  await moveOrder(db, context, order, {
    to: 'CANCELLED',
    mover,
    actor,
    around: { cancellation_status: 'PENDING' },
  })
  await endAgreement(context, order, { id, reasonCode: body.reasonCode, bikeAt: body.bikeAt })
  await dropForOrder(db, context, { orderId: order.order.id, actor })
  for (const line of body.lines ?? []) await addLine(context, { id, companyId: order.order.company_id }, line)
  const record = await proposeForCase(context, (await lockCase(db, scopeOfAll, id))!)
  await acceptRequest(context, record)
  await runEffects(context, record, actor)
  return record
}

/** Judges C1 by the process's table. */
function requireOpenable({ order, related }: OrderRecord, mover: ReturnType<typeof moverOf>): void {
  const facts = {
    open: new Set<never>(),
    isOpenForOrder: related.cancellation_status === 'PENDING',
    isConfirmed: order.commitment_day !== null,
    isAnythingSettled: false,
    isAnythingCredited: false,
    isLeaseEnded: false,
  }
  const plan = planStep<CancellationWords>(cancellationProcess, facts, null, { step: 'open' }, mover)
  if (plan.ok) return
  if (plan.reason === 'NOT_PERMITTED') fail('ORDER_STEP_NOT_PERMITTED')
  if (plan.unmet.includes('CANCELLATION_EXISTS')) fail('ORDER_CANCELLATION_EXISTS')
  throw new AppError('ORDER_STEP_NOT_ALLOWED', { details: { from: order.status, to: 'CANCELLED', unmet: plan.unmet } })
}

/**
 * The cancellation is the agreement's one ending. A lease that runs ends with this month, or with the last one where it
 * should never have run.
 */
async function endAgreement(
  context: SignedInContext,
  { order, related }: OrderRecord,
  { id, reasonCode, bikeAt }: { id: string; reasonCode: ReasonCode; bikeAt: BikePlace | undefined },
): Promise<void> {
  const { db, env } = context
  if (!order.agreement_id) return
  const ending = { endingId: id, companyId: order.company_id, agreementId: order.agreement_id }
  await openEnding(db, context, { ...ending, kind: 'CANCELLATION' })
  if (bikeAt) await setBikePlace(db, context, { agreementId: order.agreement_id, bikeAt })
  if (related.agreement_lease_state !== 'ACTIVE') return
  await setEnd(db, context, { ...ending, endsOn: endOfLease(reasonCode, helsinkiDay(env.now())), endsAs: 'CANCELLED' })
}

async function insertCase(
  { db, env, user }: SignedInContext,
  { order, related }: OrderRecord,
  body: Body,
): Promise<string> {
  const id = env.id()
  await db
    .insertInto('order_cancellations')
    .values({
      id,
      company_id: order.company_id,
      order_id: order.id,
      beneficiary_employee_id: order.beneficiary_employee_id,
      reason_code: body.reasonCode,
      reason: body.reason.trim(),
      bike_at: body.bikeAt ?? null,
      kept_order_status: order.status,
      has_lease_run: related.agreement_lease_state === 'ACTIVE',
      opened_by: user.userId,
      opened_at: env.now(),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  return id
}

async function runEffects(context: SignedInContext, record: CaseRecord, actor: Actor): Promise<void> {
  const { db, env, user } = context
  const step = cancellationProcess.steps.find(({ name }) => name === 'open')!
  const event = caseEvent(record)
  await logEvent(db, env, actor, 'PROCESS_STEP', {
    ...event,
    data: { ...event.data, from: null, to: 'PENDING', edge: step.number, step: step.name, reason: record.row.reason },
  })
  const input = { actor, mover: moverOfNobody, extra: { user } }
  for (const name of step.effects)
    await caseServer.effects[name]({ db, services: context, row: record, changes: {}, step, to: 'PENDING', input })
  await notifyTurns(caseServer, db, context, record, [], { step, input })
}

const moverOfNobody = { permissions: new Set<string>(), capacities: new Set<never>() }
