/** The steps of a redemption, R1 to R9, with who may take each, under which conditions and with which consequences. */
import type { Process, Step, Words } from '#platform/process/table.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import { type RedemptionMethod, type RedemptionState, redemptionStates } from '../rules.ts'

export interface RedemptionFacts {
  readonly today: Day
  /** The lease runs, or has ended with its term while the bicycle stayed with the person. */
  readonly isRedeemable: boolean
  /** The term is over by 35 days without a choice, or the bicycle is lost since. */
  readonly isChoiceOver: boolean
  /** The employer's policy: it buys what nobody has chosen for. */
  readonly employerBuysUnchosen: boolean
  readonly isLeaver: boolean
  readonly isPossibleMonth: boolean
  readonly hasPrice: boolean
  readonly offerValidUntil: Day | null
  /** The last day of the month that it is to end with. */
  readonly lastDay: Day
  /** When the last of its bills is due. */
  readonly payBy: Day
  readonly method: RedemptionMethod | null
  readonly buyer: 'EMPLOYEE' | 'EMPLOYER'
  readonly isAccepted: boolean
  /** The consumer information has been read and the price accepted; the command brings it. */
  readonly isInformed: boolean
  readonly hasTimeToPay: boolean
  /** The pay of so many months until the end month is wanted, and is left. */
  readonly payrollMonths: { readonly wanted: number; readonly left: number }
  /** What could not be kept from the pay and is not yet billed to the person. */
  readonly restCents: number
  readonly isEmployersBillOpen: boolean
  readonly isRestOpen: boolean
  /** By money: what is credited or written off is not paid. */
  readonly isPaid: boolean
  readonly isLapsed: boolean
  readonly leaseEnded: boolean
  readonly isOperators: boolean
  readonly canMailLessor: boolean
  readonly hasLessorInvoice: boolean
  readonly doneDay: Day | null
  readonly bikeIsBack: boolean
  /** A claim for the bicycle is open: neither begins or goes on beside the other. */
  readonly hasOpenClaim: boolean
  /** The lease has ended as redeemed: nothing brings it back. */
  readonly isLeaseRedeemed: boolean
  /** The lessor has billed the bicycle, and has not credited its bill. */
  readonly isLessorBillInForce: boolean
}

export type RedemptionStep =
  | 'start'
  | 'offer'
  | 'revise'
  | 'accept'
  | 'acceptForEmployee'
  | 'chargeEmployer'
  | 'lapse'
  | 'sendPayment'
  | 'billRest'
  | 'recordPaid'
  | 'sendNotice'
  | 'matchLessorInvoice'
  | 'complete'
  | 'cancel'
  | 'callOff'
  | 'cancelUnpaid'
  | 'cancelForClaim'
  | 'cancelForExit'
  | 'withdraw'
  | 'takeBack'

export type RedemptionGuard =
  | 'LEASE_NOT_REDEEMABLE'
  | 'NOT_LEAVING'
  | 'MONTH_NOT_POSSIBLE'
  | 'PRICE_MISSING'
  | 'OFFER_LAPSED'
  | 'OFFER_STANDS'
  | 'METHOD_MISSING'
  | 'EMPLOYER_DOES_NOT_PAY'
  | 'PERSON_DOES_NOT_PAY'
  | 'TIME_TO_CHOOSE_LEFT'
  | 'EMPLOYER_DOES_NOT_BUY'
  | 'INFORMATION_NOT_READ'
  | 'DUE_TOO_NEAR'
  | 'NO_PAY_LEFT'
  | 'NO_REST'
  | 'NOT_PAID'
  | 'TIME_TO_PAY_LEFT'
  | 'LESSOR_HAS_NO_ADDRESS'
  | 'LEASE_RUNS'
  | 'LESSOR_INVOICE_MISSING'
  | 'LESSOR_INVOICE_THERE'
  | 'WITHDRAWAL_OVER'
  | 'CLAIM_OPEN'
  | 'LEASE_REDEEMED'
  | 'LESSOR_HAS_BILLED'
  | 'BIKE_IS_BACK'
  | 'EMPLOYER_OWES'

export type RedemptionEffect =
  | 'MAKE_OFFER'
  | 'SET_END'
  | 'BILL_REST'
  | 'MARK_READY'
  | 'SEND_NOTICE'
  | 'TRANSFER_TITLE'
  | 'UNDO_PAYMENT'
  | 'CLEAR_END'
  | 'TELL_LESSOR'
  | 'CLOSE'
  | 'TELL_PERSON'
  | 'BIKE_BACK'

export interface RedemptionWords extends Words {
  state: RedemptionState
  step: RedemptionStep
  guard: RedemptionGuard
  effect: RedemptionEffect
  capacity: 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER' | 'SYSTEM'
  action: 'start' | 'offer' | 'accept' | 'pay' | 'notice' | 'complete' | 'cancel' | 'withdraw'
  awaited: 'EMPLOYEE' | 'EMPLOYER' | 'STAFF' | 'LESSOR'
  facts: RedemptionFacts
  turnFacts: Pick<
    RedemptionFacts,
    | 'offerValidUntil'
    | 'lastDay'
    | 'payBy'
    | 'method'
    | 'buyer'
    | 'isOperators'
    | 'canMailLessor'
    | 'hasLessorInvoice'
    | 'bikeIsBack'
    | 'leaseEnded'
    | 'isEmployersBillOpen'
    | 'isRestOpen'
  >
}

/** Days within which a consumer may withdraw from a sale at a distance. */
export const WITHDRAWAL_DAYS = 14

const guards: Process<RedemptionWords>['guards'] = {
  LEASE_NOT_REDEEMABLE: (facts) => facts.isRedeemable,
  NOT_LEAVING: (facts) => facts.isLeaver,
  MONTH_NOT_POSSIBLE: (facts) => facts.isPossibleMonth,
  PRICE_MISSING: (facts) => facts.hasPrice,
  OFFER_LAPSED: ({ offerValidUntil, today }) => offerValidUntil !== null && today <= offerValidUntil,
  OFFER_STANDS: ({ offerValidUntil, today }) => offerValidUntil === null || offerValidUntil < today,
  METHOD_MISSING: ({ method }) => method !== null,
  EMPLOYER_DOES_NOT_PAY: ({ method, buyer }) => buyer === 'EMPLOYER' || method === 'BATCH' || method === 'PAYROLL',
  TIME_TO_CHOOSE_LEFT: ({ isChoiceOver }) => isChoiceOver,
  EMPLOYER_DOES_NOT_BUY: ({ buyer, employerBuysUnchosen }) => buyer === 'EMPLOYER' && employerBuysUnchosen,
  PERSON_DOES_NOT_PAY: ({ buyer }) => buyer === 'EMPLOYEE',
  INFORMATION_NOT_READ: ({ isInformed }) => isInformed,
  DUE_TOO_NEAR: ({ hasTimeToPay }) => hasTimeToPay,
  NO_PAY_LEFT: ({ method, payrollMonths }) => method !== 'PAYROLL' || payrollMonths.wanted <= payrollMonths.left,
  NO_REST: ({ restCents }) => restCents > 0,
  NOT_PAID: ({ isPaid }) => isPaid,
  TIME_TO_PAY_LEFT: ({ isLapsed }) => isLapsed,
  LESSOR_HAS_NO_ADDRESS: ({ isOperators, canMailLessor }) => isOperators || canMailLessor,
  LEASE_RUNS: ({ leaseEnded }) => leaseEnded,
  LESSOR_INVOICE_MISSING: ({ isOperators, hasLessorInvoice }) => isOperators || hasLessorInvoice,
  LESSOR_INVOICE_THERE: ({ isOperators, hasLessorInvoice }) => !isOperators && !hasLessorInvoice,
  CLAIM_OPEN: ({ hasOpenClaim }) => !hasOpenClaim,
  LEASE_REDEEMED: ({ isLeaseRedeemed }) => !isLeaseRedeemed,
  LESSOR_HAS_BILLED: ({ isLessorBillInForce }) => !isLessorBillInForce,
  BIKE_IS_BACK: ({ bikeIsBack }) => !bikeIsBack,
  // What nobody has chosen for in time the employer's policy makes it buy; neither side calls that off.
  EMPLOYER_OWES: ({ buyer, isChoiceOver, isAccepted }) => !(buyer === 'EMPLOYER' && isChoiceOver && isAccepted),
  WITHDRAWAL_OVER: ({ doneDay, today }) => doneDay !== null && today <= addDays(doneDay, WITHDRAWAL_DAYS),
}

type R = Step<RedemptionWords>
const forward = { way: 'forward', guards: [], effects: [] } as const
const system = { ...forward, permission: 'redemption:manage', capacities: ['SYSTEM'] } as const

const opening: readonly R[] = [
  {
    ...forward,
    name: 'start',
    number: 'R1',
    from: null,
    to: 'STARTED',
    permission: 'redemption:request',
    capacities: ['SELF', 'STAFF'],
    guards: ['LEASE_NOT_REDEEMABLE', 'CLAIM_OPEN', 'MONTH_NOT_POSSIBLE'],
    action: 'start',
  },
  {
    ...forward,
    name: 'start',
    number: 'R1',
    from: null,
    to: 'STARTED',
    permission: 'redemption:request',
    capacities: ['EMPLOYER'],
    guards: ['LEASE_NOT_REDEEMABLE', 'CLAIM_OPEN', 'MONTH_NOT_POSSIBLE', 'NOT_LEAVING'],
    action: 'start',
  },
  {
    ...forward,
    name: 'offer',
    number: 'R2',
    from: ['STARTED'],
    to: 'OFFERED',
    permission: 'redemption:request',
    capacities: ['SYSTEM', 'SELF', 'EMPLOYER', 'STAFF'],
    guards: ['LEASE_NOT_REDEEMABLE', 'CLAIM_OPEN'],
    effects: ['MAKE_OFFER'],
    action: 'offer',
  },
  {
    ...forward,
    name: 'revise',
    number: 'R2',
    from: ['STARTED', 'OFFERED'],
    to: 'OFFERED',
    permission: 'redemption:manage',
    capacities: ['STAFF'],
    guards: ['CLAIM_OPEN', 'PRICE_MISSING'],
    effects: ['MAKE_OFFER', 'TELL_PERSON'],
    action: 'offer',
    asks: ['PRICE_MISSING'],
    needsReason: true,
  },
  {
    ...system,
    name: 'lapse',
    number: 'R2',
    from: ['OFFERED'],
    to: 'STARTED',
    way: 'aside',
    guards: ['OFFER_STANDS'],
    action: 'offer',
  },
  {
    ...forward,
    name: 'accept',
    number: 'R3',
    from: ['OFFERED'],
    to: 'ACCEPTED',
    permission: 'redemption:accept',
    capacities: ['SELF'],
    guards: [
      'CLAIM_OPEN',
      'OFFER_LAPSED',
      'PERSON_DOES_NOT_PAY',
      'METHOD_MISSING',
      'INFORMATION_NOT_READ',
      'NO_PAY_LEFT',
    ],
    effects: ['SET_END'],
    action: 'accept',
    asks: ['METHOD_MISSING', 'INFORMATION_NOT_READ', 'NO_PAY_LEFT'],
  },
  {
    ...forward,
    name: 'acceptForEmployee',
    number: 'R3',
    from: ['OFFERED'],
    to: 'ACCEPTED',
    permission: 'redemption:accept',
    capacities: ['EMPLOYER'],
    guards: ['CLAIM_OPEN', 'OFFER_LAPSED', 'METHOD_MISSING', 'EMPLOYER_DOES_NOT_PAY', 'NO_PAY_LEFT'],
    effects: ['SET_END', 'TELL_PERSON'],
    action: 'accept',
    asks: ['METHOD_MISSING', 'EMPLOYER_DOES_NOT_PAY', 'NO_PAY_LEFT'],
  },
  {
    ...forward,
    name: 'chargeEmployer',
    number: 'R3',
    from: ['OFFERED'],
    to: 'ACCEPTED',
    permission: 'redemption:manage',
    capacities: ['STAFF'],
    guards: ['CLAIM_OPEN', 'TIME_TO_CHOOSE_LEFT', 'EMPLOYER_DOES_NOT_BUY'],
    effects: ['SET_END'],
    action: 'accept',
  },
]

const paying: readonly R[] = [
  {
    ...system,
    name: 'sendPayment',
    number: 'R4',
    from: ['ACCEPTED'],
    to: 'USER_PAYMENT_SENT',
    guards: ['CLAIM_OPEN', 'DUE_TOO_NEAR'],
    action: 'pay',
  },
  {
    ...system,
    name: 'billRest',
    number: 'R4',
    from: ['USER_PAYMENT_SENT'],
    to: 'USER_PAYMENT_SENT',
    way: 'aside',
    guards: ['NO_REST'],
    effects: ['BILL_REST'],
    action: 'pay',
  },
  {
    ...system,
    name: 'recordPaid',
    number: 'R5',
    from: ['USER_PAYMENT_SENT'],
    to: 'USER_PAYMENT_PAID',
    guards: ['NOT_PAID'],
    effects: ['MARK_READY'],
    action: 'pay',
  },
  {
    ...system,
    name: 'sendNotice',
    number: 'R6',
    from: ['USER_PAYMENT_PAID'],
    to: 'LESSOR_INVOICE_SENT',
    guards: ['LESSOR_HAS_NO_ADDRESS'],
    effects: ['SEND_NOTICE'],
    action: 'notice',
  },
  {
    ...forward,
    name: 'sendNotice',
    number: 'R6',
    from: ['USER_PAYMENT_PAID'],
    to: 'LESSOR_INVOICE_SENT',
    permission: 'redemption:manage',
    capacities: ['STAFF'],
    effects: ['SEND_NOTICE'],
    action: 'notice',
  },
  {
    ...forward,
    name: 'matchLessorInvoice',
    number: 'R6',
    from: ['LESSOR_INVOICE_SENT'],
    to: 'LESSOR_INVOICE_SENT',
    way: 'aside',
    permission: 'redemption:manage',
    capacities: ['STAFF'],
    guards: ['LESSOR_INVOICE_THERE'],
    action: 'notice',
  },
  {
    ...system,
    name: 'complete',
    number: 'R7',
    from: ['LESSOR_INVOICE_SENT'],
    to: 'DONE',
    guards: ['LEASE_RUNS', 'LESSOR_INVOICE_MISSING', 'CLAIM_OPEN'],
    effects: ['TRANSFER_TITLE', 'CLOSE', 'TELL_PERSON'],
    action: 'complete',
  },
  {
    ...forward,
    name: 'complete',
    number: 'R7',
    from: ['LESSOR_INVOICE_SENT'],
    to: 'DONE',
    permission: 'redemption:manage',
    capacities: ['STAFF'],
    guards: ['LEASE_RUNS', 'LESSOR_INVOICE_MISSING', 'CLAIM_OPEN'],
    effects: ['TRANSFER_TITLE', 'CLOSE', 'TELL_PERSON'],
    action: 'complete',
  },
]

/** Opened, but no end of the lease is set. */
export const unaccepted = ['STARTED', 'OFFERED'] as const
export const beforePaid = ['STARTED', 'OFFERED', 'ACCEPTED', 'USER_PAYMENT_SENT'] as const
/** Paid, and the title has not passed yet. */
export const afterPaid = ['USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT'] as const
const cancelling = {
  ...forward,
  number: 'R8',
  to: 'CANCELLED',
  way: 'back',
  effects: ['UNDO_PAYMENT', 'CLEAR_END', 'CLOSE', 'TELL_PERSON'],
  action: 'cancel',
} as const
const leaving: readonly R[] = [
  {
    ...cancelling,
    name: 'cancel',
    from: beforePaid,
    permission: 'redemption:request',
    capacities: ['SELF', 'EMPLOYER'],
    guards: ['EMPLOYER_OWES'],
  },
  {
    ...cancelling,
    name: 'cancel',
    from: beforePaid,
    permission: 'redemption:request',
    capacities: ['STAFF'],
  },
  {
    ...cancelling,
    name: 'callOff',
    from: afterPaid,
    permission: 'redemption:manage',
    capacities: ['STAFF'],
    guards: ['LEASE_REDEEMED', 'LESSOR_HAS_BILLED'],
    effects: ['TELL_LESSOR', ...cancelling.effects],
    needsReason: true,
  },
  {
    ...system,
    ...cancelling,
    name: 'cancelUnpaid',
    from: ['ACCEPTED', 'USER_PAYMENT_SENT'],
    guards: ['TIME_TO_PAY_LEFT'],
  },
  {
    ...system,
    ...cancelling,
    name: 'cancelForClaim',
    from: beforePaid,
  },
  {
    ...system,
    name: 'cancelForExit',
    number: 'R8',
    from: unaccepted,
    to: 'CANCELLED',
    way: 'back',
    // Whoever ends the lease instead tells the person so.
    effects: ['CLEAR_END', 'CLOSE'],
    action: 'cancel',
  },
  {
    ...forward,
    name: 'withdraw',
    number: 'R9',
    from: ['DONE'],
    to: 'WITHDRAWN',
    way: 'back',
    permission: 'redemption:withdraw',
    capacities: ['SELF'],
    guards: ['PERSON_DOES_NOT_PAY', 'WITHDRAWAL_OVER'],
    effects: ['UNDO_PAYMENT', 'CLEAR_END', 'TELL_PERSON'],
    action: 'withdraw',
  },
  {
    ...forward,
    name: 'takeBack',
    number: 'R9',
    from: ['WITHDRAWN'],
    to: 'WITHDRAWN',
    way: 'aside',
    permission: 'redemption:manage',
    capacities: ['STAFF'],
    guards: ['BIKE_IS_BACK'],
    effects: ['BIKE_BACK'],
    action: 'withdraw',
  },
]

const desk = (action: string, dueDays: number, when?: (facts: RedemptionWords['turnFacts']) => boolean) => ({
  awaited: 'STAFF' as const,
  action,
  notice: 'DESK' as const,
  dueDays,
  ...(when ? { when } : {}),
})

const employerPays = ({ method, buyer }: RedemptionWords['turnFacts']) =>
  buyer === 'EMPLOYER' || method === 'BATCH' || method === 'PAYROLL'

export const redemptionProcess: Process<RedemptionWords> = {
  name: 'redemption',
  states: redemptionStates,
  steps: [...opening, ...paying, ...leaving],
  guards,
  given: new Set(['METHOD_MISSING', 'INFORMATION_NOT_READ', 'PRICE_MISSING', 'EMPLOYER_DOES_NOT_PAY', 'NO_PAY_LEFT']),
  remembered: () => null,
  turns: {
    STARTED: [
      {
        awaited: 'EMPLOYEE',
        action: 'offer',
        notice: { template: 'redemptions:notice.lapsed' },
        dueDays: null,
        due: ({ lastDay }) => lastDay,
      },
    ],
    OFFERED: [
      {
        awaited: 'EMPLOYEE',
        when: ({ buyer }) => buyer === 'EMPLOYEE',
        action: 'accept',
        notice: { template: 'redemptions:notice.offered' },
        dueDays: null,
        due: ({ offerValidUntil }) => offerValidUntil,
      },
      {
        awaited: 'EMPLOYER',
        when: ({ buyer }) => buyer === 'EMPLOYER',
        action: 'acceptForEmployee',
        notice: { template: 'redemptions:employerNotice.offered' },
        dueDays: null,
        due: ({ offerValidUntil }) => offerValidUntil,
      },
    ],
    ACCEPTED: [desk('sendBatch', 2)],
    USER_PAYMENT_SENT: [
      {
        awaited: 'EMPLOYEE',
        when: (facts) => !employerPays(facts) || facts.isRestOpen,
        action: 'pay',
        notice: { template: 'redemptions:notice.pay' },
        dueDays: null,
        due: ({ payBy }) => payBy,
      },
      {
        awaited: 'EMPLOYER',
        when: (facts) => employerPays(facts) && facts.isEmployersBillOpen,
        action: 'pay',
        notice: { template: 'redemptions:employerNotice.pay' },
        dueDays: null,
        due: ({ payBy }) => payBy,
      },
    ],
    USER_PAYMENT_PAID: [desk('sendNotice', 2, (facts) => !facts.isOperators && !facts.canMailLessor)],
    LESSOR_INVOICE_SENT: [
      {
        awaited: 'LESSOR',
        when: (facts) => !facts.isOperators && !facts.hasLessorInvoice,
        action: 'invoice',
        notice: { template: 'redemptions:mail.closing', by: 'SEND_NOTICE' },
        dueDays: 14,
      },
      desk('matchLessorInvoice', 14, (facts) => !facts.isOperators && !facts.hasLessorInvoice),
    ],
    DONE: [],
    CANCELLED: [],
    WITHDRAWN: [desk('takeBack', 14, ({ bikeIsBack }) => !bikeIsBack)],
  },
}
