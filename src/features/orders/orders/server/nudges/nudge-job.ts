import { sql } from 'kysely'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn } from '#platform/server/jobs/jobs.ts'
import type { Reminder } from '#platform/server/turns/remind.ts'
import { tellOfLateInvoice } from '../delivery/late-invoice.ts'
import { lockOrder, orderEvent } from '../moves/record.ts'
import { notifyTurn } from '../moves/turn-notices.ts'
import { openTurns } from '../moves/turn-times.ts'

/** Tells the person of a turn of an order once more, and notes it on the order's timeline. */
export const remindOfOrder: Reminder = async (db, services, { subjectId, awaited, action, due, isStillDue }) => {
  const record = await lockOrder(db, scopeOfAll, subjectId)
  if (!record || !(await isStillDue(db))) return false
  const turn = openTurns(record, services.env.now()).find((one) => one.awaited === awaited && one.action === action)
  // The lessor has an invoice with a day of its own.
  if (!turn || turn.notice === null || turn.notice === 'DESK' || turn.awaited === 'LESSOR') return false
  await notifyTurn(db, services, record, turn, { step: null, input: { actor: systemActor }, due })
  await logEvent(db, services.env, systemActor, 'TURN_NUDGED', {
    ...orderEvent(record.order),
    data: {
      awaited,
      action,
      days: Math.floor((services.env.now().getTime() - record.order.status_changed_at.getTime()) / 86_400_000),
    },
  })
  return true
}

/** Tells buyers, once each, whose order waits for its store's invoice, or for us to match it, for too long. */
export async function tellOfLateInvoices(services: Services, days: number) {
  const before = new Date(services.env.now().getTime() - days * 86_400_000)
  const found = await sql<{ id: string }>`
    select distinct t.subject_id as id from open_turns t
     where t.process = 'order' and t.action in ('sendInvoice', 'match') and t.since <= ${before} order by id`.execute(
    services.database.primary,
  )
  return inTurn(
    services,
    found.rows.map(({ id }) => id),
    async (db, id) => {
      const record = await lockOrder(db, scopeOfAll, id)
      return (
        record !== null &&
        record.related.cancellation_asked_at === null &&
        tellOfLateInvoice(db, services, record, days)
      )
    },
  )
}
