import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'

/** A turn whose person is told once more. */
export interface TurnToRemind {
  readonly subjectId: string
  readonly awaited: string
  readonly action: string
  readonly due: Day | null
  /** Asked once the row is held: another run may have told them meanwhile. */
  isStillDue(db: Db): Promise<boolean>
}

/** Tells the person of a turn once more. @returns false where the turn is over, or nobody is written to */
export type Reminder = (db: Db, services: Services, turn: TurnToRemind) => Promise<boolean>

/** After how many days of waiting somebody is reminded, and how many days before the last one. */
export interface NudgeDays {
  readonly firstDays: number
  readonly secondDays: number
  readonly lastDays: number
}

const DAY_MS = 86_400_000

/**
 * Whether a turn's next reminder has come: some days after it began, some more later, and shortly before its last day; each
 * once, and of several that have come together one.
 */
export function isNudgeDue(
  turn: { readonly since: Date; readonly dueAt: Date | null; readonly nudgedAt: Date | null },
  now: Date,
  days: NudgeDays,
): boolean {
  const after = (count: number) => new Date(turn.since.getTime() + count * DAY_MS)
  const moments = [after(days.firstDays), after(days.secondDays)]
  // Of a turn with few days the last one alone is worth a reminder.
  const last = turn.dueAt && new Date(turn.dueAt.getTime() - days.lastDays * DAY_MS)
  if (last && last > turn.since) moments.push(last)
  return moments.some((at) => at <= now && (turn.nudgedAt === null || turn.nudgedAt < at))
}
