import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { keptStatement } from '#platform/server/database/statements.ts'
import type { FoundTurn, TurnSource } from './source.ts'

/** A subject, and the turns of which its parties have been told. */
interface Touched {
  readonly process: string
  readonly subject_id: string
  readonly told: readonly Told[] | null
}

/** A turn of which somebody has been told, the first time or again. */
interface Told {
  readonly awaited: string
  readonly action: string
  readonly again?: true
}

/** A turn that is over. */
export interface ClosedTurn {
  readonly subject_id: string
  readonly awaited: string
  readonly action: string
}

/** The sources, and what goes with a turn's end. */
export interface TurnKeeping {
  readonly sources: readonly TurnSource[]
  /** Ends the notices of turns that are over. */
  settle(db: Db, now: Date, closed: readonly ClosedTurn[]): Promise<void>
}

/** As many subjects of one transaction are judged at its end; the job judges the others. */
const AT_ONCE = 50

/** Holds the subjects in one order, so that of two transactions the second judges what the first has left. */
const held = (subjects: RawBuilder<unknown>) => sql<Touched>`
  select process, subject_id, told, pg_advisory_xact_lock(hashtextextended(process || subject_id, 0)) from (
    select process, subject_id, jsonb_agg(told) filter (where told is not null) as told from ${subjects} q
     group by process, subject_id order by process, subject_id offset 0) s`

const takeOwn = keptStatement<{ most: number }, Touched>(
  ({ most }) => sql`
  with own as (
    select transaction, process, subject_id from turns_to_refresh
     where transaction = pg_current_xact_id_if_assigned()::text::bigint
     group by transaction, process, subject_id order by transaction, process, subject_id limit ${most}::int),
  taken as (
    delete from turns_to_refresh q using own
     where q.transaction = own.transaction and q.process = own.process and q.subject_id = own.subject_id
    returning q.process, q.subject_id, q.told)
  ${held(sql`taken`)}`,
)

/** Rows whose transaction has ended are there for everybody; the oldest come first. */
const takeQueued = keptStatement<{ most: number }, Touched>(
  ({ most }) => sql`
  with taken as (
    delete from turns_to_refresh where id in (
      select id from turns_to_refresh order by transaction limit ${most}::int for update skip locked)
    returning process, subject_id, told)
  ${held(sql`taken`)}`,
)

/** Holds subjects of a source for a run over all of them. */
const holdAll = keptStatement<{ process: string; ids: string }, Touched>(({ process, ids }) =>
  held(sql`(select ${process}::text as process, x::uuid as subject_id, null::jsonb as told
    from jsonb_array_elements_text(${ids}::jsonb) x)`),
)

/** The only statement that writes open turns: what has opened, what is over, and what has changed of those that stay. */
const writeTurns = keptStatement<{ touched: string; found: string; now: Date }, ClosedTurn>(
  ({ touched, found, now }) => sql`
  with found as (
    select * from jsonb_to_recordset(${found}::jsonb) as f (process text, subject_id uuid, detail text, action text, awaited text,
      company_id uuid, user_id uuid, concerned uuid[], position smallint, since timestamptz, due_day date, told boolean, nudged boolean)),
  before as (
    select t.*, f.process is not null as stays, f.since as new_since, f.due_day as new_due, f.position as new_position,
           f.concerned as new_concerned, f.told as new_told, f.nudged as new_nudged
      from open_turns t
      join jsonb_to_recordset(${touched}::jsonb) as k (process text, subject_id uuid) on k.process = t.process and k.subject_id = t.subject_id
      left join found f on f.process = t.process and f.subject_id = t.subject_id and f.action = t.action and f.awaited = t.awaited
       and f.company_id is not distinct from t.company_id and f.user_id is not distinct from t.user_id and f.detail is not distinct from t.detail),
  closed as (
    delete from open_turns t using before b where t.id = b.id and not b.stays returning t.subject_id, t.awaited, t.action),
  kept as (
    update open_turns t set since = b.new_since, due_day = b.new_due, position = b.new_position, concerned = b.new_concerned,
           told_at = case when b.new_told then ${now}::timestamptz when t.since = b.new_since then t.told_at end,
           nudged_at = case when b.new_nudged then ${now}::timestamptz when t.since = b.new_since then t.nudged_at end,
           nudges = case when t.since = b.new_since then t.nudges else 0 end + case when b.new_nudged then 1 else 0 end
      from before b where t.id = b.id and b.stays and (b.new_told or b.new_nudged
        or (t.since, t.due_day, t.position, t.concerned) is distinct from (b.new_since, b.new_due, b.new_position, b.new_concerned))),
  opened as (
    insert into open_turns (id, process, subject_id, detail, action, awaited, company_id, user_id, concerned, position, since, due_day, told_at)
    select gen_random_uuid(), f.process, f.subject_id, f.detail, f.action, f.awaited, f.company_id, f.user_id, f.concerned, f.position, f.since,
           f.due_day, case when f.told then ${now}::timestamptz end
      from found f where not exists (select 1 from before b where b.stays and b.process = f.process and b.subject_id = f.subject_id
        and b.action = f.action and b.awaited = f.awaited and b.company_id is not distinct from f.company_id
        and b.user_id is not distinct from f.user_id and b.detail is not distinct from f.detail))
  select subject_id, awaited, action from closed c
   where not exists (select 1 from found f where f.subject_id = c.subject_id and f.awaited = c.awaited and f.action = c.action)`,
)

/** The turns of subjects by the facts of this moment, each with its place; two of one key are one. */
export async function judge(
  db: Db,
  source: TurnSource,
  ids: readonly string[],
  now: Date,
): Promise<(FoundTurn & { readonly position: number })[]> {
  const found = ids.length === 0 ? [] : await source.turnsOf(db, ids, now)
  return [...Map.groupBy(found, ({ subjectId }) => subjectId).values()].flatMap((own) => {
    const byKey = new Map(own.toReversed().map((turn) => [keyOf(turn), turn]))
    return own.flatMap((turn, position) => (byKey.get(keyOf(turn)) === turn ? [{ ...turn, position }] : []))
  })
}

/** What makes a turn one of its own. */
const keyOf = ({ subjectId, action, awaited, companyId, userId, detail }: FoundTurn) =>
  [subjectId, action, awaited, companyId, userId, detail].join()

/** Whether somebody has been told of a turn, or told again. */
function markOf(told: readonly Told[], { awaited, action }: Pick<Told, 'awaited' | 'action'>) {
  const own = told.filter((one) => one.awaited === awaited && one.action === action)
  return { told: own.some(({ again }) => !again), nudged: own.some(({ again }) => again) }
}

/** Judges subjects that are held, and writes what is open. */
async function write(db: Db, now: Date, keeping: TurnKeeping, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return
  const found = []
  for (const [process, own] of Map.groupBy(touched, (one) => one.process)) {
    const source = keeping.sources.find((one) => one.process === process)
    const told = new Map(own.map((one) => [one.subject_id, one.told ?? []]))
    const ids = [...told.keys()]
    for (const turn of source ? await judge(db, source, ids, now) : [])
      found.push({
        process,
        subject_id: turn.subjectId,
        detail: turn.detail ?? null,
        action: turn.action,
        awaited: turn.awaited,
        company_id: turn.companyId,
        user_id: turn.userId,
        concerned: turn.concerned ?? [],
        position: turn.position,
        since: turn.since,
        due_day: turn.due,
        ...markOf(told.get(turn.subjectId)!, turn),
      })
  }
  const keys = touched.map(({ process, subject_id }) => ({ process, subject_id }))
  const closed = await writeTurns(db, { touched: JSON.stringify(keys), found: JSON.stringify(found), now })
  if (closed.length > 0) await keeping.settle(db, now, closed)
}

/** Judges anew what the transaction of `db` has touched; the last that it does. */
export async function refreshTouched(db: Db, now: Date, keeping: TurnKeeping): Promise<void> {
  await write(db, now, keeping, await takeOwn(db, { most: AT_ONCE }))
}

/** Judges anew what waits in the queue, up to so many rows of it. @returns how many subjects those were */
export async function refreshQueued(db: Db, now: Date, keeping: TurnKeeping, most: number): Promise<number> {
  const touched = await takeQueued(db, { most })
  await write(db, now, keeping, touched)
  return touched.length
}

/** Judges subjects of a source anew, whether they have been touched or not. */
export async function refreshSubjects(
  db: Db,
  now: Date,
  keeping: TurnKeeping,
  of: { readonly process: string; readonly ids: readonly string[] },
): Promise<void> {
  if (of.ids.length === 0) return
  await write(db, now, keeping, await holdAll(db, { process: of.process, ids: JSON.stringify(of.ids) }))
}

/** Notes whose turn has been told in this transaction. */
export async function noteTold(
  db: Db,
  of: { readonly process: string; readonly subjectId: string },
  told: readonly Told[],
): Promise<void> {
  if (told.length === 0) return
  await db
    .insertInto('turns_to_refresh')
    .values(
      told.map(({ awaited, action, again }) => ({
        process: of.process,
        subject_id: of.subjectId,
        told: JSON.stringify({ awaited, action, ...(again ? { again } : {}) }),
      })),
    )
    .execute()
}
