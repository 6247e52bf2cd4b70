/** Reads a process's table: what somebody may do with a row now, and whether a wanted step may be taken. Pure. */

import { type Process, RESUME, type Step, type Words } from './table.ts'

/** Who takes a step: the permissions held for the row and the capacities in which they act on it. */
export interface Mover<Capacity extends string = string> {
  readonly permissions: ReadonlySet<string>
  readonly capacities: ReadonlySet<Capacity>
}

/** The system itself, for jobs and for consequences of other people's steps. */
export const systemMover: Mover<'SYSTEM'> = { permissions: new Set(), capacities: new Set(['SYSTEM']) }

/** The holder of a link. */
export function tokenMover<Capacity extends `${string}_TOKEN`>(capacity: Capacity): Mover<Capacity> {
  return { permissions: new Set(), capacities: new Set([capacity]) }
}

/** What stands between a caller and a step; a missing reason comes from the row of the table, not from the facts. */
export type Unmet<W extends Words> = W['guard'] | 'REASON_MISSING'

export interface AllowedStep<W extends Words> {
  readonly step: W['step']
  readonly to: W['state']
  readonly allowed: boolean
  readonly unmet: Unmet<W>[]
}

export type Plan<W extends Words> =
  | {
      readonly ok: true
      readonly step: Step<W>
      readonly to: W['state']
      /** The new value of the row's remembered state. */
      readonly resumeState: W['state'] | null
    }
  | { readonly ok: false; readonly reason: 'NO_STEP' | 'NOT_PERMITTED' | 'UNMET'; readonly unmet: Unmet<W>[] }

/** What a caller asks for: a target state, a step's name, or both. */
export interface Wanted<W extends Words> {
  readonly to?: W['state']
  readonly step?: W['step']
  readonly reason?: string | null
}

/** The steps that lead away from a state, or that create a row. */
export function stepsFrom<W extends Words>(process: Process<W>, state: W['state'] | null): Step<W>[] {
  return process.steps.filter(({ from }) => (state === null ? from === null : from?.includes(state)))
}

/** The state that a step leads to for this row; null when it has nothing to resume. */
export function targetOf<W extends Words>(process: Process<W>, step: Step<W>, facts: W['facts']): W['state'] | null {
  if (step.to !== RESUME) return step.to
  const remembered = process.remembered(facts)
  return remembered !== null && step.resumable?.includes(remembered) ? remembered : null
}

/** The system and holders of links act without permissions: what they may do is what the table names them for. */
const needsNoPermission = (capacity: string) => capacity === 'SYSTEM' || capacity.endsWith('_TOKEN')

function mayTake<W extends Words>(step: Step<W>, who: Mover): boolean {
  return step.capacities.some(
    (capacity) => who.capacities.has(capacity) && (needsNoPermission(capacity) || who.permissions.has(step.permission)),
  )
}

interface Judged<W extends Words> {
  readonly step: Step<W>
  readonly to: W['state']
  readonly unmet: Unmet<W>[]
}

function judge<W extends Words>(
  process: Process<W>,
  facts: W['facts'],
  from: W['state'] | null,
  { step, to }: { step: Step<W>; to: W['state'] },
  reason: string | null | undefined,
): Judged<W> {
  const unmet: Unmet<W>[] = step.guards.filter((guard: W['guard']) => !process.guards[guard](facts, { from, to }))
  return { step, to, unmet: step.needsReason && !reason?.trim() ? ['REASON_MISSING', ...unmet] : unmet }
}

/** Of several rows with the same ends, the one that is closest to being allowed; the earlier one on a tie. */
function closest<W extends Words>(judged: readonly Judged<W>[]): Judged<W> | undefined {
  return judged.toSorted((left, right) => left.unmet.length - right.unmet.length)[0]
}

/** A step that remembers keeps where it came from; one that begins in a state that was itself kept, keeps that memory. */
function rememberedAfter<W extends Words>(
  process: Process<W>,
  step: Step<W>,
  from: W['state'] | null,
  facts: W['facts'],
): W['state'] | null {
  if (!step.remembers || from === null) return null
  const isKept = process.steps.some((one) => one.remembers && one.to === from)
  return isKept ? process.remembered(facts) : from
}

/**
 * Judges one step. NO_STEP: the table has none between these states. NOT_PERMITTED: none of them is the caller's.
 * UNMET: the conditions that do not hold.
 */
export function planStep<W extends Words>(
  process: Process<W>,
  facts: W['facts'],
  from: W['state'] | null,
  wanted: Wanted<W>,
  who: Mover,
): Plan<W> {
  const found = stepsFrom(process, from).flatMap((step) => {
    const to = targetOf(process, step, facts)
    const isWanted = (wanted.to ?? to) === to && (wanted.step ?? step.name) === step.name
    return to !== null && isWanted ? [{ step, to }] : []
  })
  if (found.length === 0) return { ok: false, reason: 'NO_STEP', unmet: [] }
  const own = found.filter(({ step }) => mayTake(step, who))
  const best = closest(own.map((one) => judge(process, facts, from, one, wanted.reason)))
  if (!best) return { ok: false, reason: 'NOT_PERMITTED', unmet: [] }
  if (best.unmet.length > 0) return { ok: false, reason: 'UNMET', unmet: best.unmet }
  return { ok: true, step: best.step, to: best.to, resumeState: rememberedAfter(process, best.step, from, facts) }
}

/**
 * The steps that are the caller's to take from a state, one row per name and target in the table's order, each with
 * what still stands in its way. What the command itself brings (reason, question, answer) does not count as missing.
 * Steps that only another process takes are left out: no screen could ever offer them.
 */
export function allowedSteps<W extends Words>(
  process: Process<W>,
  facts: W['facts'],
  from: W['state'] | null,
  who: Mover,
): AllowedStep<W>[] {
  const judged = stepsFrom(process, from)
    .filter((step) => !step.within && mayTake(step, who))
    .flatMap((step) => {
      const to = targetOf(process, step, facts)
      if (to === null) return []
      const { unmet } = judge(process, facts, from, { step, to }, 'given')
      return [{ step, to, unmet: unmet.filter((guard) => !process.given.has(guard as W['guard'])) }]
    })
  const groups = Map.groupBy(judged, ({ step, to }) => `${step.name}>${to}`)
  return [...groups.values()].map((rows) => {
    const { step, to, unmet } = closest(rows)!
    return { step: step.name, to, allowed: unmet.length === 0, unmet }
  })
}
