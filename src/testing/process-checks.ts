import { stepsFrom, targetOf } from '#platform/process/plan.ts'
import type { Process, Words } from '#platform/process/table.ts'

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

type AnyTurn = { readonly notice: unknown; readonly awaited: string; readonly action: string }

/** Turns of which nobody hears, as `state awaited action`: what a process still owes its people. */
export function turnsWithoutNotice({
  turns,
}: {
  readonly turns: Readonly<Record<string, readonly AnyTurn[]>>
}): string[] {
  return Object.entries(turns).flatMap(([state, own]) =>
    own.filter(({ notice }) => notice === null).map(({ awaited, action }) => `${state} ${awaited} ${action}`),
  )
}
