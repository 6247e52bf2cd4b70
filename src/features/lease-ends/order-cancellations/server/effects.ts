import { voidAgreement } from '#features/leases/agreements/server/agreements.ts'
import { clearEnd, closeEnding, setBikePlace } from '#features/leases/agreements/server/endings.ts'
import { moverOf } from '#features/orders/orders/server/moves/facts.ts'
import { moveOrder } from '#features/orders/orders/server/moves/move.ts'
import { lockOrder } from '#features/orders/orders/server/moves/record.ts'
import { fail } from '#platform/contract/errors.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Effect } from '#platform/server/process/take-step.ts'
import type { CancellationWords } from '../rules/process.ts'
import { hasMoneyMoved } from './facts.ts'
import { notifyCompleted, notifyParties, notifyStore, notifyWithdrawn } from './messages.ts'
import type { CaseChange, CaseEffectContext, CaseExtra } from './process.ts'
import type { CaseRecord } from './record.ts'
import { keepSettlement } from './settlement.ts'

type Run = Effect<CancellationWords, CaseRecord, CaseChange, CaseExtra>

async function lockOwnOrder({ db, row }: CaseEffectContext) {
  return (await lockOrder(db, scopeOfAll, row.row.order_id)) ?? fail('NOT_FOUND')
}

/** O22: the order is REFUNDED when money has moved; an agreement that never ran is void. */
const settleOrder: Run = async (context) => {
  const { db, services, row: record, input } = context
  const { about } = record
  const order = await lockOwnOrder(context)
  if (about.agreement_id && about.lease_state === 'NOT_STARTED') await voidAgreement(db, services, about.agreement_id)
  await closeEnding(db, services, record.row.id)
  if (!hasMoneyMoved(record)) return
  await moveOrder(db, services, order, {
    to: 'REFUNDED',
    mover: moverOf(input.extra!.user, order),
    actor: input.actor,
    around: { cancellation_status: 'COMPLETED', refunds_settled: true },
  })
}

/** O26: the order goes back to where it stood, and the bicycle of a lease that goes on to whoever has it. */
const resumeOrder: Run = async (context) => {
  const { db, services, row: record, input } = context
  const { about } = record
  const order = await lockOwnOrder(context)
  if (about.agreement_id && record.row.bike_at !== null && about.lease_state === 'ACTIVE') {
    const bikeAt = about.kept_from === null ? 'EMPLOYEE' : 'EMPLOYER'
    await setBikePlace(db, services, { agreementId: about.agreement_id, bikeAt })
  }
  await clearEnd(db, services, record.row.id)
  await closeEnding(db, services, record.row.id)
  await moveOrder(db, services, order, {
    to: order.order.resume_status ?? fail('ORDER_CANCELLATION_STEP_NOT_ALLOWED'),
    mover: moverOf(input.extra!.user, order),
    actor: input.actor,
    around: { cancellation_status: 'CANCELLED', cancellation_settled: false },
  })
}

/** What a step does besides moving the state: one for each name that the table uses, and none besides. */
export const effects = {
  NOTIFY_STORE: notifyStore,
  NOTIFY_PARTIES: notifyParties,
  SETTLE_ORDER: settleOrder,
  KEEP_SETTLEMENT: async ({ db, services, row }) => keepSettlement(db, services, row),
  NOTIFY_COMPLETED: notifyCompleted,
  RESUME_ORDER: resumeOrder,
  NOTIFY_WITHDRAWN: notifyWithdrawn,
} satisfies Record<CancellationWords['effect'], Run>
