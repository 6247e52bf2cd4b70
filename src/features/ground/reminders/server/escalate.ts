import { sql } from 'kysely'
import { notify } from '#features/ground/notifications/server/notify.ts'
import { AppError, fail, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { staffRoles } from '#platform/server/roles/second-staff.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { type EscalationRole, escalationRoles, mayEscalate } from '../rules.ts'
import { type OpenTurn, turnColumns } from './remind.ts'

/** What a turn is called, whom it is about, and where the staff see it. */
export interface TurnPlace {
  readonly what: { readonly text: string; readonly values: Record<string, unknown> }
  readonly about: string
  readonly link: string
}

let placeOf: (db: Db, turn: OpenTurn) => Promise<TurnPlace>

/** Tells what each turn is called and where it stands; the application calls it once. */
export function provideTurnPlaces(place: typeof placeOf): void {
  placeOf = place
}

interface Receiver {
  readonly id: string
  readonly name: string
  readonly role: string
}

/** The colleagues of somebody who could take a turn on, once for each role that they hold. */
async function receiversBeside(db: Db, { user, env }: Pick<SignedInContext, 'user' | 'env'>): Promise<Receiver[]> {
  const staff = await staffRoles(db, 'task:remind', env.now())
  const ids = staff.filter(({ holds, isActive, id }) => holds && isActive && id !== user.userId).map(({ id }) => id)
  const { rows } = await sql<Receiver>`
    select u.id, concat_ws(' ', u.last_name, u.first_name) as name, r.name as role
      from users u join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id
     where u.id = any(${[...new Set(ids)]}::uuid[]) and r.scope_kind = 'ALL' order by name, u.id, role`.execute(db)
  return rows
}

/** To whom the caller can bring a turn. */
export async function receiversFor(context: SignedInContext) {
  const found = await receiversBeside(context.db, context)
  const people = new Map(found.map(({ id, name }) => [id, { userId: id, name }]))
  const held = new Set(found.map(({ role }) => role))
  return { colleagues: [...people.values()], roles: escalationRoles.filter((role) => held.has(role)) }
}

const isRole = (to: string): to is EscalationRole => (escalationRoles as readonly string[]).includes(to)

/** Brings a turn to a colleague or a role. @throws NOT_FOUND, ALREADY_ESCALATED, NOT_TO_ESCALATE */
export async function escalate(
  context: SignedInContext,
  turnId: string,
  { to, message }: { to: string; message: string },
) {
  const { db, env, user } = context
  const found =
    await sql<OpenTurn>`select ${turnColumns} from open_turns t where t.id = ${turnId} for no key update`.execute(db)
  const turn = found.rows[0] ?? fail('NOT_FOUND')
  if (await escalationOf(db, turnId)) fail('ALREADY_ESCALATED')
  if (!mayEscalate({ ...turn, due: turn.due_day }, helsinkiDay(env.now()))) throw new AppError('NOT_TO_ESCALATE')
  const beside = await receiversBeside(db, context)
  const receivers = beside.filter(({ id, role }) => (isRole(to) ? role === to : id === to))
  if (receivers.length === 0) failFieldText('to', 'reminders:fieldErrors.NOBODY')
  const text = message.trim()
  await db
    .insertInto('turn_escalations')
    .values({
      turn_id: turnId,
      escalated_by: user.userId,
      escalated_at: env.now(),
      to_user_id: isRole(to) ? null : to,
      to_role: isRole(to) ? to : null,
      reason: text,
    })
    .execute()
  await tell(context, turn, [...new Set(receivers.map(({ id }) => id))], text)
  await logEvent(db, env, actorOf(user), 'TURN_ESCALATED', {
    subject: { type: turn.process === 'order' ? 'order' : 'register', id: turn.subject_id },
    companyId: turn.company_id,
    shared: false,
    data: { process: turn.process, awaited: turn.awaited, action: turn.action, to },
  })
  return (await escalationOf(db, turnId))!
}

async function tell(
  context: SignedInContext,
  turn: OpenTurn,
  userIds: readonly string[],
  message: string,
): Promise<void> {
  const { db, user } = context
  const { what, about, link } = await placeOf(db, turn)
  const sender = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow()
  await notify(db, context, userIds, {
    type: 'GENERAL',
    template: turn.due_day ? 'reminders:notice.escalated' : 'reminders:notice.escalatedWithoutDay',
    link,
    companyId: null,
    mail: true,
    values: {
      by: `${sender.first_name} ${sender.last_name}`,
      what,
      about,
      since: formatDay(helsinkiDay(turn.since)),
      due: turn.due_day ? formatDay(turn.due_day) : '',
      message,
    },
  })
}

interface Escalated {
  readonly to: string
  readonly by: string
  readonly at: string
  readonly message: string
}

/** To whom a turn `x` was brought: a name, or the key of a role, which the reader's page words. */
export const escalationTo = sql`coalesce((select concat_ws(' ', u.last_name, u.first_name) from users u where u.id = x.to_user_id), x.to_role)`

/** To whom a turn was brought, if it was. */
export async function escalationOf(db: Db, turnId: string): Promise<Escalated | null> {
  const { rows } = await sql<Omit<Escalated, 'at'> & { readonly at: Date }>`
    select ${escalationTo} as "to", concat_ws(' ', b.last_name, b.first_name) as "by", x.escalated_at as "at", x.reason as "message"
      from turn_escalations x join users b on b.id = x.escalated_by where x.turn_id = ${turnId}`.execute(db)
  const row = rows[0]
  return row ? { ...row, at: row.at.toISOString() } : null
}
