import { sql } from 'kysely'
import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { unaccepted } from '#features/lease-ends/redemptions/rules/steps.ts'
import { cancelUnaccepted } from '#features/lease-ends/redemptions/server/claimed.ts'
import { findOpenEnding, openEnding, setEnd } from '#features/leases/agreements/server/endings.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { type Day, formatDay, helsinkiDay, lastOfMonth } from '#platform/values/days.ts'
import { findUnlisted, joinLease } from './join.ts'

/**
 * Leases that have begun since the mark are listed; the lessor takes back what nobody has chosen for in time: such leases
 * end with the month.
 */
export const takeBackLeases: Job = {
  name: 'take-back-leases',
  cron: '15 0 * * *',
  async run(services) {
    const begun = await findUnlisted(services.database.primary)
    const of = new Map(begun.map((one) => [one.id, one]))
    const listed = await inTurn(services, [...of.keys()], (db, id) => joinLease(db, services, of.get(id)!))
    const today = helsinkiDay(services.env.now())
    const ids = await findUnchosen(services.database.primary, today)
    const { done } = await inTurn(services, ids, (db, id) => takeBack(db, services, { id, today }))
    return { listed: listed.done, takenBack: done }
  },
}

/** Listed leases whose days to choose are over; a redemption that nobody has accepted is no choice. */
async function findUnchosen(db: Db, today: Day): Promise<string[]> {
  const due = await sql<{ id: string }>`
    select a.id from company_exits x join company_exit_leases m on m.exit_id = x.id join leasing_agreements a on a.id = m.agreement_id
     where x.withdrawn_at is null and x.worked_off_at is null and x.kind <> 'MERGED' and coalesce(m.choose_until, x.choose_until) < ${today}
       and a.lease_state = 'ACTIVE' and a.ends_on is null
       and not exists (select 1 from agreement_endings n where n.agreement_id = a.id and n.closed_at is null
         and not (n.kind = 'REDEMPTION' and exists (select 1 from redemptions r where r.id = n.id and r.step = any(${[...unaccepted]}::text[]))))
     order by x.id, m.position`.execute(db)
  return due.rows.map((row) => row.id)
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
  if (!lease) return false
  await cancelUnaccepted(db, services, { id })
  if (await findOpenEnding(db, id)) return false
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
    head: await headBeside(db, services, { agreementId: id, isOwn: true, kind: 'EXIT' }),
    link: pages.myBike,
  })
  await notify(db, services, await employerReceivers(db, lease.company_id, 'employee:update'), {
    ...notice,
    template: 'company-exits:employerNotice.takenBack',
    head: await headBeside(db, services, { agreementId: id, isOwn: false, kind: 'EXIT' }),
    link: pages.employer,
  })
  return true
}
