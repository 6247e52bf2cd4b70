import { sql } from 'kysely'
import type { Database, Db } from '#platform/server/database/db.ts'
import { type Ids, packedIds } from '#platform/server/database/packed-ids.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { judge, refreshQueued, refreshSubjects, type TurnKeeping } from './refresh.ts'
import type { TurnSource } from './source.ts'

interface Parts {
  readonly database: Pick<Database, 'transaction' | 'primary'>
  readonly env: Pick<Env, 'now'>
}

/** So many subjects are judged in one transaction. */
const BATCH = 400

/** All subjects of a source: those that may wait for somebody, and those that have a row. */
const subjectsOf = (db: Db, source: TurnSource): Promise<Ids> =>
  packedIds(
    db,
    sql<{ id: string }>`select x.id from (select s.id from (${source.subjects}) s (id)
      union select t.subject_id from open_turns t where t.process = ${source.process}) x where x.id is not null order by x.id`,
  )

/** The same in parts, each of so many as are judged at once. */
function* partsOf(ids: Ids): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += BATCH) yield ids.slice(from, from + BATCH)
}

interface Progress {
  readonly counted_day: Day | null
  readonly counting_day: Day | null
  readonly counted_to: string | null
}

const progressOf = async (db: Db, process: string): Promise<Progress | undefined> =>
  db
    .selectFrom('turn_sources')
    .select(['counted_day', 'counting_day', 'counted_to'])
    .where('process', '=', process)
    .executeTakeFirst()

/** Goes through all subjects of a source from where a run was left; a run of an earlier day begins anew. */
async function countSource({ database, env }: Parts, keeping: TurnKeeping, source: TurnSource, today: Day) {
  const { process } = source
  const begun = await progressOf(database.primary, process)
  if (begun?.counted_day === today) return 0
  const done = begun?.counting_day === today ? (begun.counted_to ?? '') : ''
  const note = (db: Db, progress: { counted_day?: Day; counted_to: string | null }) =>
    db
      .insertInto('turn_sources')
      .values({ process, counting_day: today, ...progress })
      .onConflict((conflict) => conflict.column('process').doUpdateSet({ counting_day: today, ...progress }))
      .execute()
  let count = 0
  for (const part of partsOf(await subjectsOf(database.primary, source))) {
    const ids = part.filter((id) => id > done)
    if (ids.length === 0) continue
    await database.transaction(async (db) => {
      await refreshSubjects(db, env.now(), keeping, { process, ids })
      await note(db, { counted_to: ids.at(-1)! })
    })
    count += ids.length
  }
  await note(database.primary, { counted_day: today, counted_to: null })
  return count
}

/**
 * Brings the open turns to what the facts of this moment say: every subject once a day, since some turns begin and end
 * with a day, and what waits in the queue.
 */
export async function refreshTurns(parts: Parts, keeping: TurnKeeping): Promise<{ counted: number; touched: number }> {
  const { database, env } = parts
  const today = helsinkiDay(env.now())
  let [counted, touched] = [0, 0]
  for (const source of keeping.sources) counted += await countSource(parts, keeping, source, today)
  for (;;) {
    const count = await database.transaction((db) => refreshQueued(db, env.now(), keeping, BATCH))
    if (count === 0) {
      await addTalliesUp(database.primary)
      return { counted, touched }
    }
    touched += count
  }
}

/**
 * Adds up the rows of each tally that has several, or has come to nothing. Each row is taken by one run alone, and whoever
 * counts meanwhile sees the sum of before or the same of after.
 */
async function addTalliesUp(db: Db): Promise<void> {
  await sql`
    with several as (
      select process, action, awaited, due_day from turn_tallies group by 1, 2, 3, 4 having count(*) > 1 or sum(turns) = 0),
    taken as (
      delete from turn_tallies t using several s
       where (t.process, t.action, t.awaited) = (s.process, s.action, s.awaited) and t.due_day is not distinct from s.due_day
      returning t.process, t.action, t.awaited, t.due_day, t.turns)
    insert into turn_tallies (process, action, awaited, due_day, turns)
    select process, action, awaited, due_day, sum(turns) from taken group by 1, 2, 3, 4 having sum(turns) <> 0`.execute(
    db,
  )
}

/** A turn whose row is not what the facts say, or that is missing on one side. */
export interface TurnDifference {
  readonly process: string
  readonly subjectId: string
  readonly stored: readonly string[]
  readonly found: readonly string[]
}

/** One subject's turns as text, for comparison; what has been told and sent is no fact. */
interface Line {
  readonly subjectId: string
  readonly text: string
}

async function storedLines(db: Db, process: string, ids: readonly string[]): Promise<Line[]> {
  const rows = await db
    .selectFrom('open_turns')
    .selectAll()
    .where('process', '=', process)
    .where('subject_id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    subjectId: row.subject_id,
    text: lineOf({ ...row, due: row.due_day, companyId: row.company_id, userId: row.user_id }),
  }))
}

const lineOf = (turn: {
  readonly action: string
  readonly awaited: string
  readonly companyId: string | null
  readonly userId: string | null
  readonly detail?: string | null
  readonly position: number
  readonly concerned?: readonly string[]
  readonly since: Date
  readonly due: Day | null
}) =>
  [
    turn.position,
    turn.awaited,
    turn.action,
    turn.detail ?? '',
    `company ${turn.companyId}`,
    `user ${turn.userId}`,
    `concerns ${(turn.concerned ?? []).join(' ')}`,
    turn.since.toISOString(),
    `due ${turn.due}`,
  ].join(' · ')

/**
 * Judges every turn of every row anew and compares it with what is stored, and the tallies with the rows; what still waits
 * in the queue is left to it.
 * @returns how many subjects were judged, and those that differ
 */
export async function verifyTurns(db: Db, now: Date, sources: readonly TurnSource[]) {
  const differences: TurnDifference[] = []
  const queued = new Set(
    (await db.selectFrom('turns_to_refresh').select('subject_id').execute()).map((row) => row.subject_id),
  )
  let subjects = 0
  for (const source of sources) {
    for (const ids of partsOf(await subjectsOf(db, source))) {
      subjects += ids.length
      const found = (await judge(db, source, ids, now)).map((turn) => ({
        subjectId: turn.subjectId,
        text: lineOf(turn),
      }))
      differences.push(...differencesOf(source.process, ids, await storedLines(db, source.process, ids), found))
    }
  }
  const stand = differences.filter(({ subjectId }) => !queued.has(subjectId))
  return { subjects, differences: [...stand, ...(await tallyDifferences(db))] }
}

/** Kinds of turns whose tally is not the number of their rows. */
async function tallyDifferences(db: Db): Promise<TurnDifference[]> {
  const { rows } = await sql<{ process: string; kind: string; told: number; stand: number }>`
    select process, concat_ws(' ', action, awaited, due_day) as kind, sum(told)::int as told, sum(stand)::int as stand from (
      select process, action, awaited, due_day, turns as told, 0 as stand from turn_tallies
      union all
      select process, action, awaited, due_day, 0, 1 from open_turns) n
     group by process, action, awaited, due_day having sum(told) <> sum(stand)`.execute(db)
  return rows.map(({ process, kind, told, stand }) => ({
    process,
    subjectId: `tally of ${kind}`,
    stored: [String(told)],
    found: [String(stand)],
  }))
}

function differencesOf(process: string, ids: readonly string[], stored: readonly Line[], found: readonly Line[]) {
  const texts = (lines: readonly Line[], id: string) =>
    lines
      .filter(({ subjectId }) => subjectId === id)
      .map(({ text }) => text)
      .sort()
  return ids.flatMap((subjectId): TurnDifference[] => {
    const [one, other] = [texts(stored, subjectId), texts(found, subjectId)]
    return one.join('\n') === other.join('\n') ? [] : [{ process, subjectId, stored: one, found: other }]
  })
}
