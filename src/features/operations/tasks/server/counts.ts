import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { byKey } from '#platform/server/database/statements.ts'
import type { Day } from '#platform/values/days.ts'
import { type TaskAction, taskKinds } from '../rules.ts'
import type { Asking } from './asking.ts'
import { isCallersTurn, type Kind, kindsOf, me, type Part } from './queries.ts'
import { turnSources } from './sources.ts'

/** How many of what waits; each count is of what is not put off, but for the last. */
export interface Counts {
  readonly all: number
  readonly late: number
  readonly mine: number
  readonly unowned: number
  readonly snoozed: number
}

const nothing: Counts = { all: 0, late: 0, mine: 0, unowned: 0, snoozed: 0 }

export const sumOf = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (sum, one) => ({
      all: sum.all + one.all,
      late: sum.late + one.late,
      mine: sum.mine + one.mine,
      unowned: sum.unowned + one.unowned,
      snoozed: sum.snoozed + one.snoozed,
    }),
    nothing,
  )

export interface KindCounts extends Counts {
  readonly action: TaskAction
}

/**
 * Counts all that waits for a caller, however much it is, by how it is seen to. Two turns of one row are one task; so is
 * not a person's employment that two of their orders wait for, which is one task of the list and counts twice.
 */
export async function countTurns(
  db: Db,
  asking: Asking,
  { wanted, part, today }: { readonly wanted: readonly TaskAction[]; readonly part: Part; readonly today: Day },
): Promise<KindCounts[]> {
  const byAction = Map.groupBy(kindsOf(wanted), ({ action }) => action)
  const isCountedTogether = (action: TaskAction) => {
    const { awaited, permission, signs, byPartyAlone, turns } = taskKinds[action]
    return turns.length === 1 && awaited !== 'EMPLOYEE' && !signs && !byPartyAlone && asking.scopeOf(permission).all
  }
  const [together, alone] = [
    [...byAction.keys()].filter(isCountedTogether),
    [...byAction.keys()].filter((action) => !isCountedTogether(action)),
  ]
  const parts = alone.map((action) => countsOfOne(action, byAction.get(action)!, asking, part))
  if (together.length > 0) parts.push(countsOfMany(together, part))
  if (parts.length === 0) return []
  const { rows } = await sql<KindCounts>`
    with me as (select ${asking.userId}::uuid as id, ${today}::date as today)${part.held}
    ${sql.join(parts, sql` union all `)} ${byKey}`.execute(db)
  return rows.filter(({ all, snoozed }) => all + snoozed > 0)
}

/** The counts of turns `t` with how they are seen to, `k`. */
function counts(counted: RawBuilder<unknown>) {
  const today = sql`(select today from me)`
  const isAsleep = sql`k.snoozed_until > ${today}`
  const count = (condition: RawBuilder<unknown>) => sql`(count(${counted}) filter (where ${condition}))::int`
  return sql`${count(sql`(${isAsleep}) is not true`)} as all,
    ${count(sql`t.due_day < ${today} and (${isAsleep}) is not true`)} as late,
    ${count(sql`k.owner_user_id = ${me} and (${isAsleep}) is not true`)} as mine,
    ${count(sql`k.owner_user_id is null and (${isAsleep}) is not true`)} as unowned,
    ${count(isAsleep)} as snoozed`
}

/** The counts of one kind. */
function countsOfOne(action: TaskAction, kinds: readonly Kind[], asking: Asking, { isIn }: Part) {
  const isOfKind = sql.join(
    kinds.map((kind) => sql`(${isCallersTurn(kind, asking)})`),
    sql` or `,
  )
  const counted = kinds.length > 1 ? sql`distinct (${openedBy(kinds)}, t.detail)` : sql`*`
  return sql`(select ${sql.lit(action)}::text as action, ${counts(counted)}
    from open_turns t left join task_care k on k.turn_id = t.id where (${isOfKind}) ${isIn})`
}

/** The row that the page of a turn opens, such as the cancellation of an order: two turns that open one are one task. */
function openedBy(kinds: readonly Kind[]) {
  const others = turnSources.flatMap(({ process, opens }) => {
    if (!opens || !kinds.some(({ turn }) => turn.startsWith(`${process}:`))) return []
    const opened = sql`(select o.opens from (${opens(sql`array[t.subject_id]`)}) o where o.action = t.action limit 1)`
    return [sql`case when t.process = ${sql.lit(process)} then ${opened} end`]
  })
  return others.length > 0 ? sql`coalesce(${sql.join(others)}, t.subject_id)` : sql`t.subject_id`
}

/** The counts of kinds of which the caller reaches every company, in one walk. */
function countsOfMany(actions: readonly TaskAction[], { isIn }: Part) {
  const kinds = actions.map((action) =>
    [action, ...taskKinds[action].turns[0]!.split(':')].map((text) => sql.lit(text)),
  )
  return sql`(select kind.task as action, counted.*
    from (values ${sql.join(kinds.map((kind) => sql`(${sql.join(kind)})`))}) as kind (task, process, action, awaited)
    cross join lateral (select ${counts(sql`*`)} from open_turns t left join task_care k on k.turn_id = t.id
      where t.process = kind.process and t.action = kind.action and t.awaited = kind.awaited
        and not (${me} = any(t.concerned)) ${isIn}) counted)`
}
