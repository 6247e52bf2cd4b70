import { sql } from 'kysely'
import { overWithBikeOut } from '#features/leases/agreements/server/bike-out.ts'
import { isDemoUser } from '#features/operations/demo/rules.ts'
import { isOpenOrder } from '#features/orders/orders/server/open-orders.ts'
import { isLastHand } from '#features/people/companies/server/hands.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { INACTIVE_AFTER_DAYS, inactivityStep, WARNED_DAYS_BEFORE } from '../rules/inactivity.ts'
import { deactivate } from './deactivation.ts'
import { otherSuperAdmins } from './queries.ts'

const dayMs = 86_400_000
const BATCH = 500

interface IdleRow {
  userId: string
  email: string
  firstName: string
  language: LanguageCode
  companyId: string | null
  lastActiveAt: Date
  warnedAt: Date | null
  isSuperAdmin: boolean
  hasSomethingRunning: boolean
  isLastHand: boolean
}

/**
 * A benefit that runs, an order that is on its way, or an application that waits keeps its owner's account open; so does
 * what is still open after a lease: a bicycle at hand, an end or a claim under way, a bicycle that is taken over, a bill.
 */
const somethingRunning = sql<boolean>`exists (
  select 1 from beneficiary_employees e where e.user_id = u.id and (e.status = 'PENDING'
     or exists (select 1 from leasing_agreements t where t.beneficiary_employee_id = e.id and t.order_id is null and t.status = 'SIGNED'
        and t.void_at is null and t.lease_state <> 'ENDED')
     or exists (select 1 from orders o left join leasing_agreements a on a.id = o.agreement_id
        where o.beneficiary_employee_id = e.id and o.status <> 'NOT_STARTED' and ${isOpenOrder({ order: 'o', agreement: 'a' })})
     or exists (select 1 from leasing_agreements t where t.beneficiary_employee_id = e.id
        and ((${overWithBikeOut('t')} and t.bike_at = 'EMPLOYEE')
          or exists (select 1 from agreement_endings n where n.agreement_id = t.id and n.closed_at is null)
          or exists (select 1 from insurance_claims c where c.agreement_id = t.id and c.status = 'PENDING')))
     or exists (select 1 from bike_brokerages b where b.taker_employee_id = e.id and b.status = 'PENDING')
     or exists (select 1 from invoices i where i.beneficiary_employee_id = e.id and i.party = 'PERSON'
        and i.stage = 'SENT' and i.open_cents > 0)))`

/**
 * The account of somebody idle, held; one at a time, or the last two who can act for a company would each count the other.
 */
async function lockIdle(db: Db, userId: string): Promise<IdleRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('unused-accounts'))`.execute(db)
  const result = await sql<IdleRow>`
    select u.id as "userId", u.email, u.first_name as "firstName", u.language, u.home_company_id as "companyId",
           greatest(u.created_at, u.last_signed_in_at) as "lastActiveAt", u.inactivity_warned_at as "warnedAt",
           exists (select 1 from user_roles ur where ur.user_id = u.id and ur.role_id = ${roleId('SUPER_ADMIN')}) as "isSuperAdmin",
           ${somethingRunning} as "hasSomethingRunning", ${isLastHand} as "isLastHand"
      from users u where u.id = ${userId} and u.deactivated_at is null for update of u`.execute(db)
  return result.rows[0]
}

async function warn(db: Db, services: Services, row: IdleRow): Promise<void> {
  await db.updateTable('users').set({ inactivity_warned_at: services.env.now() }).where('id', '=', row.userId).execute()
  await sendMail(db, services, {
    to: row.email,
    language: row.language,
    template: 'accounts:mail.inactivityWarning',
    values: { name: row.firstName, days: WARNED_DAYS_BEFORE },
    link: pages.login,
    userId: row.userId,
  })
}

/** The users that the demo shows are there to be signed in to, wherever its clock stands. */
async function isNeeded(db: Db, { config }: Services, row: IdleRow): Promise<boolean> {
  if (row.hasSomethingRunning || row.isLastHand || (config.demo && isDemoUser(row.email))) return true
  return row.isSuperAdmin && (await otherSuperAdmins(db, roleId('SUPER_ADMIN'), row.userId)) === 0
}

/** One account, decided anew under its lock. @returns what was done */
async function look(db: Db, services: Services, userId: string): Promise<'NONE' | 'WARN' | 'SHUT'> {
  const row = await lockIdle(db, userId)
  if (!row) return 'NONE'
  const step = inactivityStep({ ...row, isNeeded: await isNeeded(db, services, row) }, services.env.now())
  if (step === 'WARN') await warn(db, services, row)
  if (step === 'SHUT') await deactivate(db, services, systemActor, row, row.companyId, 'INACTIVITY')
  return step
}

/** Shuts the accounts that nobody uses, thirty days after a warning by mail. */
export const shutUnusedAccounts: Job = {
  name: 'shut-unused-accounts',
  cron: '41 4 * * *',
  async run(services) {
    const idleSince = new Date(services.env.now().getTime() - (INACTIVE_AFTER_DAYS - WARNED_DAYS_BEFORE) * dayMs)
    const done = { warned: 0, shut: 0 }
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await sql<{ id: string }>`
        select u.id from users u where u.deactivated_at is null and u.id > ${after}
           and greatest(u.created_at, u.last_signed_in_at) < ${idleSince} order by u.id limit ${BATCH}`.execute(
        services.database.primary,
      )
      await inTurn(
        services,
        rows.map(({ id }) => id),
        async (db, id) => {
          const step = await look(db, services, id)
          if (step === 'WARN') done.warned += 1
          if (step === 'SHUT') done.shut += 1
          return step !== 'NONE'
        },
      )
      if (rows.length < BATCH) return done
      after = rows.at(-1)!.id
    }
  },
}
