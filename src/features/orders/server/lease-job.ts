import { sql } from 'kysely'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/database/events.ts'
import { inTurn, type Job } from '#platform/server/database/jobs.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { moveOrder } from './move.ts'
import { lockOrder } from './record.ts'

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

/** Leases whose last day has passed end with their term. */
export const endLeases: Job = {
  name: 'end-leases',
  cron: '10 0 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const due = await sql<{ id: string }>`
      select id from leasing_agreements where lease_state = 'ACTIVE' and end_day < ${today} order by end_day, id`.execute(
      services.database.primary,
    )
    const ids = due.rows.map((row) => row.id)
    const { done } = await inTurn(services, ids, (db, id) => endLease(db, services, id))
    return { ended: done }
  },
}

async function endLease(db: Db, { env }: Services, id: string): Promise<boolean> {
  const row = await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      lease_state: 'ENDED' as const,
      end_reason: 'TERM' as const,
      ended_day: eb.ref('end_day'),
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', id)
    .where('lease_state', '=', 'ACTIVE')
    .returning(['company_id', 'order_id', 'beneficiary_employee_id', 'end_day'])
    .executeTakeFirst()
  if (!row) return false
  await logEvent(db, env, systemActor, 'LEASING_AGREEMENT_ENDED', {
    subject: { type: 'agreement', id },
    companyId: row.company_id,
    orderId: row.order_id,
    employeeId: row.beneficiary_employee_id,
    data: { reason: 'TERM', day: row.end_day },
  })
  return true
}
