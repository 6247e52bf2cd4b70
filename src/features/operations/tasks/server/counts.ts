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
  if (together.length > 0) parts.push(part.isWhole ? countsByTally(together) : countsOfMany(together, part))
  if (parts.length === 0) return []
  const { rows } = await sql<KindCounts>`
    with me as (select ${asking.userId}::uuid as id, ${today}::date as today)${part.held}${together.length > 0 && part.isWhole ? seenTo : sql``}
    ${sql.join(parts, sql` union all `)} ${byKey}`.execute(db)
  return rows.filter(({ all, snoozed }) => all + snoozed > 0)
}

/** Which of the counts a turn `t`, seen to as `k` says, is one of. */
function counted() {
  const today = sql`(select today from me)`
  const isAsleep = sql`k.snoozed_until > ${today}`
  const isAwake = sql`(${isAsleep}) is not true`
  return {
    all: isAwake,
    late: sql`t.due_day < ${today} and ${isAwake}`,
    mine: sql`k.owner_user_id = ${me} and ${isAwake}`,
    unowned: sql`k.owner_user_id is null and ${isAwake}`,
    snoozed: isAsleep,
  }
}

/** The counts of turns `t` with how they are seen to, `k`. */
const counts = () =>
  sql.join(
    Object.entries(counted()).map(
      ([name, condition]) => sql`(count(*) filter (where ${condition}))::int as ${sql.ref(name)}`,
    ),
  )

/** The counts of one kind. */
function countsOfOne(action: TaskAction, kinds: readonly Kind[], asking: Asking, { isIn }: Part) {
  const isOfKind = sql.join(
    kinds.map((kind) => sql`(${isCallersTurn(kind, asking)})`),
    sql` or `,
  )
  const named = sql`select ${sql.lit(action)}::text as action`
  const turns = sql`open_turns t left join task_care k on k.turn_id = t.id where (${isOfKind}) ${isIn}`
  if (kinds.length === 1) return sql`(${named}, ${counts()} from ${turns})`
  // A task that several turns open is one of a count where any of them is.
  const each = Object.entries(counted())
  const ofTask = sql.join(each.map(([name, condition]) => sql`bool_or(${condition}) as ${sql.ref(name)}`))
  const ofAll = sql.join(
    each.map(([name]) => sql`(count(*) filter (where g.${sql.ref(name)}))::int as ${sql.ref(name)}`),
  )
  return sql`(${named}, ${ofAll} from (select ${ofTask} from ${turns} group by ${openedBy(kinds)}, t.detail) g)`
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

/** Kinds that are one turn each, with the names of the turn, as rows. */
function kindRows(actions: readonly TaskAction[]) {
  const kinds = actions.map((action) =>
    [action, ...taskKinds[action].turns[0]!.split(':')].map((text) => sql.lit(text)),
  )
  return sql`(values ${sql.join(kinds.map((kind) => sql`(${sql.join(kind)})`))}) as kind (task, process, action, awaited)`
}

/**
 * The same of all turns of each kind: the tally, without the caller's own matters and what is put off. As many rows are read
 * as there are days, turns of the caller's own and turns that somebody sees to.
 */
function countsByTally(actions: readonly TaskAction[]) {
  const today = sql`(select today from me)`
  const isAsleep = sql`s.snoozed_until > ${today}`
  const isKind = (of: RawBuilder<unknown>) =>
    sql`${of}.process = kind.process and ${of}.action = kind.action and ${of}.awaited = kind.awaited`
  const is = sql.ref
  return sql`(select kind.task as action, (a.turns - own.turns - seen.asleep)::int as all, (a.late - own.late - seen.late)::int as late,
      seen.mine::int as mine, (a.turns - own.turns - seen.asleep - seen.owned)::int as unowned, seen.asleep::int as snoozed
    from ${kindRows(actions)}
    cross join lateral (select coalesce(sum(y.turns), 0) as turns, coalesce(sum(y.turns) filter (where y.due_day < ${today}), 0) as late
      from turn_tallies y where ${isKind(is('y'))}) a
    cross join lateral (select count(*) as turns, count(*) filter (where o.due_day < ${today}) as late
      from own o where ${isKind(is('o'))}) own
    cross join lateral (select count(*) filter (where ${isAsleep}) as asleep,
        count(*) filter (where ${isAsleep} and s.due_day < ${today}) as late,
        count(*) filter (where s.owner_user_id = ${me} and (${isAsleep}) is not true) as mine,
        count(*) filter (where s.owner_user_id is not null and (${isAsleep}) is not true) as owned
      from seen s where ${isKind(is('s'))}) seen)`
}

/** The caller's own matters, and the turns that somebody of the staff sees to but for these. */
const seenTo = sql`, own as materialized (select o.process, o.action, o.awaited, o.due_day from open_turns o
  where o.concerned <> '{}' and o.concerned @> array[${me}]), seen as materialized (select t.process, t.action, t.awaited, t.due_day, k.owner_user_id, k.snoozed_until
  from task_care k join open_turns t on t.id = k.turn_id
  where (k.owner_user_id is not null or k.snoozed_until is not null) and not (${me} = any(t.concerned)))`

/** The counts of kinds of which the caller reaches every company, in one walk. */
function countsOfMany(actions: readonly TaskAction[], { isIn }: Part) {
  return sql`(select kind.task as action, counted.*
    from ${kindRows(actions)}
    cross join lateral (select ${counts()} from open_turns t left join task_care k on k.turn_id = t.id
      where t.process = kind.process and t.action = kind.action and t.awaited = kind.awaited
        and not (${me} = any(t.concerned)) ${isIn}) counted)`
}
