/** The steps of a company's exit, with who may take each, under which conditions and with which consequences. */
import type { Process, Step, Turn, Words } from '#platform/process/table.ts'
import type { Day } from '#platform/values/days.ts'
import { type ExitKind, type ExitState, exitStates } from './exit.ts'

export interface ExitFacts {
  readonly kind: ExitKind
  readonly areDeductionsConfirmed: boolean
  /** Leases of the list: all, those for which nobody has chosen, those that are not settled, those in the other company. */
  readonly leases: number
  readonly undecided: number
  readonly unsettled: number
  readonly moved: number
  readonly ordersUnderWay: number
  readonly chooseUntil: Day | null
  readonly fromDay: Day
}

export type ExitStep = 'mark' | 'confirmDeductions' | 'workOff' | 'withdraw'
export type ExitGuard = 'LEASES_GO_ON' | 'DEDUCTIONS_CONFIRMED' | 'LEASES_LEFT' | 'ORDERS_UNDER_WAY' | 'LEASES_MOVED'

export const exitAwaited = ['EMPLOYEE', 'EMPLOYER', 'STAFF'] as const

export interface ExitWords extends Words {
  state: ExitState
  step: ExitStep
  guard: ExitGuard
  effect: 'BEAR_AFTER' | 'GIVE_BACK' | 'TELL' | 'TELL_EMPLOYERS'
  capacity: 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER'
  action: ExitStep
  awaited: (typeof exitAwaited)[number]
  facts: ExitFacts
  turnFacts: ExitFacts
}

const guards: Process<ExitWords>['guards'] = {
  LEASES_GO_ON: ({ kind }) => kind !== 'MERGED',
  DEDUCTIONS_CONFIRMED: ({ areDeductionsConfirmed }) => !areDeductionsConfirmed,
  LEASES_LEFT: ({ unsettled }) => unsettled === 0,
  ORDERS_UNDER_WAY: ({ ordersUnderWay }) => ordersUnderWay === 0,
  LEASES_MOVED: ({ moved }) => moved === 0,
}

const byStaff = { permission: 'company:exit', capacities: ['STAFF'] } as const
const confirming = {
  name: 'confirmDeductions',
  number: 'X2',
  way: 'aside',
  permission: 'company:update',
  capacities: ['EMPLOYER', 'STAFF'],
  guards: ['LEASES_GO_ON', 'DEDUCTIONS_CONFIRMED'],
  effects: ['BEAR_AFTER'],
  action: 'confirmDeductions',
} as const

const steps: readonly Step<ExitWords>[] = [
  {
    ...byStaff,
    name: 'mark',
    number: 'X1',
    from: null,
    to: 'OPEN',
    way: 'forward',
    guards: [],
    // A proposal that others have confirmed marks a company, lists its leases and tells its people.
    effects: [],
    action: 'mark',
    needsReason: true,
    showsReason: true,
  },
  { ...confirming, from: ['OPEN'], to: 'OPEN' },
  { ...confirming, from: ['WORKED_OFF'], to: 'WORKED_OFF' },
  {
    ...byStaff,
    name: 'workOff',
    number: 'X3',
    from: ['OPEN'],
    to: 'WORKED_OFF',
    way: 'forward',
    guards: ['LEASES_LEFT', 'ORDERS_UNDER_WAY'],
    effects: ['TELL_EMPLOYERS'],
    action: 'workOff',
  },
  {
    ...byStaff,
    name: 'withdraw',
    number: 'X4',
    from: ['OPEN'],
    to: 'WITHDRAWN',
    way: 'back',
    guards: ['LEASES_MOVED'],
    effects: ['GIVE_BACK', 'TELL'],
    action: 'withdraw',
    needsReason: true,
    showsReason: true,
  },
]

/** Of a company that leaves or is bankrupt the people choose and the employer confirms; the mark tells both. */
const turnsOf = (kind: 'LEAVES' | 'BANKRUPT'): Turn<ExitWords>[] => [
  {
    awaited: 'EMPLOYEE',
    when: (facts) => facts.kind === kind && facts.undecided > 0,
    action: 'choose',
    notice: { template: `company-exits:notice.marked${kind}`, by: 'TELL' },
    dueDays: null,
    due: ({ chooseUntil }) => chooseUntil,
  },
  {
    awaited: 'EMPLOYER',
    when: (facts) => facts.kind === kind && facts.leases > 0 && !facts.areDeductionsConfirmed,
    action: 'confirmDeductions',
    notice: { template: `company-exits:employerNotice.marked${kind}`, by: 'TELL' },
    dueDays: null,
    due: ({ fromDay }) => fromDay,
  },
]

export const exitProcess: Process<ExitWords> = {
  name: 'company-exit',
  states: exitStates,
  steps,
  guards,
  given: new Set(),
  remembered: () => null,
  turns: {
    OPEN: [
      ...turnsOf('LEAVES'),
      ...turnsOf('BANKRUPT'),
      {
        awaited: 'STAFF',
        action: 'workOff',
        notice: 'DESK',
        dueDays: null,
        due: ({ chooseUntil }) => chooseUntil,
      },
    ],
    WORKED_OFF: [],
    WITHDRAWN: [],
  },
}
