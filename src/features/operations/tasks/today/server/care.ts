import { type RawBuilder, sql } from 'kysely'
import { escalationTo } from '#features/ground/reminders/server/escalate.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { Part } from '../../server/queries.ts'
import type { TaskView } from '../work.ts'

const asleep = (today: Day) => sql`k.snoozed_until > ${today}::date`

/** How the staff see to a turn; what is put off until a day that has come is put off no longer. */
const withCare = (today: Day): Pick<Part, 'care' | 'joined'> => ({
  care: sql`case when k.turn_id is not null or x.turn_id is not null then json_build_object(
    'version', coalesce(k.version, 0),
    'escalatedTo', case when x.turn_id is not null then ${escalationTo} end,
    'owner', case when o.id is not null then json_build_object('userId', o.id, 'name', concat_ws(' ', o.last_name, o.first_name)) end,
    'snooze', case when ${asleep(today)} then json_build_object(
      'until', k.snoozed_until, 'reason', k.snooze_reason, 'by', concat_ws(' ', s.last_name, s.first_name)) end) end`,
  joined: sql`left join task_care k on k.turn_id = t.id left join users o on o.id = k.owner_user_id left join users s on s.id = k.snoozed_by left join turn_escalations x on x.turn_id = t.id`,
})

const partOf = (cared: RawBuilder<unknown>, is: RawBuilder<unknown>, today: Day): Part => ({
  held: sql`, held as (select coalesce(array_agg(k.turn_id), '{}'::uuid[]) as ids from task_care k where ${cared})`,
  isIn: sql`and t.id ${is} ((select ids from held)::uuid[])`,
  isWhole: false,
  ...withCare(today),
})

/** The part of the turns that a view of the staff's list shows. */
export function partOfView(view: TaskView, userId: string, today: Day): Part {
  if (view === 'MINE')
    return partOf(sql`k.owner_user_id = ${userId} and (${asleep(today)}) is not true`, sql`= any`, today)
  if (view === 'SNOOZED') return partOf(asleep(today), sql`= any`, today)
  if (view === 'UNOWNED') return partOf(sql`k.owner_user_id is not null or ${asleep(today)}`, sql`<> all`, today)
  return partOf(asleep(today), sql`<> all`, today)
}

/** All turns, put off or not. */
export const everyPart = (today: Day): Part => ({ held: sql``, isIn: sql``, isWhole: true, ...withCare(today) })

/** One turn alone. */
export const partOfTurn = (turnId: string, today: Day): Part => ({
  held: sql``,
  isIn: sql`and t.id = ${turnId}`,
  isWhole: false,
  ...withCare(today),
})

/** A turn that waits, held so that it does not end before this transaction. */
export async function holdTurn(db: Db, turnId: string) {
  return db
    .selectFrom('open_turns')
    .where('id', '=', turnId)
    .select(['process', 'subject_id', 'action', 'awaited', 'company_id'])
    .forKeyShare()
    .executeTakeFirst()
}

interface Change {
  readonly owner_user_id?: string | null
  readonly snoozed_until?: Day | null
  readonly snooze_reason?: string | null
  readonly snoozed_by?: string | null
}

/** Writes how a turn that is held is seen to. @throws VERSION_CONFLICT with the task as it is now */
export async function writeCare(
  { db, env, user }: SignedInContext,
  turn: NonNullable<Awaited<ReturnType<typeof holdTurn>>> & { readonly id: string },
  { step, version, change, now }: { step: string; version: number; change: Change; now: () => Promise<unknown> },
): Promise<void> {
  const row = await db.selectFrom('task_care').selectAll().where('turn_id', '=', turn.id).forUpdate().executeTakeFirst()
  if (version !== (row?.version ?? 0)) requireVersion(version, row?.version ?? 0, await now())
  const written = await db
    .insertInto('task_care')
    .values({ turn_id: turn.id, version: 1, ...change })
    .onConflict((at) =>
      at
        .column('turn_id')
        .doUpdateSet({ ...change, version: version + 1 })
        .where('task_care.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  // Two who see to a turn first: the second one has not seen the first.
  if (!written) requireVersion(version, version + 1, await now())
  const { owner_user_id: owner, snoozed_until: until } = change
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: turn.id },
    companyId: turn.company_id,
    shared: false,
    data: {
      register: 'tasks',
      act: step,
      process: turn.process,
      subjectId: turn.subject_id,
      task: turn.action,
      ...(owner === undefined ? {} : { ownerBefore: row?.owner_user_id ?? null, owner }),
      ...(until === undefined ? {} : { until }),
    },
  })
}
