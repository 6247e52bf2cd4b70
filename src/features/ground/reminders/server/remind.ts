import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { noteTold } from '#platform/server/turns/refresh.ts'
import type { Reminder } from '#platform/server/turns/remind.ts'
import type { Day } from '#platform/values/days.ts'

export interface OpenTurn {
  readonly id: string
  readonly process: string
  readonly subject_id: string
  readonly awaited: string
  readonly action: string
  readonly company_id: string | null
  readonly user_id: string | null
  readonly detail: string | null
  readonly since: Date
  readonly due_day: Day | null
  readonly told_at: Date | null
  readonly nudged_at: Date | null
  readonly nudges: number
}

/** What is read of a turn `t`. */
export const turnColumns = sql`t.id, t.process, t.subject_id, t.awaited, t.action, t.company_id, t.user_id, t.detail, t.since, t.due_day, t.told_at, t.nudged_at, t.nudges`

/** Those with an account, who do something themselves. */
export const remindedParties = ['EMPLOYEE', 'EMPLOYER', 'SELLER', 'TAKER', 'SELLER_EMPLOYER', 'TAKER_EMPLOYER']

let provided: Readonly<Record<string, Reminder>> = {}

/** Tells by process who reminds its parties. */
export function provideReminders(reminders: Readonly<Record<string, Reminder>>): void {
  provided = reminders
}

/** The processes whose parties are reminded. */
export const remindingProcesses = (): readonly string[] => Object.keys(provided)

/** Whether a party is reminded; of those without an account the store of an order alone, whose link the mail brings again. */
export const isReminded = (turn: { readonly process: string; readonly awaited: string }): boolean =>
  turn.process in provided &&
  (remindedParties.includes(turn.awaited) || (turn.process === 'order' && turn.awaited === 'STORE'))

/** A turn as it stands now; undefined once it is over. */
export const readTurn = async (db: Db, id: string): Promise<OpenTurn | undefined> =>
  (await sql<OpenTurn>`select ${turnColumns} from open_turns t where t.id = ${id}`.execute(db)).rows[0]

/**
 * Tells the party of a turn once more.
 * @param isDue judged again once the subject is held: another run may have told them meanwhile
 * @returns false where the turn is over or has been told of meanwhile, or nobody is written to
 */
export async function remindOf(
  db: Db,
  services: Services,
  id: string,
  isDue: (turn: OpenTurn) => boolean,
): Promise<boolean> {
  const turn = await readTurn(db, id)
  if (!turn || !isReminded(turn) || (await isRestricted(db, turn))) return false
  const isStillDue = async (own: Db) => {
    const now = await readTurn(own, id)
    return now !== undefined && isDue(now)
  }
  const { process, subject_id: subjectId, awaited, action, due_day: due } = turn
  const isSent = await provided[process]!(db, services, { subjectId, awaited, action, due, isStillDue })
  if (isSent) await noteTold(db, { process, subjectId }, [{ awaited, action, again: true }])
  return isSent
}

/** Whether the person who is awaited has restricted the use of their data: they are told once and not reminded. */
async function isRestricted(db: Db, { user_id }: OpenTurn): Promise<boolean> {
  if (user_id === null) return false
  const user = await db.selectFrom('users').select('restricted_at').where('id', '=', user_id).executeTakeFirst()
  return user?.restricted_at != null
}

/** Whom a reminder of a turn reaches: persons by name, of a company or a store its own. */
export const receiversOf = async (db: Db, turn: OpenTurn): Promise<string[]> =>
  (
    await sql<{
      name: string
    }>`select distinct coalesce(trim(u.first_name || ' ' || u.last_name), c.name, s.name) as name
      from open_turns t
      left join users u on u.id = t.user_id
      left join companies c on c.id = t.company_id and t.user_id is null and t.awaited <> 'STORE'
      left join orders o on o.id = t.subject_id and t.awaited = 'STORE'
      left join bike_stores s on s.id = o.bike_store_id
     where t.subject_id = ${turn.subject_id} and t.awaited = ${turn.awaited} and t.action = ${turn.action}
       and coalesce(u.first_name, c.name, s.name) is not null
     order by 1 limit 10`.execute(db)
  ).rows.map(({ name }) => name)

/** Whom else than the staff a subject waits for, each party once: the people of one party are reminded together. */
export const awaitedWith = async (db: Db, subjectId: string): Promise<readonly OpenTurn[]> =>
  (
    await sql<OpenTurn>`select distinct on (t.position, t.awaited, t.action) ${turnColumns} from open_turns t
      where t.subject_id = ${subjectId} and t.awaited <> 'STAFF' order by t.position, t.awaited, t.action, t.since, t.id`.execute(
      db,
    )
  ).rows
