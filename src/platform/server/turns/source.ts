import type { RawBuilder } from 'kysely'
import type { Process, Turn, Words } from '#platform/process/table.ts'
import { dueDayOf, turnsIn } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Day } from '#platform/values/days.ts'

/** Who of a party a row names: a person, a company, or nobody of them for the staff and those outside. */
export interface TurnParty {
  readonly companyId: string | null
  readonly userId: string | null
}

/** A turn that stands open by the facts. */
export interface FoundTurn extends TurnParty {
  readonly subjectId: string
  readonly action: string
  readonly awaited: string
  /** What tells two turns of one subject apart, such as a month. */
  readonly detail?: string
  /** Users whose own matter it is: they act for no other party in it. */
  readonly concerned?: readonly string[]
  readonly since: Date
  readonly due: Day | null
}

/** A table that a source's facts read. */
export interface TurnRead {
  readonly table: keyof Tables
  /** The columns whose change matters; without them any. */
  readonly columns?: readonly string[]
  /** The table's key, where that is not `id`. */
  readonly key?: string
  /** The column that holds the subject, or a statement that selects the subjects of the changed row `$row`. */
  readonly subject: string
}

/** Where turns of one kind of subject come from. */
export interface TurnSource {
  /** The name of the process, or of what is none. */
  readonly process: string
  /** Every table that the facts read; triggers made of it put what is touched in the queue. */
  readonly reads: readonly TurnRead[]
  /** Selects the `id` of each subject that may wait for somebody. */
  readonly subjects: RawBuilder<unknown>
  /** The turns of up to some hundred subjects, read by one query. */
  turnsOf(db: Db, ids: readonly string[], now: Date): Promise<FoundTurn[]>
  /**
   * Selects what a list says of subjects: `id`, `opens` (the row that the task's page opens), `about`, `companyName`,
   * `orderId`, `orderNumber`.
   */
  about(ids: RawBuilder<unknown>): RawBuilder<unknown>
  /** Selects `id`, `action` and another row that the page of this action `opens`. */
  opens?(ids: RawBuilder<unknown>): RawBuilder<unknown>
}

/** A subject of a process with its facts. */
export interface TurnSubject<W extends Words> {
  readonly subjectId: string
  readonly state: W['state']
  readonly facts: W['turnFacts']
  since(turn: Turn<W>): Date
  /** Whom a turn awaits; several where each of them is awaited for themselves. */
  party(turn: Turn<W>): TurnParty | readonly TurnParty[]
  /** Whose own matter a turn is. */
  concerned?(turn: Turn<W>): readonly string[]
}

/** The open turns of a subject, by the process's table. */
export const turnsOfSubject = <W extends Words>(
  process: Pick<Process<W>, 'turns'>,
  { subjectId, state, facts, since, party, concerned }: TurnSubject<W>,
): FoundTurn[] =>
  turnsIn(process, state, facts).flatMap((turn) => {
    const from = since(turn)
    return [party(turn)].flat().map((one) => ({
      subjectId,
      action: turn.action,
      awaited: turn.awaited,
      ...one,
      concerned: concerned?.(turn) ?? [],
      since: from,
      due: dueDayOf(turn, from, facts),
    }))
  })
