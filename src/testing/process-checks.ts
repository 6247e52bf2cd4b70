import { stepsFrom, targetOf } from '#platform/process/plan.ts'
import type { Process, Turn, Words } from '#platform/process/table.ts'

/** Whether every step between two states wants a reason. */
export function needsReason<W extends Words>(
  process: Process<W>,
  facts: W['facts'],
  from: W['state'],
  to: W['state'],
): boolean {
  const steps = stepsFrom(process, from).filter((step) => targetOf(process, step, facts) === to)
  return steps.length > 0 && steps.every((step) => step.needsReason === true)
}

/** Turns of which nobody hears, as `state awaited action`: what a process still owes its people. */
export function turnsWithoutNotice<W extends Words>(process: Process<W>): string[] {
  return process.states.flatMap((state: W['state']) =>
    process.turns[state]
      .filter((turn: Turn<W>) => turn.notice === null)
      .map((turn: Turn<W>) => `${state} ${turn.awaited} ${turn.action}`),
  )
}
