import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'

/** Leases whose last day has passed end, with their term or as a process has set it. Nothing else ends a lease. */
export const endLeases: Job = {
  name: 'end-leases',
  cron: '10 0 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const due = await sql<{ id: string }>`
      select a.id from leasing_agreements a where a.lease_state = 'ACTIVE' and least(a.ends_on, a.end_day) < ${today} and ${isReady}
       order by least(a.ends_on, a.end_day), a.id`.execute(services.database.primary)
    const ids = due.rows.map((row) => row.id)
    const { done } = await inTurn(services, ids, (db, id) => endLease(db, services, { id, today }))
    return { ended: done }
  },
}

/** A lease that a process will end waits until the process is ready. */
const isReady = sql<boolean>`not exists (select 1 from agreement_endings n where n.id = a.ends_by and not n.is_ready)`

/** Ends that no process follows are over with the lease. */
async function closeByItself(db: Db, now: Date, agreementId: string): Promise<void> {
  await sql`update agreement_endings set closed_at = ${now}, updated_at = ${now}, version = version + 1
    where agreement_id = ${agreementId} and closed_at is null and kind in ('STAFF', 'TAKEBACK')`.execute(db)
}

async function endLease(db: Db, { env }: Services, { id, today }: { id: string; today: Day }): Promise<boolean> {
  const row = await db
    .updateTable('leasing_agreements as a')
    .set((eb) => ({
      lease_state: 'ENDED' as const,
      end_reason: eb
        .case()
        .when(sql<boolean>`ends_on <= end_day`)
        .then(eb.ref('ends_as'))
        .else(sql<'TERM'>`'TERM'`)
        .end(),
      ended_day: sql<Day>`least(ends_on, end_day)`,
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('a.id', '=', id)
    .where('a.lease_state', '=', 'ACTIVE')
    .where(sql<boolean>`least(a.ends_on, a.end_day) < ${today}`)
    .where(isReady)
    .returning(['a.company_id', 'a.order_id', 'a.beneficiary_employee_id', 'a.ended_day', 'a.end_reason'])
    .executeTakeFirst()
  if (!row) return false
  await closeByItself(db, env.now(), id)
  await logEvent(db, env, systemActor, 'LEASING_AGREEMENT_ENDED', {
    subject: { type: 'agreement', id },
    companyId: row.company_id,
    orderId: row.order_id,
    employeeId: row.beneficiary_employee_id,
    data: { reason: row.end_reason, day: row.ended_day },
  })
  return true
}
