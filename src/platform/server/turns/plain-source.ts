import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { FoundTurn, TurnSource } from './source.ts'

/** What a plain source selects for its subjects: the turn as columns; what it leaves out is null. */
interface OpenRow {
  readonly subject: string
  readonly action: string
  readonly awaited: string
  readonly company: string | null
  readonly person: string | null
  readonly detail: string | null
  readonly concerned: readonly string[] | null
  readonly since: Date
  readonly due: Day | null
}

/** The select list of a turn; `subject` and `since` always, the others where the kind has them. */
export interface OpenColumns {
  readonly subject: RawBuilder<unknown>
  readonly action: string
  readonly awaited: string
  readonly company?: RawBuilder<unknown>
  readonly person?: RawBuilder<unknown>
  readonly detail?: RawBuilder<unknown>
  /** A user whose own matter it is. */
  readonly concerned?: RawBuilder<unknown>
  readonly since: RawBuilder<unknown>
  readonly due?: RawBuilder<unknown>
}

const none = (type: string) => sql.raw(`null::${type}`)

/** The columns of a turn that is no process's. */
export const openColumns = (one: OpenColumns) => sql`${one.subject} as subject, ${sql.lit(one.action)}::text as action,
  ${sql.lit(one.awaited)}::text as awaited, ${one.company ?? none('uuid')} as company, ${one.person ?? none('uuid')} as person,
  ${one.detail ?? none('text')} as detail, ${one.concerned ? sql`array[${one.concerned}]` : none('uuid[]')} as concerned,
  ${one.since} as since, ${one.due ?? none('date')} as due`

/** The instant at which a day of Helsinki begins. */
export const startOfDay = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'Europe/Helsinki'`

/**
 * A source of turns that belong to no process's table: a bill to pay, a month to lock, a message that found nobody.
 * @param open selects the open turns of some subjects on a day, with `openColumns`
 */
export const plainSource = ({
  open,
  ...source
}: Omit<TurnSource, 'turnsOf'> & {
  readonly open: (ids: RawBuilder<unknown>, today: Day) => RawBuilder<unknown>
}): TurnSource => ({
  ...source,
  async turnsOf(db, ids, now) {
    const { rows } = await sql<OpenRow>`${open(sql`${ids}::uuid[]`, helsinkiDay(now))}`.execute(db)
    return rows.map(
      (row): FoundTurn => ({
        subjectId: row.subject,
        action: row.action,
        awaited: row.awaited,
        companyId: row.company,
        userId: row.person,
        ...(row.detail === null ? {} : { detail: row.detail }),
        concerned: row.concerned ?? [],
        since: row.since,
        due: row.due,
      }),
    )
  },
})
