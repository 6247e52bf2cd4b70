/** The steps of an absence plan, with who may take each, under which conditions and with which consequences. */
import type { Process, Step, Words } from '#platform/process/table.ts'
import { type Day, firstOfMonth, monthOf } from '#platform/values/days.ts'
import { type PlanAsker, type PlanState, planStates } from './months.ts'

export interface PlanFacts {
  readonly today: Day
  readonly isRunning: boolean
  readonly arePossibleDays: boolean
  readonly askedBy: PlanAsker
  readonly fromDay: Day
  readonly toDay: Day
  readonly askedToDay: Day | null
}

export type PlanStep = 'propose' | 'confirm' | 'change' | 'confirmChange' | 'dropChange' | 'cancel' | 'end'
export type PlanGuard =
  | 'LEASE_NOT_RUNNING'
  | 'DAYS_NOT_POSSIBLE'
  | 'EMPLOYER_CONFIRMS'
  | 'EMPLOYEE_CONFIRMS'
  | 'PAST_MONTH'
  | 'BEGUN'
  | 'LASTS'
export type PlanEffect =
  | 'KEEP_MONTHS'
  | 'REMOVE_MONTHS'
  | 'TAKE_CHANGE'
  | 'DROP_CHANGE'
  | 'SIGN'
  | 'KEEP_REASON'
  | 'TELL_BOTH'

export interface PlanWords extends Words {
  state: PlanState
  step: PlanStep
  guard: PlanGuard
  effect: PlanEffect
  capacity: 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER' | 'SYSTEM'
  action: 'propose' | 'confirm' | 'change' | 'cancel' | 'end'
  awaited: 'EMPLOYEE' | 'EMPLOYER'
  facts: PlanFacts
  turnFacts: Pick<PlanFacts, 'askedBy'>
}

const guards: Process<PlanWords>['guards'] = {
  LEASE_NOT_RUNNING: ({ isRunning }) => isRunning,
  DAYS_NOT_POSSIBLE: ({ arePossibleDays }) => arePossibleDays,
  EMPLOYER_CONFIRMS: ({ askedBy }) => askedBy === 'EMPLOYER',
  EMPLOYEE_CONFIRMS: ({ askedBy }) => askedBy === 'EMPLOYEE',
  // Only later months change: what has begun stands.
  PAST_MONTH: ({ askedToDay, toDay, today }) =>
    askedToDay !== null && askedToDay !== toDay && askedToDay >= firstOfMonth(monthOf(today)) && toDay >= today,
  BEGUN: ({ fromDay, today }) => today < fromDay,
  LASTS: ({ toDay, today }) => toDay < today,
}

type V = Step<PlanWords>
const forward = { way: 'forward', guards: [], effects: [] } as const
const making = { ...forward, permission: 'absence-plan:make' } as const
const confirming = { ...forward, permission: 'absence-plan:confirm' } as const
const both = ['SELF', 'EMPLOYER'] as const

/** The side that has not asked confirms: its guard, and its capacity. */
const sides = [
  { capacities: ['SELF'], guard: 'EMPLOYER_CONFIRMS' },
  { capacities: ['EMPLOYER'], guard: 'EMPLOYEE_CONFIRMS' },
] as const

const steps: readonly V[] = [
  {
    ...making,
    name: 'propose',
    number: 'A1',
    from: null,
    to: 'PROPOSED',
    capacities: both,
    guards: ['LEASE_NOT_RUNNING', 'DAYS_NOT_POSSIBLE'],
    action: 'propose',
  },
  ...sides.map(
    ({ capacities, guard }): V => ({
      ...confirming,
      name: 'confirm',
      number: 'A2',
      from: ['PROPOSED'],
      to: 'CONFIRMED',
      capacities,
      guards: [guard, 'LEASE_NOT_RUNNING', 'DAYS_NOT_POSSIBLE'],
      effects: ['SIGN', 'KEEP_MONTHS', 'TELL_BOTH'],
      action: 'confirm',
    }),
  ),
  {
    ...making,
    name: 'change',
    number: 'A3',
    from: ['CONFIRMED'],
    to: 'CHANGED',
    way: 'aside',
    capacities: both,
    guards: ['LEASE_NOT_RUNNING', 'PAST_MONTH', 'DAYS_NOT_POSSIBLE'],
    action: 'change',
  },
  ...sides.map(
    ({ capacities, guard }): V => ({
      ...confirming,
      name: 'confirmChange',
      number: 'A4',
      from: ['CHANGED'],
      to: 'CONFIRMED',
      way: 'aside',
      capacities,
      guards: [guard, 'LEASE_NOT_RUNNING', 'PAST_MONTH', 'DAYS_NOT_POSSIBLE'],
      effects: ['SIGN', 'TAKE_CHANGE', 'KEEP_MONTHS', 'TELL_BOTH'],
      action: 'confirm',
    }),
  ),
  {
    ...making,
    name: 'dropChange',
    number: 'A5',
    from: ['CHANGED'],
    to: 'CONFIRMED',
    way: 'aside',
    capacities: both,
    effects: ['DROP_CHANGE', 'TELL_BOTH'],
    action: 'change',
  },
  {
    ...making,
    name: 'cancel',
    number: 'A6',
    from: ['PROPOSED'],
    to: 'CANCELLED',
    way: 'back',
    capacities: both,
    effects: ['KEEP_REASON', 'TELL_BOTH'],
    action: 'cancel',
  },
  {
    ...making,
    name: 'cancel',
    number: 'A6',
    from: ['CONFIRMED', 'CHANGED'],
    to: 'CANCELLED',
    way: 'back',
    capacities: both,
    guards: ['BEGUN'],
    effects: ['KEEP_REASON', 'REMOVE_MONTHS', 'TELL_BOTH'],
    action: 'cancel',
  },
  {
    ...making,
    name: 'end',
    number: 'A7',
    from: ['CONFIRMED', 'CHANGED'],
    to: 'ENDED',
    capacities: ['SYSTEM'],
    guards: ['LASTS'],
    effects: ['TELL_BOTH'],
    action: 'end',
  },
]

const isAskedBy = (side: PlanAsker) => (facts: Pick<PlanFacts, 'askedBy'>) => facts.askedBy === side

/** The side that has not asked is awaited. */
/** Days in which the other side confirms. */
export const CONFIRM_DAYS = 7

const turnsFor = (what: 'proposed' | 'changeAsked') => [
  {
    awaited: 'EMPLOYER' as const,
    when: isAskedBy('EMPLOYEE'),
    action: 'confirm',
    notice: { template: `absence-plans:employerNotice.${what}` },
    dueDays: CONFIRM_DAYS,
  },
  {
    awaited: 'EMPLOYEE' as const,
    when: isAskedBy('EMPLOYER'),
    action: 'confirm',
    notice: { template: `absence-plans:notice.${what}` },
    dueDays: CONFIRM_DAYS,
  },
]

export const planProcess: Process<PlanWords> = {
  name: 'absence-plan',
  states: planStates,
  steps,
  guards,
  given: new Set(),
  remembered: () => null,
  turns: {
    PROPOSED: turnsFor('proposed'),
    CONFIRMED: [],
    CHANGED: turnsFor('changeAsked'),
    CANCELLED: [],
    ENDED: [],
  },
}
