import { sentByActs } from '#features/ground/outbox/server/sent-by-acts.ts'
import type { SentMessage } from '#features/ground/outbox/shapes.ts'
import { fail } from '#platform/contract/errors.ts'
import { permissionsOver, scopeOf } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import { isReasonShared } from '../rules/timeline.ts'
import type { OrderStatus } from '../rules.ts'
import { findOrder } from './moves/record.ts'
import { listOrderEvents } from './queries.ts'

type EventRow = Awaited<ReturnType<typeof listOrderEvents>>[number]

interface Facts {
  readonly from?: OrderStatus
  readonly to?: OrderStatus
  readonly edge?: string
  readonly reason?: string
  readonly note?: string
  readonly process?: string
  readonly step?: string
  readonly day?: Day
  readonly awaited?: string
}

interface Reader {
  readonly userId: string
  readonly isStaff: boolean
  readonly isOwner: boolean
}

/** Whom a reminder went to, as its reader is told. */
function remindedBy({ type, data }: EventRow, { isOwner }: Reader): 'SELF' | 'EMPLOYEE' | 'EMPLOYER' | 'STORE' | null {
  const { awaited } = data as Facts
  if (type !== 'TURN_NUDGED') return null
  if (awaited === 'EMPLOYEE') return isOwner ? 'SELF' : awaited
  return awaited === 'EMPLOYER' || awaited === 'STORE' ? awaited : null
}

function itemOf(row: EventRow, reader: Reader, messages: readonly SentMessage[]) {
  const { from, to, edge, reason, note, process, step, day } = row.data as Facts
  const isNamed = row.first_name !== null && (reader.isStaff || row.actor_kind !== 'STAFF')
  return {
    eventId: row.id,
    act: reader.isStaff ? row.written_in : null,
    type: row.type,
    at: row.occurred_at.toISOString(),
    actor: row.actor_kind,
    actorName: isNamed ? `${row.first_name} ${row.last_name}` : null,
    mine: row.actor_user_id === reader.userId,
    from: row.type === 'ORDER_STATUS_UPDATED' ? (from ?? null) : null,
    to: row.type === 'ORDER_STATUS_UPDATED' ? (to ?? null) : null,
    reason: reader.isStaff || isReasonShared({ type: row.type, edge }) ? (reason ?? null) : null,
    note: reader.isStaff ? (note ?? null) : null,
    step: row.type === 'PROCESS_STEP' && process && step ? `${process}.${step}` : null,
    day: process === 'store' && step === 'estimate' ? (day ?? null) : null,
    reminded: remindedBy(row, reader),
    messages: [...messages],
  }
}

/** An order's events as the reader may see them, newest first. @throws NOT_FOUND */
export async function timelineOf({ db, scope, user }: SignedInContext, orderId: string) {
  const record = (await findOrder(db, scope, orderId)) ?? fail('NOT_FOUND')
  const at = { companyId: record.order.company_id, ownerId: record.related.owner_id }
  const isStaff = permissionsOver(user, at).has('order:process')
  const reader = { userId: user.userId, isStaff, isOwner: record.related.owner_id === user.userId }
  const rows = await listOrderEvents(db, orderId, { sharedOnly: !isStaff })
  const seesMessages = isStaff && scopeOf(user, 'outbox:read').all
  const messages = seesMessages
    ? await sentByActs(
        db,
        rows.map(({ id }) => id),
      )
    : new Map<string, never>()
  return rows.map((row) => itemOf(row, reader, messages.get(row.id) ?? []))
}

/** Writes a note of the staff into the order's events; nobody else ever reads it. @throws NOT_FOUND */
export async function addNote(context: SignedInContext, orderId: string, text: string): Promise<void> {
  const { db, env, scope, user } = context
  const { order } = (await findOrder(db, scope, orderId)) ?? fail('NOT_FOUND')
  await logEvent(db, env, actorOf(user), 'ORDER_NOTE_ADDED', {
    subject: { type: 'order', id: order.id },
    companyId: order.company_id,
    orderId: order.id,
    employeeId: order.beneficiary_employee_id,
    shared: false,
    data: { note: text.trim() },
  })
}
