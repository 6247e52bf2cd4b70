import { sql } from 'kysely'
import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { remindOfPlan } from '#features/lease-ends/absence-plans/server/process.ts'
import { remindOfOffer } from '#features/lease-ends/brokerage/server/process.ts'
import { remindOfClaim } from '#features/lease-ends/insurance-claims/server/process.ts'
import { remindOfCase } from '#features/lease-ends/order-cancellations/server/process.ts'
import { remindOfRedemption } from '#features/lease-ends/redemptions/server/process.ts'
import { remindOfReturn } from '#features/lease-ends/returns/server/process.ts'
import { remindOfOrder, tellOfLateInvoices } from '#features/orders/orders/server/nudges/nudge-job.ts'
import { readNudgeSettings } from '#features/orders/orders/server/nudges/nudge-settings.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { noteTold } from '#platform/server/turns/refresh.ts'
import { isNudgeDue, type NudgeDays, type Reminder } from '#platform/server/turns/remind.ts'
import { type Day, startOfHelsinkiDay } from '#platform/values/days.ts'
import { linkOf } from '../links.ts'
import type { TaskAction } from '../rules.ts'
import { tellOfOurLateness } from './our-lateness.ts'

/** What has stood still for longer is for a person to look at, not for a reminder. */
const FORGOTTEN_DAYS = 60

/** Bills have reminders of their own, a month its call, a message nobody who could be reminded. */
const reminders: Readonly<Record<string, Reminder>> = {
  order: remindOfOrder,
  redemption: remindOfRedemption,
  return: remindOfReturn,
  brokerage: remindOfOffer,
  'insurance-claim': remindOfClaim,
  'order-cancellation': remindOfCase,
  'absence-plan': remindOfPlan,
  application: remindEmployer('decideApplication'),
  leaver: remindEmployer('settleLeaver'),
  deduction: remindEmployer('confirmDeduction'),
  repayment: remindEmployer('approveAccount'),
  'company-exit': remindOfExit,
}

/** Those with an account, who do something themselves. */
const parties = ['EMPLOYEE', 'EMPLOYER', 'SELLER', 'TAKER', 'SELLER_EMPLOYER', 'TAKER_EMPLOYER']

/** Whether a party is reminded; of those without an account the store of an order alone, whose link the mail brings again. */
export const isReminded = (turn: { readonly process: string; readonly awaited: string }): boolean =>
  turn.process in reminders &&
  (parties.includes(turn.awaited) || (turn.process === 'order' && turn.awaited === 'STORE'))

interface Waiting {
  readonly id: string
  readonly process: string
  readonly subject_id: string
  readonly awaited: string
  readonly action: string
  readonly company_id: string | null
  readonly user_id: string | null
  readonly detail: string | null
  readonly since: Date
  readonly due_day: Day | null
  readonly nudged_at: Date | null
}

const columns = sql`t.id, t.process, t.subject_id, t.awaited, t.action, t.company_id, t.user_id, t.detail, t.since, t.due_day, t.nudged_at`

const isDue = (turn: Waiting, now: Date, days: NudgeDays) =>
  isNudgeDue(
    {
      since: turn.since,
      dueAt: turn.due_day === null ? null : startOfHelsinkiDay(turn.due_day),
      nudgedAt: turn.nudged_at,
    },
    now,
    days,
  )

const readTurn = async (db: Db, id: string): Promise<Waiting | undefined> =>
  (await sql<Waiting>`select ${columns} from open_turns t where t.id = ${id}`.execute(db)).rows[0]

/** Reminds whoever is awaited, some days after it began, some more later, and shortly before the last day; the act ends it. */
export const nudgeTurns: Job = {
  name: 'nudge-turns',
  cron: '15 9 * * *',
  async run(services) {
    const { database, env } = services
    const days = await readNudgeSettings(database.primary)
    const now = env.now()
    const forgotten = new Date(now.getTime() - FORGOTTEN_DAYS * 86_400_000)
    const { rows } = await sql<Waiting>`
      select ${columns} from open_turns t
       where t.process = any(${Object.keys(reminders)}::text[]) and t.awaited = any(${[...parties, 'STORE']}::text[]) and t.since > ${forgotten}
       order by t.process, t.subject_id, t.position`.execute(database.primary)
    const due = rows.filter((turn) => isReminded(turn) && isDue(turn, now, days)).map(({ id }) => id)
    const nudged = await inTurn(services, due, (db, id) => nudge(db, services, id, days))
    const invoices = await tellOfLateInvoices(services, days.secondDays)
    const ours = await tellOfOurLateness(services)
    const parts = [nudged, invoices, ours]
    const sum = (of: 'done' | 'refused') => parts.reduce((total, part) => total + part[of], 0)
    return { nudged: sum('done'), refused: sum('refused') }
  },
}

async function nudge(db: Db, services: Services, id: string, days: NudgeDays): Promise<boolean> {
  const turn = await readTurn(db, id)
  if (!turn) return false
  const isStillDue = async (own: Db) => {
    const now = await readTurn(own, id)
    return now !== undefined && isDue(now, services.env.now(), days)
  }
  const { process, subject_id: subjectId, awaited, action, due_day: due } = turn
  const isReminded = await reminders[process]!(db, services, { subjectId, awaited, action, due, isStillDue })
  if (isReminded) await noteTold(db, { process, subjectId }, [{ awaited, action, again: true }])
  return isReminded
}

/** Tells the admins of a company what waits for them, by the words of its task. */
function remindEmployer(task: TaskAction): Reminder {
  return async (db, services, { subjectId, awaited, action, due, isStillDue }) => {
    if (awaited !== 'EMPLOYER') return false
    await sql`select pg_advisory_xact_lock(hashtextextended('nudge' || ${subjectId}, 0))`.execute(db)
    if (!(await isStillDue(db))) return false
    const turns = await sql<Waiting>`select ${columns} from open_turns t
      where t.subject_id = ${subjectId} and t.awaited = ${awaited} and t.action = ${action} order by t.since limit 1`.execute(
      db,
    )
    const turn = turns.rows[0]
    if (!turn?.company_id) return false
    const link = linkOf(
      { action: task, id: subjectId, companyId: turn.company_id, orderId: null, month: turn.detail },
      { isStaff: false },
    )
    await notify(db, services, await employerUserIds(db, turn.company_id), {
      type: 'EMPLOYEE_ORDER',
      template: 'tasks:notice.waiting',
      link,
      companyId: turn.company_id,
      mail: true,
      values: { task: { text: `tasks:does.${task}`, values: {} } },
      turn: { subjectId, awaited, action, due },
    })
    return true
  }
}

/** Tells the people of a company that leaves, and its admins, what they have still to say. */
async function remindOfExit(...[db, services, turn]: Parameters<Reminder>): Promise<boolean> {
  const { subjectId, awaited, action, due, isStillDue } = turn
  await sql`select pg_advisory_xact_lock(hashtextextended('nudge' || ${subjectId}, 0))`.execute(db)
  if (!(await isStillDue(db))) return false
  const { rows } = await sql<Waiting>`select ${columns} from open_turns t
    where t.process = 'company-exit' and t.subject_id = ${subjectId} and t.awaited = ${awaited} and t.action = ${action}`.execute(
    db,
  )
  const task: TaskAction = awaited === 'EMPLOYEE' ? 'chooseEnd' : 'confirmLastDeduction'
  const companyId = rows[0]!.company_id!
  const users = awaited === 'EMPLOYEE' ? rows.map(({ user_id }) => user_id!) : await employerUserIds(db, companyId)
  await notify(db, services, users, {
    type: 'ORDER_STATUS_CHANGE',
    template: 'tasks:notice.waiting',
    link: linkOf({ action: task, id: subjectId, companyId, orderId: null, month: null }, { isStaff: false }),
    companyId,
    mail: true,
    values: { task: { text: `tasks:does.${task}`, values: {} } },
    turn: { subjectId, awaited, action, due },
  })
  return true
}
