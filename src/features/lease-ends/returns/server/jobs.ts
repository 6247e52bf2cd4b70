import { sql } from 'kysely'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { helsinkiDay, monthOf } from '#platform/values/days.ts'
import { stepReturn } from './process.ts'
import { factsOf, lockReturn } from './record.ts'
import { goOn } from './steps.ts'

/** Carries returns on that time has moved: not received in time, or inspected and free of objections. */
export const followReturns: Job = {
  name: 'follow-returns',
  cron: '20 0 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const due = await sql<{ id: string }>`
      select r.id from bike_returns r join leasing_agreements a on a.id = r.agreement_id
       where (r.step in ('REQUESTED', 'APPROVED') and r.end_month < ${monthOf(today)})
          or (r.step = 'INSPECTED' and a.lease_state = 'ENDED')
       order by r.created_at, r.id`.execute(services.database.primary)
    const ids = due.rows.map((row) => row.id)
    const { done, refused } = await inTurn(services, ids, (db, id) => follow(db, services, id))
    return { moved: done, refused }
  },
}

/** One return: to the next month, to nothing when the term itself is over, or to its end. */
async function follow(db: Db, services: Services, id: string): Promise<boolean> {
  const row = await lockReturn(db, scopeOfAll, id)
  if (!row) return false
  const { isLate, isLastMonth } = factsOf(row, services.env.now())
  if (row.step === 'INSPECTED') return goOn(db, services, id)
  if (!isLate || (row.step === 'REQUESTED' && !isLastMonth)) return false
  const step = isLastMonth ? 'lapse' : 'postpone'
  await stepReturn(db, services, row, { step, mover: systemMover, actor: systemActor })
  return true
}
