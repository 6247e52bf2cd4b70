import { sql } from 'kysely'
import { settleNotices } from '#features/ground/notifications/server/notify.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/database/events.ts'
import { inTurn, type Job } from '#platform/server/database/jobs.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { OrderTurn } from '../rules/transition-table.ts'
import { tellOfLateInvoice } from './late-invoice.ts'
import { readNudgeSettings } from './nudge-settings.ts'
import { lockOrder, type OrderRecord, orderEvent } from './record.ts'
import { notifyTurn } from './turn-notices.ts'
import { openTurns, sinceOf } from './turn-times.ts'

const DAY_MS = 86_400_000
/** What has stood still for longer is for a person to look at, not for a reminder. */
const FORGOTTEN_DAYS = 60

const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Reminds whoever has been awaited for as many days as the setting says, and once more later; the act itself ends it. */
export const nudgeOrders: Job = {
  name: 'nudge-orders',
  cron: '15 9 * * *',
  async run(services) {
    const { database, env } = services
    const { firstDays, secondDays } = await readNudgeSettings(database.primary)
    const [forgotten, waited] = [before(env.now(), FORGOTTEN_DAYS), before(env.now(), firstDays)]
    const found = await sql<{ id: string }>`
      select distinct t.subject_id as id from open_turns t
       where t.process = 'order' and (t.awaited in ('EMPLOYEE', 'EMPLOYER', 'STORE') or t.action = 'match')
         and t.since between ${forgotten} and ${waited}
       order by id`.execute(database.primary)
    const ids = found.rows.map(({ id }) => id)
    const { done, refused } = await inTurn(services, ids, (db, id) =>
      nudgeOrder(db, services, { orderId: id, nudgeDays: [firstDays, secondDays] }),
    )
    return { nudged: done, refused }
  },
}

interface Due {
  readonly orderId: string
  readonly nudgeDays: readonly [first: number, second: number]
}

async function nudgeOrder(db: Db, services: Services, { orderId, nudgeDays }: Due): Promise<boolean> {
  const record = await lockOrder(db, scopeOfAll, orderId)
  // What rests for a request to cancel waits for the staff; its parties' turns stand when it goes on.
  if (!record || record.related.cancellation_asked_at !== null) return false
  const open = openTurns(record, services.env.now())
  // A guard may have opened since without a step, such as by a corrected last working day.
  await settleNotices(db, services.env.now(), orderId, open)
  const due = open.filter(({ notice }) => notice !== null && notice !== 'DESK')
  const sent = []
  for (const turn of due) sent.push(await nudge(db, services, record, { turn, nudgeDays }))
  sent.push(await tellOfLateInvoice(db, services, record, nudgeDays[1]))
  return sent.includes(true)
}

/** Sends the message of a turn once more when its next reminder is due and nobody has sent it. */
async function nudge(
  db: Db,
  services: Services,
  record: OrderRecord,
  { turn, nudgeDays }: { turn: OrderTurn } & Pick<Due, 'nudgeDays'>,
): Promise<boolean> {
  const { env } = services
  if (turn.awaited === 'LESSOR') return false
  const since = sinceOf(record, turn)
  const waited = (env.now().getTime() - since.getTime()) / DAY_MS
  const days = nudgeDays.findLast((one) => waited >= one)
  if (days === undefined) return false
  const written = await db
    .insertInto('turn_nudges')
    .values({
      order_id: record.order.id,
      company_id: record.order.company_id,
      awaited: turn.awaited,
      action: turn.action,
      since,
      days,
      sent_at: env.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('days')
    .executeTakeFirst()
  if (!written) return false
  await notifyTurn(db, services, record, turn, { step: null, input: { actor: systemActor } })
  await logEvent(db, env, systemActor, 'TURN_NUDGED', {
    ...orderEvent(record.order),
    data: { awaited: turn.awaited, action: turn.action, days },
  })
  return true
}
