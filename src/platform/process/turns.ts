/** Whose turn it is, from a process's table of turns. Pure. */

import { addDays, type Day, helsinkiDay } from '#platform/values/days.ts'
import type { Process, Turn, Words } from './table.ts'

type Turns<W extends Words> = Pick<Process<W>, 'turns'>

/** The turns that stand open in a state. */
export function turnsIn<W extends Words>(
  process: Turns<W>,
  state: W['state'],
  facts: W['turnFacts'],
): readonly Turn<W>[] {
  return process.turns[state as W['state']].filter((turn: Turn<W>) => turn.when?.(facts) ?? true)
}

/** Who is awaited in a state; empty when the row waits for nobody. */
export function awaitedIn<W extends Words>(
  process: Turns<W>,
  state: W['state'],
  facts: W['turnFacts'],
): W['awaited'][] {
  return [...new Set(turnsIn(process, state, facts).map((turn) => turn.awaited))]
}

/** The turns that a change has opened: they stand open now and did not before. */
export function openedTurns<W extends Words>(
  before: readonly Turn<W>[],
  after: readonly Turn<W>[],
): readonly Turn<W>[] {
  return after.filter((turn) => !before.includes(turn))
}

/** The day by which a turn should be taken; null when nothing says. */
export function dueDayOf<W extends Words>(turn: Turn<W>, since: Date, facts: W['turnFacts']): Day | null {
  if (turn.due) return turn.due(facts)
  return turn.dueDays === null ? null : addDays(helsinkiDay(since), turn.dueDays)
}
