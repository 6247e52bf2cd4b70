import { sql } from 'kysely'
import {
  isReminded,
  type OpenTurn,
  remindedParties,
  remindingProcesses,
  remindOf,
  turnColumns,
} from '#features/ground/reminders/server/remind.ts'
import { tellOfLateInvoices } from '#features/orders/orders/server/nudges/nudge-job.ts'
import { readNudgeSettings } from '#features/orders/orders/server/nudges/nudge-settings.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { isNudgeDue, type NudgeDays } from '#platform/server/turns/remind.ts'
import { startOfHelsinkiDay } from '#platform/values/days.ts'
import { tellOfOurLateness } from './our-lateness.ts'

/** What has stood still for longer is for a person to look at, not for a reminder. */
const FORGOTTEN_DAYS = 60

const isDue = (turn: OpenTurn, now: Date, days: NudgeDays) =>
  isNudgeDue(
    {
      since: turn.since,
      dueAt: turn.due_day === null ? null : startOfHelsinkiDay(turn.due_day),
      nudgedAt: turn.nudged_at,
    },
    now,
    days,
  )

/** Reminds whoever is awaited, some days after it began, some more later, and shortly before the last day; the act ends it. */
export const nudgeTurns: Job = {
  name: 'nudge-turns',
  cron: '15 9 * * *',
  async run(services) {
    const { database, env } = services
    const days = await readNudgeSettings(database.primary)
    const now = env.now()
    const forgotten = new Date(now.getTime() - FORGOTTEN_DAYS * 86_400_000)
    const { rows } = await sql<OpenTurn>`
      select ${turnColumns} from open_turns t
       where t.process = any(${remindingProcesses()}::text[]) and t.awaited = any(${[...remindedParties, 'STORE']}::text[]) and t.since > ${forgotten}
       order by t.process, t.subject_id, t.position`.execute(database.primary)
    const due = rows.filter((turn) => isReminded(turn) && isDue(turn, now, days)).map(({ id }) => id)
    const nudged = await inTurn(services, due, (db, id) =>
      remindOf(db, services, id, (turn) => isDue(turn, services.env.now(), days)),
    )
    const invoices = await tellOfLateInvoices(services, days.secondDays)
    const ours = await tellOfOurLateness(services)
    const parts = [nudged, invoices, ours]
    const sum = (of: 'done' | 'refused') => parts.reduce((total, part) => total + part[of], 0)
    return { nudged: sum('done'), refused: sum('refused') }
  },
}
