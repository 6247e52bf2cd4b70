import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { afterPaid, beforePaid, unaccepted } from '../rules/steps.ts'
import type { RedemptionState } from '../rules.ts'
import { stepRedemption } from './process.ts'
import { redemptionRows } from './record.ts'

/**
 * Cancels the redemption of a lease that nobody has paid, because a claim for its bicycle begins.
 * @returns whether the claim may begin: false where the redemption has been paid and its title has not passed
 */
export async function cancelForClaim(db: Db, services: Services, agreement: { id: string }): Promise<boolean> {
  await cancelIn(db, services, agreement, { steps: beforePaid, step: 'cancelForClaim' })
  // Asked once nobody can pay it any more: the payment that was first has been waited for.
  const paid = await redemptionRows(db, scopeOfAll)
    .where('r.agreement_id', '=', agreement.id)
    .where('r.step', 'in', [...afterPaid])
    .forUpdate('r')
    .executeTakeFirst()
  return paid === undefined
}

/** Cancels the redemption of a lease that nobody has accepted in time, because the lessor takes its bicycle back. */
export const cancelUnaccepted = (db: Db, services: Services, agreement: { id: string }) =>
  cancelIn(db, services, agreement, { steps: unaccepted, step: 'cancelForExit' })

async function cancelIn(
  db: Db,
  services: Services,
  agreement: { id: string },
  { steps, step }: { steps: readonly RedemptionState[]; step: 'cancelForClaim' | 'cancelForExit' },
): Promise<void> {
  const row = await redemptionRows(db, scopeOfAll)
    .where('r.agreement_id', '=', agreement.id)
    .where('r.step', 'in', [...steps])
    .forUpdate('r')
    .executeTakeFirst()
  if (row) await stepRedemption(db, services, row, { step, mover: systemMover, actor: systemActor })
}
