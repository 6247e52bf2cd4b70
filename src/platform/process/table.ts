/**
 * What a process is: its states, and a table of steps between them with who may take each, under which
 * conditions and with which consequences. Pure data; the server judges with it and screens explain with it.
 */

import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Day } from '#platform/values/days.ts'

/** The words of one process, as types: a misspelt or missing one does not compile. */
export interface Words {
  state: string
  /** Names of steps. */
  step: string
  guard: string
  effect: string
  /** In which capacity somebody acts on one row. */
  capacity: string
  /** What the screens call a step; several steps may be one action. */
  action: string
  /** Who can be awaited. */
  awaited: string
  /** What the guards ask about a row. */
  facts: object
  /** What decides who is awaited; a part of the facts that lists can read, too. */
  turnFacts: object
}

/** A step forward can be stepped back from; one aside leaves the main way or comes back to it; one back undoes. */
export type Way = 'forward' | 'aside' | 'back'

/** As the target of a step: back to the remembered state. */
export const RESUME = 'RESUME'

export interface Step<W extends Words> {
  readonly name: W['step']
  /** The row's number in the design's table, such as `O7`. */
  readonly number: string
  /** Null: the step creates the row. */
  readonly from: readonly W['state'][] | null
  readonly to: W['state'] | typeof RESUME
  /** Which remembered states a step to RESUME opens. */
  readonly resumable?: readonly W['state'][]
  readonly way: Way
  readonly permission: PermissionName
  /** In which of these capacities somebody may take the step. */
  readonly capacities: readonly W['capacity'][]
  readonly guards: readonly W['guard'][]
  /** What the server does in the same transaction. */
  readonly effects: readonly W['effect'][]
  /** The screen's action. */
  readonly action: W['action']
  /** Guards that the action's own dialog fulfils. */
  readonly asks?: readonly W['guard'][]
  /** Keeps the state it leaves, so that a later step can resume it. */
  readonly remembers?: true
  readonly needsReason?: true
  /** Whether everybody who sees the row reads the reason; without it the reason is the staff's own. */
  readonly showsReason?: true
  /** Taken only by another process of this name, so no screen offers it by itself. */
  readonly within?: string
}

export interface Move<W extends Words> {
  readonly from: W['state'] | null
  readonly to: W['state']
}

/**
 * How the person of a turn hears of it: staff find it on their desk; others get the message of this template, with the
 * turn's action. `by` names the effect that sends it where the message goes to somebody without an account.
 */
export type Notice<W extends Words> = 'DESK' | { readonly template: string; readonly by?: W['effect'] }

/** One person's turn in a state. */
export interface Turn<W extends Words> {
  readonly awaited: W['awaited']
  /** Where the state alone does not tell. */
  readonly when?: (facts: W['turnFacts']) => boolean
  /** The single action of the message, in the words of the process or of a document beside it. */
  readonly action: string
  /** Null: nobody tells them yet. */
  readonly notice: Notice<W> | null
  /** How many days the person has. */
  readonly dueDays: number | null
  /** The last day where the row itself has one, such as an offer's; it stands before the days. */
  readonly due?: (facts: W['turnFacts']) => Day | null
}

export interface Process<W extends Words> {
  readonly name: string
  /** In the order in which answers and screens list them. */
  readonly states: readonly W['state'][]
  readonly steps: readonly Step<W>[]
  /** Each condition, named by what is wrong when it does not hold; true means that it holds. */
  readonly guards: { readonly [G in W['guard']]: (facts: W['facts'], move: Move<W>) => boolean }
  /** Guards that the command itself fulfils: they never hide a step from the list of allowed ones. */
  readonly given: ReadonlySet<W['guard']>
  /** The state that the row remembers. */
  readonly remembered: (facts: W['facts']) => W['state'] | null
  /** Whose turn it is in each state; none where the row waits for nobody. */
  readonly turns: { readonly [S in W['state']]: readonly Turn<W>[] }
}
