import { sql } from 'kysely'
import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { addDays, type Day, formatDay, formatMonth, helsinkiDay, type Month } from '#platform/values/days.ts'
import { openMonths } from './open-months.ts'
import { linkOf } from './recipients.ts'

/** Days before the payroll day on which a company is told of the month that waits for its lock. */
const AHEAD_DAYS = 3

interface Waiting {
  id: string
  name: string
  month: Month
  due: Day
}

/** The oldest month of a company that is over and not locked, the company's row held; undefined where there is none. */
async function oldestMonth(db: Db, companyId: string, today: Day): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select c.id, c.name, o.month, o.due from companies c cross join ${openMonths(today)}
     where c.id = ${companyId} and c.deleted_at is null order by o.month limit 1 for no key update of c`.execute(db)
  return rows[0]
}

interface Call {
  readonly companyId: string
  readonly month: Month
  readonly kind: 'AHEAD' | 'DAY'
  readonly at: Date
}

/** Notes that a company has been told of a month. @returns false where it had been */
export async function noteCall(db: Db, { companyId, month, kind, at }: Call): Promise<boolean> {
  const noted = await db
    .insertInto('payroll_month_calls')
    .values({ company_id: companyId, month, kind, called_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return noted !== undefined
}

/** Calls a company's admins to lock its oldest month, once, shortly before its payroll day; that day has a list of its own. */
async function callCompany(db: Db, services: Services, companyId: string): Promise<boolean> {
  const today = helsinkiDay(services.env.now())
  const waiting = await oldestMonth(db, companyId, today)
  if (!waiting || today < addDays(waiting.due, -AHEAD_DAYS) || today >= waiting.due) return false
  const users = await employerReceivers(db, companyId, 'payroll-report:read')
  if (users.length === 0) return false
  const call = { companyId, month: waiting.month, kind: 'AHEAD', at: services.env.now() } as const
  if (!(await noteCall(db, call))) return false
  await notify(db, services, users, {
    type: 'GENERAL',
    template: 'reporting:notice.lockMonth',
    values: { company: waiting.name, month: formatMonth(waiting.month), day: formatDay(waiting.due) },
    link: linkOf(waiting, waiting.month),
    companyId,
    mail: true,
    turn: { subjectId: companyId, awaited: 'EMPLOYER', action: 'lockPayrollMonth' },
  })
  return true
}

/** Calls every company whose oldest open month is due within a few days, and has not been called of so far. */
export const callForLocks: Job = {
  name: 'call-for-payroll-locks',
  cron: '30 7 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const { rows } = await sql<{ id: string }>`
      select c.id from companies c
       where c.deleted_at is null and exists (select 1 from ${openMonths(today)} where o.due > ${today}::date and o.due <= ${addDays(today, AHEAD_DAYS)}::date)
       order by c.id`.execute(services.database.primary)
    const ids = rows.map(({ id }) => id)
    const { done, refused } = await inTurn(services, ids, (db, id) => callCompany(db, services, id))
    return { called: done, refused }
  },
}
