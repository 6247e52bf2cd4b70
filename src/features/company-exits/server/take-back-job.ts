import { sql } from 'kysely'
import { findOpenEnding, openEnding, setEnd } from '#features/agreements/server/endings.ts'
import { employerUserIds, notify } from '#features/notifications/server/notify.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/database/events.ts'
import { inTurn, type Job } from '#platform/server/database/jobs.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, formatDay, helsinkiDay, lastOfMonth } from '#platform/values/days.ts'

/** The lessor takes back what nobody has chosen for in time: such leases end with the month. */
export const takeBackLeases: Job = {
  name: 'take-back-leases',
  cron: '15 0 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const due = await sql<{ id: string }>`
      select a.id from company_exits x join company_exit_leases m on m.exit_id = x.id join leasing_agreements a on a.id = m.agreement_id
       where x.withdrawn_at is null and x.worked_off_at is null and x.choose_until < ${today} and a.lease_state = 'ACTIVE' and a.ends_on is null
         and not exists (select 1 from agreement_endings n where n.agreement_id = a.id and n.closed_at is null)
       order by x.id, m.position`.execute(services.database.primary)
    const ids = due.rows.map((row) => row.id)
    const { done } = await inTurn(services, ids, (db, id) => takeBack(db, services, { id, today }))
    return { takenBack: done }
  },
}

async function takeBack(db: Db, services: Services, { id, today }: { id: string; today: Day }): Promise<boolean> {
  const lease = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .selectAll('a')
    .select(['e.user_id', 'u.first_name', 'u.last_name', 'c.name as company_name'])
    .where('a.id', '=', id)
    .where('a.lease_state', '=', 'ACTIVE')
    .where('a.ends_on', 'is', null)
    .forUpdate('a')
    .executeTakeFirst()
  if (!lease || (await findOpenEnding(db, id))) return false
  const endsOn = lastOfMonth(today)
  const ending = { endingId: services.env.id(), companyId: lease.company_id, agreementId: id }
  await openEnding(db, services, { ...ending, kind: 'TAKEBACK' })
  await setEnd(db, services, { ...ending, endsOn, endsAs: 'RETURNED' })
  await logEvent(db, services.env, systemActor, 'PROCESS_STEP', {
    subject: { type: 'agreement', id },
    companyId: lease.company_id,
    orderId: lease.order_id,
    employeeId: lease.beneficiary_employee_id,
    data: { process: 'company-exit', step: 'takeBack', endsOn },
  })
  const values = {
    name: `${lease.first_name} ${lease.last_name}`,
    agreement: lease.agreement_number,
    company: lease.company_name,
    day: formatDay(endsOn),
  }
  const notice = { type: 'ORDER_STATUS_CHANGE', companyId: lease.company_id, mail: true, values } as const
  await notify(db, services, [lease.user_id], {
    ...notice,
    template: 'company-exits:notice.takenBack',
    link: pages.myBike,
  })
  await notify(db, services, await employerUserIds(db, lease.company_id), {
    ...notice,
    template: 'company-exits:employerNotice.takenBack',
    link: pages.employer,
  })
  return true
}
