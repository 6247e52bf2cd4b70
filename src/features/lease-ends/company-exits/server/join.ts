import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { chooseUntil } from '../rules/exit.ts'
import { bearAfter } from './bear.ts'
import { exitEvent, tellOfLease } from './mark.ts'
import { leaseRows, lockExit } from './queries.ts'

interface Joining {
  readonly id: string
  readonly exit_id: string
}

/** Running leases of leaving companies that have begun since the mark and are on no list yet. */
export async function findUnlisted(db: Db): Promise<Joining[]> {
  const found = await sql<Joining>`
    select a.id, x.id as exit_id from company_exits x join leasing_agreements a on a.company_id = x.company_id
     where x.withdrawn_at is null and x.worked_off_at is null and a.lease_state = 'ACTIVE'
       and not exists (select 1 from company_exit_leases m where m.exit_id = x.id and m.agreement_id = a.id)
     order by x.id, a.id`.execute(db)
  return found.rows
}

/** Lists a lease that has begun since its company was marked; its person has thirty days of their own. */
export async function joinLease(db: Db, services: Services, { id, exit_id: exitId }: Joining): Promise<boolean> {
  const { env } = services
  const today = helsinkiDay(env.now())
  const exit = await lockExit(db, scopeOfAll, exitId)
  if (!exit || exit.withdrawn_at !== null || exit.worked_off_at !== null) return false
  const until: Day = chooseUntil(exit.from_day, today)
  await sql`
    insert into company_exit_leases (id, company_id, exit_id, agreement_id, position, choose_until, created_at, updated_at)
    select ${env.id()}, ${exit.company_id}, ${exitId}, ${id}, coalesce(max(m.position) + 1, 0), ${until}::date, ${env.now()}, ${env.now()}
      from company_exit_leases m where m.exit_id = ${exitId}
    on conflict (exit_id, agreement_id) do nothing`.execute(db)
  const lease = await leaseRows(db, exit).where('a.id', '=', id).executeTakeFirstOrThrow()
  const lastMonth = exit.last_deduction_month
  if (lastMonth !== null) await bearAfter(db, services, lease, { exitId, lastMonth, by: null })
  await logEvent(db, env, systemActor, 'PROCESS_STEP', {
    ...exitEvent(exit, 'listLease', { agreementId: id }),
    employeeId: lease.beneficiary_employee_id,
  })
  await tellOfLease(db, services, exit, lease)
  return true
}
