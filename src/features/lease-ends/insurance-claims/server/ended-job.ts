import { sql } from 'kysely'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { stepClaim } from './process.ts'
import { claimRows } from './record.ts'

/**
 * Calls off the new bicycle of a claim whose lease has ended meanwhile, so that nobody is asked to choose one for a lease
 * that is over: its order is cancelled, what was billed for it is credited, and the staff settle the claim otherwise.
 */
export const callOffNewBikes: Job = {
  name: 'call-off-new-bikes',
  cron: '15 0 * * *',
  async run(services) {
    const found = await sql<{ id: string }>`
      select k.id from insurance_claims k join leasing_agreements a on a.id = k.agreement_id
       where k.step = 'NEW_BIKE' and a.lease_state = 'ENDED' order by k.id`.execute(services.database.primary)
    const ids = found.rows.map(({ id }) => id)
    const { done, refused } = await inTurn(services, ids, (db, id) => callOff(db, services, id))
    return { calledOff: done, refused }
  },
}

async function callOff(db: Db, services: Services, id: string): Promise<boolean> {
  const row = await claimRows(db, scopeOfAll)
    .where('k.id', '=', id)
    .where('k.step', '=', 'NEW_BIKE')
    .where('a.lease_state', '=', 'ENDED')
    .forUpdate(['k', 'a'])
    .executeTakeFirst()
  if (!row) return false
  const reason = services.texts.t(row.company_language, 'insurance-claims:leaseIsOver')
  await stepClaim(db, services, row, { step: 'abandonNewBike', mover: systemMover, actor: systemActor, reason })
  return true
}
