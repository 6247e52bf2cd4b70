import { APPLICATION_DAYS } from '#features/people/employees/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { forgetPerson } from './forget.ts'

const dayMs = 86_400_000

/**
 * Removes applications that led to nothing, and with them the account of whoever has no other part in the service. The
 * privacy page promises twelve months, so a day is kept for the run itself.
 */
export const removeOldApplications: Job = {
  name: 'remove-old-applications',
  cron: '27 3 * * *',
  async run(services) {
    const before = new Date(services.env.now().getTime() - (APPLICATION_DAYS - 1) * dayMs)
    const due = await oldApplications(services.database.primary, before).select('e.id').execute()
    const ids = due.map((row) => row.id)
    const { done } = await inTurn(services, ids, (db, id) => removeApplication(db, services, id, before))
    return { applications: done }
  },
}

/** Rejected, or left without a decision; never one that an order, a lease or a document hangs on. */
function oldApplications(db: Db, before: Date) {
  return db
    .selectFrom('beneficiary_employees as e')
    .where((eb) =>
      eb.or([
        eb.and([eb('e.status', '=', 'REJECTED'), eb('e.decided_at', '<', before)]),
        eb.and([eb('e.status', '=', 'PENDING'), eb('e.updated_at', '<', before)]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('orders as o').select('o.id').whereRef('o.beneficiary_employee_id', '=', 'e.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('signed_documents as d').select('d.id').whereRef('d.beneficiary_employee_id', '=', 'e.id')),
      ),
    )
    .orderBy('e.id')
}

/** Looks again under the lock: the person may have applied anew, or the employer decided, since the list was read. */
async function removeApplication(db: Db, { env }: Services, id: string, before: Date): Promise<boolean> {
  const row = await oldApplications(db, before)
    .select(['e.user_id', 'e.company_id', 'e.status'])
    .where('e.id', '=', id)
    .forUpdate('e')
    .executeTakeFirst()
  if (!row) return false
  await db.deleteFrom('beneficiary_employees').where('id', '=', id).execute()
  await db
    .deleteFrom('user_roles')
    .where('user_id', '=', row.user_id)
    .where('company_id', '=', row.company_id)
    .where('role_id', '=', roleId('BIKE_BENEFICIARY'))
    .execute()
  await logEvent(db, env, systemActor, 'APPLICATION_REMOVED', {
    subject: { type: 'employee', id },
    companyId: row.company_id,
    employeeId: id,
    shared: false,
    data: { from: row.status },
  })
  await forgetPerson(db, row.user_id)
  return true
}
