import { setBicycle } from '#features/leases/agreements/server/changes.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { stepClaim } from './process.ts'
import { claimRows } from './record.ts'

/** I6: the new bicycle of a claim has been delivered; the agreement is about it from now on. */
export async function completeReplacement(
  db: Db,
  services: Services,
  { orderId, actor }: { orderId: string; actor: Actor },
): Promise<void> {
  const found = () =>
    claimRows(db, scopeOfAll)
      .where('k.replacement_order_id', '=', orderId)
      .where('k.step', '=', 'NEW_BIKE')
      .forUpdate(['k', 'a'])
      .executeTakeFirst()
  const before = await found()
  if (!before) return
  await setBicycle(db, services, { agreementId: before.agreement_id, orderId })
  await stepClaim(db, services, (await found())!, { step: 'completeNewBike', mover: systemMover, actor })
}
