import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/database/events.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { beforePaid } from '../rules/table.ts'
import { stepRedemption } from './process.ts'
import { redemptionRows } from './record.ts'

/** Cancels the redemption of a lease that nobody has paid, because a claim for its bicycle has been opened. */
export async function cancelForClaim(db: Db, services: Services, agreement: { id: string }): Promise<void> {
  const row = await redemptionRows(db, scopeOfAll)
    .where('r.agreement_id', '=', agreement.id)
    .where('r.step', 'in', [...beforePaid])
    .forUpdate('r')
    .executeTakeFirst()
  if (row) await stepRedemption(db, services, row, { step: 'cancelForClaim', mover: systemMover, actor: systemActor })
}
