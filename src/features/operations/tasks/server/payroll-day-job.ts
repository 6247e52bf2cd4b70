import { sql } from 'kysely'
import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { noteCall } from '#features/payroll/reporting/server/call-job.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { holdersOf } from '#platform/server/http/session.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import { addDays, type Day, firstOfMonth, formatDay, helsinkiDay, type Month, monthOf } from '#platform/values/days.ts'
import { aboutOf } from '../about.ts'
import type { Task } from '../contract.ts'
import { byLastDay, isLate, taskActions, taskKinds } from '../rules.ts'
import { sumOf } from './counts.ts'
import { waitingFor } from './waiting.ts'

/** Days after the payroll day on which what a job has missed is still told. */
const LATE_DAYS = 2

/** As many tasks are named; the rest is counted. */
const NAMED = 20

const employerActions = taskActions.filter((action) => taskKinds[action].awaited === 'EMPLOYER')

interface Company {
  readonly id: string
  readonly name: string
  readonly payroll_day: number
}

/** The month that a company locks in the month of a day. */
const monthBefore = (today: Day): Month => monthOf(addDays(firstOfMonth(monthOf(today)), -1))

const dayIn = (today: Day, { payroll_day }: Company): Day => addDays(firstOfMonth(monthOf(today)), payroll_day - 1)

/** A task on a line: what, about whom, and its last day. */
function lineOf(task: Task, today: Day): TextValue {
  const what = { text: `tasks:does.${task.action}`, values: {} }
  const about = task.about ? `: ${aboutOf(task)}` : ''
  if (task.due === null) return { text: 'tasks:line.plain', values: { what, about } }
  const kind = isLate(task, today) ? 'late' : 'by'
  return { text: `tasks:line.${kind}`, values: { what, about, day: formatDay(task.due) } }
}

/** Tells one company's admins what waits for each of them, once on its payroll day. */
async function tellCompany(db: Db, services: Services, companyId: string): Promise<boolean> {
  const { env, roles, texts } = services
  const today = helsinkiDay(env.now())
  const { rows } = await sql<Company>`select id, name, payroll_day from companies
    where id = ${companyId} and deleted_at is null for no key update`.execute(db)
  const [company] = rows
  if (!company) return false
  const call = { companyId, month: monthBefore(today), kind: 'DAY', at: env.now() } as const
  if (!(await noteCall(db, call))) return false
  let told = 0
  for (const user of await holdersOf(db, roles, await employerUserIds(db, companyId))) {
    const reading = { db, env, texts, language: user.language, user }
    const asked = { actions: employerActions, companyId, withProposals: true }
    const { rows, truncated, counts } = await waitingFor(reading, asked)
    const waiting = rows.map(({ task }) => task).toSorted(byLastDay)
    if (waiting.length === 0) continue
    const count = truncated ? sumOf(counts).all : waiting.length
    const rest = count - Math.min(NAMED, waiting.length)
    const lines = [
      ...waiting.slice(0, NAMED).map((task) => lineOf(task, today)),
      ...(rest > 0 ? [{ text: 'tasks:page.more', values: { count: rest } }] : []),
    ]
    await notify(db, services, [user.userId], {
      type: 'GENERAL',
      template: 'tasks:notice.payrollDay',
      values: { company: company.name, day: formatDay(dayIn(today, company)), count, list: { lines } },
      link: pageUrl('employer', {}, { companyId }),
      companyId,
      priority: 'HIGH',
      mail: true,
    })
    told += 1
  }
  return told > 0
}

/** Sends each company's admins, on its payroll day, the list of what waits for them. */
export const tellOnPayrollDay: Job = {
  name: 'tell-on-payroll-day',
  cron: '45 7 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const { rows } = await sql<{ id: string }>`
      select c.id from companies c
       where c.deleted_at is null
         and ${today}::date - (${firstOfMonth(monthOf(today))}::date + c.payroll_day - 1) between 0 and ${LATE_DAYS}
         and exists (select 1 from open_turns t where t.company_id = c.id and t.awaited <> 'STAFF')
         and not exists (select 1 from payroll_month_calls m where m.company_id = c.id
               and m.month = ${monthBefore(today)} and m.kind = 'DAY')
       order by c.id`.execute(services.database.primary)
    const ids = rows.map(({ id }) => id)
    const { done, refused } = await inTurn(services, ids, (db, id) => tellCompany(db, services, id))
    return { told: done, refused }
  },
}
