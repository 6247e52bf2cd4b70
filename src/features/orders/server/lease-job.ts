import { sql } from 'kysely'
import { helsinkiDay } from '#platform/days.ts'
import { AppError } from '#platform/errors.ts'
import { logEvent, systemActor } from '#platform/server/events.ts'
import type { Job } from '#platform/server/jobs.ts'
import { scopeOfAll } from '#platform/server/scope.ts'
import { systemMover } from '../rules/transitions.ts'
import { moveOrder } from './move.ts'
import { lockOrder } from './record.ts'

/** O14 and O15: leases whose start day has come begin. One order, one transaction: a bad one does not hold the rest. */
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
    let started = 0
    let refused = 0
    for (const { order_id: orderId } of due.rows) {
      try {
        await services.database.transaction(async (db) => {
          const record = await lockOrder(db, scopeOfAll, orderId)
          if (record)
            await moveOrder(db, services, record, { to: 'ACTIVE_LEASING', mover: systemMover, actor: systemActor })
        })
        started += 1
      } catch (error) {
        // Another node or a person was faster, or a guard says no; the next run asks again.
        if (!(error instanceof AppError)) throw error
        services.log.warn({ order: orderId, code: error.code }, 'a lease did not start')
        refused += 1
      }
    }
    return { started, refused }
  },
}

/** Leases whose last day has passed end with their term. */
export const endLeases: Job = {
  name: 'end-leases',
  cron: '10 0 * * *',
  async run(services) {
    const { env } = services
    const today = helsinkiDay(env.now())
    const due = await sql<{ id: string }>`
      select id from leasing_agreements where lease_state = 'ACTIVE' and end_day < ${today} order by end_day, id`.execute(
      services.database.primary,
    )
    for (const { id } of due.rows) {
      await services.database.transaction(async (db) => {
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
        if (!row) return
        await logEvent(db, env, systemActor, 'LEASING_AGREEMENT_ENDED', {
          subject: { type: 'agreement', id },
          companyId: row.company_id,
          orderId: row.order_id,
          employeeId: row.beneficiary_employee_id,
          data: { reason: 'TERM', day: row.end_day },
        })
      })
    }
    return { ended: due.rows.length }
  },
}
