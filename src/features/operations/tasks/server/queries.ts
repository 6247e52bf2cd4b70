import { type RawBuilder, sql } from 'kysely'
import { signsBy } from '#features/orders/orders/server/signers.ts'
import type { Db } from '#platform/server/database/db.ts'
import { within } from '#platform/server/database/scope.ts'
import { byKey } from '#platform/server/database/statements.ts'
import type { Day } from '#platform/values/days.ts'
import { type TaskAction, type TurnKey, taskKinds } from '../rules.ts'
import type { Asking } from './asking.ts'
import { turnSources } from './sources.ts'

export interface TaskRow {
  action: TaskAction
  /** The row that the task's page opens. */
  id: string
  /** The month, of a company that has a task for each. */
  month: string | null
  since: Date
  due: Day | null
  companyId: string | null
  companyName: string | null
  about: string | null
  orderId: string | null
  orderNumber: string | null
  turnId: string | null
  /** How the staff see to it; null until one of them does, and where it is not asked for. */
  care: Care | null
}

/** How the staff see to one turn. */
export interface Care {
  readonly owner: { readonly userId: string; readonly name: string } | null
  readonly snooze: { readonly until: Day; readonly reason: string; readonly by: string } | null
  /** The colleague by name, or the role, to whom it was brought. */
  readonly escalatedTo: string | null
  readonly version: number
}

export interface TurnRow {
  readonly kind: number
  readonly id: string
  readonly process: string
  readonly action: string
  readonly subject_id: string
  readonly detail: string | null
  readonly company_id: string | null
  readonly since: Date
  readonly due_day: Day | null
  readonly care: Care | null
}

/** One turn of a kind of task. */
export interface Kind {
  readonly action: TaskAction
  readonly turn: TurnKey
}

/** Whoever asks, once for all parts: a statement of few values is planned once. */
export const me = sql`(select id from me)`

/** Who signs for a company: its admins, and editors whom it has named. */
const mayCommit = sql`exists (select 1 from companies c join user_roles ur on ur.user_id = ${me}
  where c.id = t.company_id and ${signsBy})`

/** The condition that a turn of a kind waits for the caller: their own, or one of the companies that they act for. */
export function isCallersTurn({ action, turn }: Kind, { scopeOf }: Asking): RawBuilder<unknown> {
  const [process, step, awaited] = turn.split(':') as [string, string, string]
  const { awaited: whose, permission, signs, byPartyAlone } = taskKinds[action]
  const scope = scopeOf(permission)
  const isMine =
    whose === 'EMPLOYEE'
      ? sql`t.user_id = ${me}`
      : sql`${within(byPartyAlone ? { ...scope, all: false } : scope, { company: 't.company_id' })} and not (${me} = any(t.concerned))`
  return sql`t.process = ${sql.lit(process)} and t.action = ${sql.lit(step)} and t.awaited = ${sql.lit(awaited)} and ${isMine} ${signs ? sql`and ${mayCommit}` : sql``}`
}

/** The oldest turns of a kind that wait for the caller. */
const turnsOf = (kind: Kind, index: number, asking: Asking, { isIn }: Part, most: number) =>
  sql`(select ${sql.lit(index)}::int as kind, t.id, t.process, t.action, t.subject_id, t.detail, t.company_id, t.since, t.due_day from open_turns t
     where ${isCallersTurn(kind, asking)} ${isIn}
     order by t.since, t.id limit ${sql.lit(most + 1)})`

/** The turns of some kinds of task. */
export const kindsOf = (actions: readonly TaskAction[]): Kind[] =>
  actions.flatMap((action) => taskKinds[action].turns.map((turn): Kind => ({ action, turn })))

/** Which turns of each kind are read, and what is read with them. */
export interface Part {
  /** What is looked up once for all kinds. */
  readonly held: RawBuilder<unknown>
  /** The condition that reads it. */
  readonly isIn: RawBuilder<unknown>
  /** Whether no turn is left out. */
  readonly isWhole: boolean
  /** How the staff see to the turn `t`, as an expression, and the tables that it joins. */
  readonly care: RawBuilder<unknown>
  readonly joined: RawBuilder<unknown>
}

export const whole: Part = { held: sql``, isIn: sql``, isWhole: true, care: sql`null::json`, joined: sql`` }

/** The turn of an act of two people, whether a part shows it, and how the staff see to it. */
export interface ProposalTurn {
  readonly id: string
  readonly subject_id: string
  readonly action: string
  readonly company_id: string | null
  readonly is_in: boolean
  readonly care: Care | null
}

/** The turns of some acts of two people, by what a part shows. */
export async function proposalTurns(
  db: Db,
  ids: readonly string[],
  { held, isIn, care, joined }: Part = whole,
): Promise<ProposalTurn[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ProposalTurn>`
    with asked as (select 1)${held},
    turns as (select t.id, t.subject_id, t.action, t.company_id, (true ${isIn}) as is_in from open_turns t
       where t.process = 'proposal' and t.subject_id = any(${[...ids]}::uuid[]))
    select t.*, ${care} as care from turns t ${joined} order by t.id`.execute(db)
  return rows
}

interface About {
  readonly process: string
  readonly id: string
  /** Of this action alone; null of all others. */
  readonly action: string | null
  readonly opens: string
  readonly about: string | null
  readonly companyName: string | null
  readonly orderId: string | null
  readonly orderNumber: string | null
}

/** What the tasks are about, by process and subject, and by action where a page opens another row. */
async function aboutOf(db: Db, rows: readonly TurnRow[]) {
  const parts = [...Map.groupBy(rows, ({ process }) => process)].flatMap(([process, own]) => {
    const source = turnSources.find((one) => one.process === process)!
    const ids = sql`${[...new Set(own.map(({ subject_id }) => subject_id))]}::uuid[]`
    const about = sql`select ${sql.lit(process)}::text as process, a.id, null::text as action, a.opens, a.about, a."companyName", a."orderId", a."orderNumber"
      from (${source.about(ids)}) a`
    if (!source.opens) return [about]
    const opens = sql`select ${sql.lit(process)}::text, o.id, o.action, o.opens, null, null, null, null from (${source.opens(ids)}) o`
    return [about, opens]
  })
  if (parts.length === 0) return () => null
  const { rows: found } = await sql<About>`${sql.join(parts, sql` union all `)} ${byKey}`.execute(db)
  const known = new Map(found.map((one) => [`${one.process} ${one.id} ${one.action}`, one]))
  return ({ process, subject_id, action }: TurnRow): About | null => {
    const about = known.get(`${process} ${subject_id} null`)
    const own = known.get(`${process} ${subject_id} ${action}`)
    return about ? { ...about, opens: own?.opens ?? about.opens } : null
  }
}

/** What waits for a caller who holds some permissions, of a part of it, of each kind as many as are asked for. */
export async function listTasks(
  db: Db,
  asking: Asking,
  { wanted, part, most }: { readonly wanted: readonly TaskAction[]; readonly part: Part; readonly most: number },
): Promise<{ rows: TaskRow[]; truncated: boolean }> {
  const kinds = kindsOf(wanted)
  if (kinds.length === 0) return { rows: [], truncated: false }
  const { held, care, joined } = part
  const parts = kinds.map((kind, index) => turnsOf(kind, index, asking, part, most))
  const { rows: turns } = await sql<TurnRow>`
    with me as (select ${asking.userId}::uuid as id)${held}, turns as (${sql.join(parts, sql` union all `)})
    select t.*, ${care} as care from turns t ${joined} order by t.kind, t.since, t.id ${byKey}`.execute(db)
  const about = await aboutOf(db, turns)
  const found = turns.flatMap((turn) => {
    const one = about(turn)
    return one ? [rowOf(kinds[turn.kind]!.action, turn, one)] : []
  })
  // Two turns of one row may be one task, such as the lessor's and the staff's of one invoice.
  const unique = new Map(found.toReversed().map((row) => [`${row.action} ${row.id} ${row.month}`, row]))
  const ofKind = Map.groupBy([...unique.values()].toReversed(), ({ action }) => action)
  return {
    rows: [...ofKind.values()].flatMap((own) => own.slice(0, most)),
    truncated: [...ofKind.values()].some((own) => own.length > most),
  }
}

/** Turns of known kinds with what they are about; what is no longer there is left out. */
export async function rowsOfTurns(
  db: Db,
  turns: readonly { readonly action: TaskAction; readonly turn: TurnRow }[],
): Promise<TaskRow[]> {
  const about = await aboutOf(
    db,
    turns.map(({ turn }) => turn),
  )
  return turns.flatMap(({ action, turn }) => {
    const one = about(turn)
    return one ? [rowOf(action, turn, one)] : []
  })
}

const rowOf = (action: TaskAction, turn: TurnRow, about: About): TaskRow => ({
  action,
  id: about.opens,
  month: turn.detail,
  since: turn.since,
  due: turn.due_day,
  companyId: turn.company_id,
  companyName: about.companyName,
  about: turn.detail ?? about.about,
  orderId: about.orderId,
  orderNumber: about.orderNumber,
  turnId: turn.id,
  care: turn.care,
})
