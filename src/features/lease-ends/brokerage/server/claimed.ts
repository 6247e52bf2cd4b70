import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { stepBrokerage } from './process.ts'
import { brokeragesOf } from './record.ts'

/** Releases the reservation of a leased bicycle, because a claim for it has been opened. */
export async function releaseForClaim(db: Db, services: Services, agreement: { id: string }): Promise<void> {
  const row = await brokeragesOf(db, scopeOfAll)
    .where('b.agreement_id', '=', agreement.id)
    .where((eb) =>
      eb.or([
        eb('b.step', 'in', ['RESERVED', 'TRANSFER', 'BUYOUT', 'BILLED']),
        // Signed by all or paid, and not begun or over yet.
        eb.and([eb('b.step', '=', 'DONE'), eb('b.ending_id', 'is not', null)]),
      ]),
    )
    .forUpdate('b')
    .executeTakeFirst()
  if (row) await stepBrokerage(db, services, row, { step: 'releaseForClaim', mover: systemMover, actor: systemActor })
}
