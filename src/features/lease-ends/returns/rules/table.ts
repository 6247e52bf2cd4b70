/** The steps of a return, V1 to V6, with who may take each, under which conditions and with which consequences. */
import type { Process, Step, Words } from '#platform/process/table.ts'
import type { Day } from '#platform/values/days.ts'
import { type ReturnAsker, type ReturnPayer, type ReturnReason, type ReturnState, returnStates } from '../rules.ts'
import { mayPay } from './terms.ts'

export interface ReturnFacts {
  readonly today: Day
  readonly isRunning: boolean
  /** The lease has ended and the bicycle is still with the person, or with the employer that keeps it. */
  readonly isTermOver: boolean
  /** The agreement's price list has a price for it. */
  readonly isPriced: boolean
  readonly isAllowedByPolicy: boolean
  readonly isPossibleMonth: boolean
  /** The person leaves, or is said to be laid off. */
  readonly isLeaver: boolean
  /** A lay-off that both sides have confirmed is not over. */
  readonly isLaidOff: boolean
  readonly reason: ReturnReason
  readonly payer: ReturnPayer | null
  readonly askedBy: ReturnAsker
  /** The employer keeps the bicycle and has it: what is broken is the employer's. */
  readonly isFromEmployer: boolean
  /** The company leaves or is bankrupt: staff answer for it. */
  readonly companyLeaves: boolean
  readonly photos: number
  readonly storeHasEmail: boolean
  /** The command brings the store that takes the bicycle. */
  readonly hasNewStore: boolean
  readonly leaseEnded: boolean
  /** The return is set for the term's own last month. */
  readonly isLastMonth: boolean
  /** The month at whose end it was to end is over. */
  readonly isLate: boolean
  readonly hasDamage: boolean
  /** The person is to pay a part of the fee for a reason that somebody else has named. */
  readonly isFeeOnOthersWord: boolean
  readonly objectionUntil: Day | null
  /** The last day of the month that it is to end with. */
  readonly bringBy: Day
  readonly isObjected: boolean
  readonly isAnswered: boolean
}

export type ReturnStep =
  | 'request'
  | 'requestAfterTerm'
  | 'takeBack'
  | 'approve'
  | 'refuse'
  | 'chooseStore'
  | 'receive'
  | 'postpone'
  | 'inspect'
  | 'object'
  | 'answerObjection'
  | 'complete'
  | 'cancel'
  | 'lapse'

export type ReturnGuard =
  | 'LEASE_NOT_RUNNING'
  | 'LEASE_RUNS'
  | 'TERM_NOT_OVER'
  | 'NOT_PRICED'
  | 'POLICY_FORBIDS'
  | 'MONTH_NOT_POSSIBLE'
  | 'NOT_LEAVING'
  | 'LAY_OFF_NOT_AGREED'
  | 'PAYER_MISSING'
  | 'PAYER_AGAINST_PRICE_LIST'
  | 'EMPLOYER_ANSWERS'
  | 'PHOTO_MISSING'
  | 'STORE_MISSING'
  | 'IN_TIME'
  | 'TERM_LASTS'
  | 'TERM_ENDS'
  | 'NOTHING_TO_OBJECT_TO'
  | 'OBJECTED_ALREADY'
  | 'OBJECTION_OVER'
  | 'NO_OBJECTION'
  | 'OBJECTION_OPEN'
  | 'TIME_TO_OBJECT_LEFT'
  | 'NOT_YOUR_REQUEST'
  | 'EMPLOYER_HAS_BIKE'
  | 'PERSON_HAS_BIKE'

export type ReturnEffect =
  | 'SET_END'
  | 'NEXT_MONTH'
  | 'MARK_READY'
  | 'CLEAR_END'
  | 'CLOSE'
  | 'MAIL_STORE'
  | 'TELL_STORE'
  | 'BIKE_IN'
  | 'KEEP_DAMAGES'
  | 'BILL'
  | 'BIKE_GONE'
  | 'TELL_PERSON'
  | 'TELL_BRINGER'
  | 'TELL_EMPLOYER'
  | 'TELL_NEW_PAYER'

export interface ReturnWords extends Words {
  state: ReturnState
  step: ReturnStep
  guard: ReturnGuard
  effect: ReturnEffect
  capacity: 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER' | 'SYSTEM' | 'STORE_TOKEN'
  action: 'request' | 'approve' | 'receive' | 'inspect' | 'object' | 'complete' | 'cancel'
  awaited: 'EMPLOYEE' | 'EMPLOYER' | 'STAFF' | 'STORE'
  facts: ReturnFacts
  turnFacts: Pick<
    ReturnFacts,
    | 'objectionUntil'
    | 'bringBy'
    | 'hasDamage'
    | 'isFeeOnOthersWord'
    | 'isObjected'
    | 'isAnswered'
    | 'isFromEmployer'
    | 'storeHasEmail'
    | 'leaseEnded'
    | 'companyLeaves'
  >
}

/** Days in which a request is answered. */
export const ANSWER_DAYS = 5

/** Whether there is something that the person may object to: damage, or a fee on the word of others. */
const hasMatter = ({ hasDamage, isFeeOnOthersWord }: ReturnFacts) => hasDamage || isFeeOnOthersWord

/** Whether the person can object no more: there is nothing to object to, it is answered, or the days are over. */
export const isPastObjecting = (facts: ReturnFacts): boolean =>
  !hasMatter(facts) || facts.isAnswered || (facts.objectionUntil !== null && facts.objectionUntil < facts.today)

const guards: Process<ReturnWords>['guards'] = {
  LEASE_NOT_RUNNING: ({ isRunning }) => isRunning,
  LEASE_RUNS: ({ leaseEnded }) => leaseEnded,
  TERM_NOT_OVER: ({ isTermOver }) => isTermOver,
  NOT_PRICED: ({ isPriced }) => isPriced,
  POLICY_FORBIDS: ({ isAllowedByPolicy }) => isAllowedByPolicy,
  MONTH_NOT_POSSIBLE: ({ isPossibleMonth }) => isPossibleMonth,
  NOT_LEAVING: ({ isLeaver }) => isLeaver,
  // The person's own word of a lay-off needs no other.
  LAY_OFF_NOT_AGREED: ({ reason, isLaidOff, askedBy }) => reason !== 'LAID_OFF' || isLaidOff || askedBy === 'EMPLOYEE',
  PAYER_MISSING: ({ payer }) => payer !== null,
  PAYER_AGAINST_PRICE_LIST: ({ payer, reason, askedBy, isFromEmployer }) =>
    payer === null || mayPay(payer, reason, askedBy, isFromEmployer),
  EMPLOYER_ANSWERS: ({ companyLeaves }) => companyLeaves,
  PHOTO_MISSING: ({ photos }) => photos > 0,
  STORE_MISSING: ({ hasNewStore }) => hasNewStore,
  IN_TIME: ({ isLate }) => isLate,
  TERM_ENDS: ({ isLastMonth }) => !isLastMonth,
  TERM_LASTS: ({ isLastMonth }) => isLastMonth,
  NOTHING_TO_OBJECT_TO: hasMatter,
  OBJECTED_ALREADY: ({ isObjected }) => !isObjected,
  OBJECTION_OVER: ({ objectionUntil, today }) => objectionUntil !== null && today <= objectionUntil,
  NO_OBJECTION: ({ isObjected, isAnswered }) => isObjected && !isAnswered,
  OBJECTION_OPEN: ({ isObjected, isAnswered }) => !isObjected || isAnswered,
  TIME_TO_OBJECT_LEFT: isPastObjecting,
  NOT_YOUR_REQUEST: ({ askedBy }) => askedBy === 'EMPLOYEE',
  EMPLOYER_HAS_BIKE: ({ isFromEmployer }) => !isFromEmployer,
  PERSON_HAS_BIKE: ({ isFromEmployer }) => isFromEmployer,
}

type V = Step<ReturnWords>
const forward = { way: 'forward', guards: [], effects: [] } as const
const system = { ...forward, permission: 'return:inspect', capacities: ['SYSTEM'] } as const
const postponing = {
  ...system,
  name: 'postpone',
  number: 'V3',
  from: ['APPROVED'],
  to: 'APPROVED',
  way: 'aside',
  action: 'receive',
} as const
const whileItRuns = ['LEASE_NOT_RUNNING', 'IN_TIME', 'TERM_ENDS'] as const
const objecting = {
  ...forward,
  name: 'object',
  number: 'V4',
  from: ['INSPECTED'],
  to: 'INSPECTED',
  way: 'aside',
  action: 'object',
  needsReason: true,
} as const
const timeToObject = ['NOTHING_TO_OBJECT_TO', 'OBJECTED_ALREADY', 'OBJECTION_OVER'] as const
const undone = ['CLEAR_END', 'CLOSE', 'TELL_STORE', 'TELL_PERSON'] as const

const asking: readonly V[] = [
  {
    ...forward,
    name: 'request',
    number: 'V1',
    from: null,
    to: 'REQUESTED',
    permission: 'return:request',
    capacities: ['SELF'],
    guards: ['LEASE_NOT_RUNNING', 'NOT_PRICED', 'MONTH_NOT_POSSIBLE', 'POLICY_FORBIDS'],
    action: 'request',
  },
  {
    ...forward,
    name: 'request',
    number: 'V1',
    from: null,
    to: 'REQUESTED',
    permission: 'return:approve',
    capacities: ['EMPLOYER'],
    guards: ['LEASE_NOT_RUNNING', 'NOT_PRICED', 'MONTH_NOT_POSSIBLE', 'NOT_LEAVING', 'LAY_OFF_NOT_AGREED'],
    action: 'request',
  },
  {
    ...forward,
    name: 'request',
    number: 'V1',
    from: null,
    to: 'REQUESTED',
    permission: 'return:request',
    capacities: ['STAFF'],
    guards: ['LEASE_NOT_RUNNING', 'NOT_PRICED', 'MONTH_NOT_POSSIBLE', 'LAY_OFF_NOT_AGREED'],
    action: 'request',
  },
  {
    ...forward,
    name: 'requestAfterTerm',
    number: 'V1',
    from: null,
    to: 'REQUESTED',
    permission: 'return:inspect',
    capacities: ['STAFF'],
    guards: ['TERM_NOT_OVER'],
    action: 'request',
  },
  {
    ...forward,
    name: 'takeBack',
    number: 'V2',
    from: ['REQUESTED'],
    to: 'APPROVED',
    permission: 'return:inspect',
    capacities: ['STAFF'],
    guards: ['TERM_NOT_OVER'],
    effects: ['MAIL_STORE', 'TELL_BRINGER'],
    action: 'request',
  },
  {
    ...forward,
    name: 'approve',
    number: 'V2',
    from: ['REQUESTED'],
    to: 'APPROVED',
    permission: 'return:approve',
    capacities: ['EMPLOYER'],
    guards: ['LEASE_NOT_RUNNING', 'LAY_OFF_NOT_AGREED', 'PAYER_MISSING', 'PAYER_AGAINST_PRICE_LIST'],
    effects: ['SET_END', 'MAIL_STORE', 'TELL_BRINGER'],
    action: 'approve',
    asks: ['PAYER_MISSING'],
  },
  {
    ...forward,
    name: 'approve',
    number: 'V2',
    from: ['REQUESTED'],
    to: 'APPROVED',
    permission: 'return:inspect',
    capacities: ['STAFF'],
    guards: [
      'EMPLOYER_ANSWERS',
      'LEASE_NOT_RUNNING',
      'LAY_OFF_NOT_AGREED',
      'PAYER_MISSING',
      'PAYER_AGAINST_PRICE_LIST',
    ],
    effects: ['SET_END', 'MAIL_STORE', 'TELL_BRINGER'],
    action: 'approve',
    asks: ['PAYER_MISSING'],
  },
  {
    ...forward,
    name: 'refuse',
    number: 'V2',
    from: ['REQUESTED'],
    to: 'CANCELLED',
    way: 'back',
    permission: 'return:approve',
    capacities: ['EMPLOYER'],
    effects: undone,
    action: 'approve',
    needsReason: true,
    showsReason: true,
  },
]

const receiving: readonly V[] = [
  {
    ...forward,
    name: 'chooseStore',
    number: 'V2',
    from: ['APPROVED'],
    to: 'APPROVED',
    way: 'aside',
    permission: 'return:inspect',
    capacities: ['STAFF'],
    guards: ['STORE_MISSING'],
    effects: ['MAIL_STORE', 'TELL_BRINGER'],
    action: 'approve',
    asks: ['STORE_MISSING'],
  },
  {
    ...forward,
    name: 'receive',
    number: 'V3',
    from: ['APPROVED'],
    to: 'RECEIVED',
    permission: 'return:receive',
    capacities: ['STORE_TOKEN'],
    guards: ['PHOTO_MISSING'],
    effects: ['BIKE_IN', 'MARK_READY', 'TELL_PERSON'],
    action: 'receive',
  },
  {
    ...forward,
    name: 'receive',
    number: 'V3',
    from: ['APPROVED'],
    to: 'RECEIVED',
    permission: 'return:receive',
    capacities: ['STAFF'],
    effects: ['BIKE_IN', 'MARK_READY', 'TELL_PERSON'],
    action: 'receive',
  },
  {
    ...postponing,
    guards: [...whileItRuns, 'EMPLOYER_HAS_BIKE'],
    effects: ['NEXT_MONTH', 'TELL_PERSON', 'TELL_EMPLOYER'],
  },
  {
    ...postponing,
    guards: [...whileItRuns, 'PERSON_HAS_BIKE'],
    effects: ['NEXT_MONTH', 'TELL_EMPLOYER'],
  },
  {
    ...forward,
    name: 'inspect',
    number: 'V4',
    from: ['RECEIVED'],
    to: 'INSPECTED',
    permission: 'return:inspect',
    capacities: ['STAFF'],
    effects: ['KEEP_DAMAGES'],
    action: 'inspect',
  },
  {
    ...objecting,
    permission: 'return:request',
    capacities: ['SELF'],
    guards: ['EMPLOYER_HAS_BIKE', ...timeToObject],
  },
  {
    ...objecting,
    permission: 'return:approve',
    capacities: ['EMPLOYER'],
    guards: ['PERSON_HAS_BIKE', ...timeToObject],
  },
  {
    ...forward,
    name: 'answerObjection',
    number: 'V4',
    from: ['INSPECTED'],
    to: 'INSPECTED',
    way: 'aside',
    permission: 'return:inspect',
    capacities: ['STAFF'],
    guards: ['NO_OBJECTION'],
    effects: ['KEEP_DAMAGES', 'TELL_PERSON', 'TELL_NEW_PAYER'],
    action: 'object',
    needsReason: true,
    showsReason: true,
  },
  {
    ...forward,
    name: 'complete',
    number: 'V5',
    from: ['INSPECTED'],
    to: 'DONE',
    permission: 'return:inspect',
    capacities: ['SYSTEM', 'STAFF'],
    guards: ['LEASE_RUNS', 'OBJECTION_OPEN', 'TIME_TO_OBJECT_LEFT'],
    effects: ['BIKE_GONE', 'BILL', 'CLOSE', 'TELL_PERSON', 'TELL_EMPLOYER'],
    action: 'complete',
  },
]

const beforeReceived = ['REQUESTED', 'APPROVED'] as const
const ending: readonly V[] = [
  {
    ...forward,
    name: 'cancel',
    number: 'V6',
    from: beforeReceived,
    to: 'CANCELLED',
    way: 'back',
    permission: 'return:request',
    capacities: ['SELF'],
    guards: ['NOT_YOUR_REQUEST'],
    effects: [...undone, 'TELL_EMPLOYER'],
    action: 'cancel',
  },
  {
    ...forward,
    name: 'cancel',
    number: 'V6',
    from: beforeReceived,
    to: 'CANCELLED',
    way: 'back',
    permission: 'return:approve',
    capacities: ['EMPLOYER'],
    effects: undone,
    action: 'cancel',
  },
  {
    ...forward,
    name: 'cancel',
    number: 'V6',
    from: beforeReceived,
    to: 'CANCELLED',
    way: 'back',
    permission: 'return:inspect',
    capacities: ['STAFF'],
    effects: [...undone, 'TELL_EMPLOYER'],
    action: 'cancel',
  },
  {
    ...system,
    name: 'lapse',
    number: 'V6',
    from: beforeReceived,
    to: 'CANCELLED',
    way: 'back',
    guards: ['IN_TIME', 'TERM_LASTS'],
    effects: [...undone, 'TELL_EMPLOYER'],
    action: 'cancel',
  },
]

export const returnProcess: Process<ReturnWords> = {
  name: 'return',
  states: returnStates,
  steps: [...asking, ...receiving, ...ending],
  guards,
  given: new Set(['PAYER_MISSING', 'PAYER_AGAINST_PRICE_LIST', 'STORE_MISSING']),
  remembered: () => null,
  turns: {
    REQUESTED: [
      {
        awaited: 'EMPLOYER',
        when: ({ companyLeaves }) => !companyLeaves,
        action: 'approve',
        notice: { template: 'returns:employerNotice.requested' },
        dueDays: ANSWER_DAYS,
      },
      {
        awaited: 'STAFF',
        when: ({ companyLeaves }) => companyLeaves,
        action: 'approve',
        notice: 'DESK',
        dueDays: ANSWER_DAYS,
      },
    ],
    APPROVED: [
      {
        awaited: 'EMPLOYEE',
        when: ({ isFromEmployer }) => !isFromEmployer,
        action: 'bring',
        notice: { template: 'returns:notice.became.APPROVED', by: 'TELL_BRINGER' },
        dueDays: null,
        due: ({ bringBy }) => bringBy,
      },
      {
        awaited: 'EMPLOYER',
        when: ({ isFromEmployer }) => isFromEmployer,
        action: 'bring',
        notice: { template: 'returns:employerNotice.bring', by: 'TELL_BRINGER' },
        dueDays: null,
        due: ({ bringBy }) => bringBy,
      },
      {
        awaited: 'STORE',
        when: ({ storeHasEmail }) => storeHasEmail,
        action: 'receive',
        notice: { template: 'returns:mail.store', by: 'MAIL_STORE' },
        dueDays: null,
        due: ({ bringBy }) => bringBy,
      },
      {
        awaited: 'STAFF',
        when: ({ storeHasEmail }) => !storeHasEmail,
        action: 'receive',
        notice: 'DESK',
        dueDays: null,
        due: ({ bringBy }) => bringBy,
      },
    ],
    RECEIVED: [{ awaited: 'STAFF', action: 'inspect', notice: 'DESK', dueDays: 5 }],
    INSPECTED: [
      {
        awaited: 'EMPLOYEE',
        when: ({ isFeeOnOthersWord, isObjected }) => isFeeOnOthersWord && !isObjected,
        action: 'object',
        notice: { template: 'returns:notice.feeOnWord' },
        dueDays: null,
        due: ({ objectionUntil }) => objectionUntil,
      },
      {
        awaited: 'EMPLOYEE',
        when: ({ hasDamage, isFeeOnOthersWord, isObjected, isFromEmployer }) =>
          hasDamage && !isFeeOnOthersWord && !isObjected && !isFromEmployer,
        action: 'object',
        notice: { template: 'returns:notice.damage' },
        dueDays: null,
        due: ({ objectionUntil }) => objectionUntil,
      },
      {
        awaited: 'EMPLOYER',
        when: ({ hasDamage, isObjected, isFromEmployer }) => hasDamage && !isObjected && isFromEmployer,
        action: 'object',
        notice: { template: 'returns:employerNotice.damage' },
        dueDays: null,
        due: ({ objectionUntil }) => objectionUntil,
      },
      {
        awaited: 'STAFF',
        when: ({ isObjected, isAnswered }) => isObjected && !isAnswered,
        action: 'answerObjection',
        notice: 'DESK',
        dueDays: 5,
      },
    ],
    DONE: [],
    CANCELLED: [],
  },
}
