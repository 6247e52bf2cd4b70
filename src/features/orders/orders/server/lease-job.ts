import { sql } from 'kysely'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { moveOrder } from './moves/move.ts'
import { lockOrder } from './moves/record.ts'

/** O14 and O15: leases whose start day has come begin. */
export const startLeases: Job = {
  name: 'start-leases',
  cron: '5 0 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const due = await sql<{ order_id: string }>`
      select a.order_id from leasing_agreements a join orders o on o.id = a.order_id join leasing_companies l on l.id = a.leasing_company_id
       where a.lease_state = 'NOT_STARTED' and a.void_at is null and a.start_day <= ${today}
         and (o.status = 'GRENKE_INVOICE_SENT' or (o.status = 'READY_FOR_BILLING' and l.kind = 'OPERATOR'))
       order by a.start_day, a.id`.execute(services.database.primary)
    const orderIds = due.rows.map((row) => row.order_id)
    const { done, refused } = await inTurn(services, orderIds, (db, orderId) => startLease(db, services, orderId))
    return { started: done, refused }
  },
}

async function startLease(db: Db, services: Services, orderId: string): Promise<boolean> {
  const record = await lockOrder(db, scopeOfAll, orderId)
  if (!record) return false
  await moveOrder(db, services, record, { to: 'ACTIVE_LEASING', mover: systemMover, actor: systemActor })
  return true
}
