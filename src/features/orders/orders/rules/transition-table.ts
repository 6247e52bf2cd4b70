/**
 * The one table of moves an order can make: from where to where, by whom, under
 * which conditions and with which consequences. Rows with the same id are the
 * same rule written for several targets or actors.
 */

import type { TableGuard } from '#features/orders/orders/rules/guards.ts'
import type { OrderFacts } from '#features/orders/orders/rules/order-facts.ts'
import type { TurnFacts } from '#features/orders/orders/rules/turns.ts'
import type { WaitedFor } from '#features/orders/orders/rules/waited-for.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { Step, Turn, Words } from '#platform/process/table.ts'

/**
 * In which capacity somebody acts on one order. A super admin is both STAFF and
 * SUPER. The system and token holders act without permissions: what they may do
 * is what the table names them for.
 */
export const capacities = ['SELF', 'EMPLOYER', 'STAFF', 'SUPER', 'SYSTEM', 'STORE_TOKEN', 'DELIVERY_TOKEN'] as const
export type Capacity = (typeof capacities)[number]

/** What the server does with a step, in the same transaction; `server/effects.ts` holds each. */
export type OrderEffect =
  | 'VOID_SNAPSHOT'
  | 'OPEN_AGREEMENT'
  | 'VOID_AGREEMENT'
  | 'EVENT_LEASING_AGREEMENT_REJECTED'
  | 'FREEZE_COMMITMENT_DAY'
  | 'EVENT_ORDER_CONFIRMED'
  | 'BILL_EXCESS'
  | 'START_PURCHASE_ORDER'
  | 'VOID_PURCHASE_ORDER'
  | 'EVENT_ORDER_SENT'
  | 'STORE_ORDER_MAIL'
  | 'KEEP_PROCESSED_TIME'
  | 'ISSUE_DELIVERY_LINKS'
  | 'EVENT_ORDER_PROCESSED'
  | 'NOTICE_TO_EMPLOYEE'
  | 'NOTICE_TO_EMPLOYER'
  | 'DELIVERY_LINK_MAILS'
  | 'SEND_SALES_INVOICE'
  | 'EVENT_GRENKE_INVOICE_SENT'
  | 'START_LEASE'
  | 'REPLACE_BIKE'
  | 'OPEN_QUESTION'
  | 'KEEP_ANSWER'
  | 'ANSWER_TO_STORE'
  | 'CLOSE_QUESTION'
  | 'KEEP_CASE_REASON'
  | 'CLEAR_INVOICE_MATCH'
  | 'CONFIRMATION_MAIL'
  | 'NOTICE_OF_CANCELLATION'
  | 'NOTICE_OF_WITHDRAWN_QUESTION'

/** What the screens call a step; several steps may be one action. */
export const orderActions = [
  'start',
  'openPackage',
  'pricePackage',
  'reopenPackage',
  'sendToSign',
  'returnToPackage',
  'confirm',
  'process',
  'awaitInvoice',
  'match',
  'deliver',
  'bill',
  'startLease',
  'ask',
  'answer',
  'setAside',
  'takeBack',
  'cancel',
  'openCancellation',
  'settle',
  'stepBack',
  'changeInvoice',
  'withdrawCancellation',
  'adopt',
  'import',
] as const
export type OrderAction = (typeof orderActions)[number]

export type OrderStepName =
  | Exclude<OrderAction, 'match' | 'answer' | 'settle' | 'openCancellation'>
  | 'rejectAgreement'
  | 'matchInvoice'
  | 'answerQuestion'
  | 'closeQuestion'
  | 'cancelCase'
  | 'cancelConfirmed'
  | 'refund'

/** The words of the order's process. */
export interface OrderWords extends Words {
  state: OrderStatus
  step: OrderStepName
  guard: TableGuard
  effect: OrderEffect
  capacity: Capacity
  action: OrderAction
  awaited: WaitedFor
  facts: OrderFacts
  turnFacts: TurnFacts
}

export type OrderStep = Step<OrderWords>
export type OrderTurn = Turn<OrderWords>

const toAllInfo = ['NOT_STARTED', 'PENDING', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED'] as const
const confirmedToInvoice = [
  'CONFIRMED',
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
  'GRENKE_INVOICE_SENT',
] as const
const confirmedToLease = [...confirmedToInvoice, 'ACTIVE_LEASING'] as const
const wholeWay = [...toAllInfo, ...confirmedToLease] as const
const legacyTargets = [
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
  'GRENKE_INVOICE_SENT',
  'ACTIVE_LEASING',
  'CANCELLED',
] as const

const invoiceMatched = ['INVOICE_NOT_MATCHED', 'INVOICE_NOT_VERIFIED', 'INVOICE_DIFFERENCE_NEEDS_REASON'] as const
const deliveryKnown = ['FRAME_NUMBER_MISSING', 'DELIVERY_DAY_MISSING', 'DELIVERY_DAY_OUT_OF_RANGE'] as const
const employmentLasts = ['EMPLOYMENT_ENDED', 'LEASE_OUTLASTS_EMPLOYMENT'] as const
/** The package, the answers and the signing: the person's own part. */
const ordering: readonly OrderStep[] = [
  {
    name: 'start',
    number: 'O1',
    way: 'forward',
    action: 'start',
    from: null,
    to: 'NOT_STARTED',
    permission: 'order:start',
    capacities: ['SYSTEM', 'SELF', 'STAFF'],
    guards: ['PERSON_NOT_ACCEPTED', 'EMPLOYMENT_NOT_ACTIVE', 'COMPANY_NOT_ACTIVE', 'OPEN_ORDER_LIMIT_REACHED'],
    effects: [],
  },
  {
    name: 'openPackage',
    number: 'O2',
    way: 'forward',
    action: 'openPackage',
    from: ['NOT_STARTED'],
    to: 'PENDING',
    permission: 'order:edit-package',
    capacities: ['SELF', 'STAFF'],
    guards: ['OPEN_ORDER_LIMIT_REACHED', 'TRIAL_PERIOD_NOT_OVER', 'LAST_WORKING_DAY_TOO_EARLY'],
    effects: [],
  },
  {
    name: 'pricePackage',
    number: 'O3',
    way: 'forward',
    action: 'pricePackage',
    from: ['PENDING'],
    to: 'PACKAGE_PROVIDED',
    permission: 'order:edit-package',
    capacities: ['SELF', 'STAFF', 'STORE_TOKEN'],
    guards: ['PACKAGE_INCOMPLETE', 'STORE_NOT_ACTIVE', 'PRICE_ABOVE_LIMIT', 'TERM_NOT_COMPUTABLE'],
    effects: [],
  },
  {
    name: 'reopenPackage',
    number: 'O4',
    way: 'back',
    action: 'reopenPackage',
    from: ['PACKAGE_PROVIDED'],
    to: 'PENDING',
    permission: 'order:edit-package',
    capacities: ['SELF', 'STAFF'],
    guards: [],
    effects: ['VOID_SNAPSHOT'],
  },
  {
    name: 'sendToSign',
    number: 'O5',
    way: 'forward',
    action: 'sendToSign',
    from: ['PACKAGE_PROVIDED'],
    to: 'ALL_INFO_PROVIDED',
    permission: 'order:edit-package',
    capacities: ['SELF', 'STAFF'],
    guards: ['ANSWERS_INCOMPLETE', 'POLICY_NOT_ACCEPTED', ...employmentLasts],
    effects: ['OPEN_AGREEMENT'],
  },
  {
    name: 'returnToPackage',
    number: 'O6',
    way: 'back',
    action: 'returnToPackage',
    from: ['ALL_INFO_PROVIDED'],
    to: 'PACKAGE_PROVIDED',
    permission: 'order:edit-package',
    capacities: ['SELF', 'STAFF'],
    guards: ['SIGNED_BY_BOTH'],
    showsReason: true,
    effects: ['VOID_AGREEMENT'],
  },
  {
    name: 'rejectAgreement',
    number: 'O6',
    way: 'back',
    action: 'returnToPackage',
    from: ['ALL_INFO_PROVIDED'],
    to: 'PACKAGE_PROVIDED',
    permission: 'order:edit-package',
    capacities: ['SYSTEM'],
    guards: ['SIGNED_BY_BOTH'],
    showsReason: true,
    effects: ['VOID_AGREEMENT', 'EVENT_LEASING_AGREEMENT_REJECTED'],
  },
  {
    name: 'confirm',
    number: 'O7',
    way: 'forward',
    action: 'confirm',
    from: ['ALL_INFO_PROVIDED'],
    to: 'CONFIRMED',
    permission: 'order:confirm',
    capacities: ['SELF', 'STAFF'],
    guards: ['AGREEMENT_NOT_SIGNED', 'SNAPSHOT_CHANGED', ...employmentLasts],
    effects: [
      'FREEZE_COMMITMENT_DAY',
      'EVENT_ORDER_CONFIRMED',
      'STORE_ORDER_MAIL',
      'EVENT_ORDER_SENT',
      'CONFIRMATION_MAIL',
      'BILL_EXCESS',
      'START_PURCHASE_ORDER',
    ],
  },
]

/**
 * From the confirmed order to the running lease: mostly the staff's part. It rests while somebody has asked for its
 * cancellation; what has happened outside, a hand-over or an invoice, is taken down all the same.
 */
const fulfilment: readonly OrderStep[] = [
  {
    name: 'process',
    number: 'O8',
    way: 'forward',
    action: 'process',
    from: ['CONFIRMED'],
    to: 'PROCESSED',
    permission: 'order:process',
    capacities: ['STAFF'],
    guards: ['CANCELLATION_ASKED', 'STORE_ORDER_NUMBER_MISSING', 'EXCESS_NOT_PAID', ...employmentLasts],
    asks: ['STORE_ORDER_NUMBER_MISSING'],
    effects: ['KEEP_PROCESSED_TIME', 'ISSUE_DELIVERY_LINKS', 'EVENT_ORDER_PROCESSED', 'NOTICE_TO_EMPLOYEE'],
  },
  {
    name: 'awaitInvoice',
    number: 'O9',
    way: 'forward',
    action: 'awaitInvoice',
    from: ['PROCESSED'],
    to: 'WAITING_FOR_INVOICE_MATCH',
    permission: 'order:process',
    capacities: ['STAFF', 'SYSTEM'],
    guards: ['CANCELLATION_ASKED', 'DELIVERY_TOKENS_MISSING'],
    effects: ['DELIVERY_LINK_MAILS'],
  },
  {
    name: 'matchInvoice',
    number: 'O10',
    way: 'forward',
    action: 'match',
    from: ['WAITING_FOR_INVOICE_MATCH'],
    to: 'WAITING_FOR_DELIVERY_DATE',
    permission: 'order:match-invoice',
    capacities: ['STAFF'],
    guards: invoiceMatched,
    asks: [...invoiceMatched, ...deliveryKnown],
    effects: [],
  },
  {
    name: 'matchInvoice',
    number: 'O11',
    way: 'forward',
    action: 'match',
    from: ['WAITING_FOR_INVOICE_MATCH'],
    to: 'READY_FOR_BILLING',
    permission: 'order:match-invoice',
    capacities: ['STAFF', 'SYSTEM'],
    guards: [...invoiceMatched, ...deliveryKnown],
    asks: [...invoiceMatched, ...deliveryKnown],
    effects: [],
  },
  {
    name: 'deliver',
    number: 'O12',
    way: 'forward',
    action: 'deliver',
    from: ['WAITING_FOR_DELIVERY_DATE'],
    to: 'READY_FOR_BILLING',
    permission: 'order:set-delivery',
    capacities: ['SELF', 'STAFF', 'DELIVERY_TOKEN'],
    guards: deliveryKnown,
    asks: deliveryKnown,
    effects: [],
  },
  {
    name: 'bill',
    number: 'O13',
    way: 'forward',
    action: 'bill',
    from: ['READY_FOR_BILLING'],
    to: 'GRENKE_INVOICE_SENT',
    permission: 'order:bill',
    capacities: ['STAFF'],
    guards: [
      'CANCELLATION_ASKED',
      'AGREEMENT_NOT_SIGNED',
      'CERTIFICATE_MISSING',
      ...invoiceMatched,
      'LESSOR_IS_OPERATOR',
      'REPLACES_A_BIKE',
    ],
    effects: ['SEND_SALES_INVOICE', 'EVENT_GRENKE_INVOICE_SENT'],
  },
  {
    name: 'startLease',
    number: 'O14',
    way: 'forward',
    action: 'startLease',
    from: ['READY_FOR_BILLING'],
    to: 'ACTIVE_LEASING',
    permission: 'order:start-lease',
    capacities: ['STAFF', 'SYSTEM'],
    guards: ['CANCELLATION_ASKED', 'LESSOR_NOT_OPERATOR', 'START_DAY_NOT_REACHED', 'REPLACES_A_BIKE'],
    effects: ['START_LEASE', 'NOTICE_TO_EMPLOYEE', 'NOTICE_TO_EMPLOYER'],
  },
  {
    // A new bicycle of a running lease: nothing to bill to the lessor, and no new start.
    name: 'startLease',
    number: 'O14',
    way: 'forward',
    action: 'startLease',
    from: ['READY_FOR_BILLING'],
    to: 'ACTIVE_LEASING',
    permission: 'order:start-lease',
    capacities: ['SYSTEM'],
    guards: ['REPLACES_NO_BIKE'],
    effects: ['REPLACE_BIKE'],
  },
  {
    name: 'startLease',
    number: 'O15',
    way: 'forward',
    action: 'startLease',
    from: ['GRENKE_INVOICE_SENT'],
    to: 'ACTIVE_LEASING',
    permission: 'order:start-lease',
    capacities: ['STAFF', 'SYSTEM'],
    guards: ['CANCELLATION_ASKED', 'START_DAY_NOT_REACHED'],
    effects: ['START_LEASE', 'NOTICE_TO_EMPLOYEE', 'NOTICE_TO_EMPLOYER'],
  },
]

/** Holds, special cases, cancellations and steps back. */
const exceptions: readonly OrderStep[] = [
  {
    name: 'ask',
    number: 'O16',
    way: 'aside',
    action: 'ask',
    from: confirmedToInvoice,
    to: 'WAITING_FOR_CUSTOMER_COMMENT',
    permission: 'order:hold',
    capacities: ['STAFF'],
    guards: ['QUESTION_MISSING'],
    remembers: true,
    effects: ['OPEN_QUESTION'],
  },
  {
    name: 'ask',
    number: 'O16',
    way: 'aside',
    action: 'ask',
    from: ['CONFIRMED', 'PROCESSED', 'WAITING_FOR_INVOICE_MATCH', 'WAITING_FOR_DELIVERY_DATE'],
    to: 'WAITING_FOR_CUSTOMER_COMMENT',
    permission: 'order:hold',
    capacities: ['STORE_TOKEN'],
    guards: ['QUESTION_MISSING'],
    remembers: true,
    effects: ['OPEN_QUESTION'],
  },
  {
    name: 'closeQuestion',
    number: 'O17',
    way: 'aside',
    action: 'answer',
    from: ['WAITING_FOR_CUSTOMER_COMMENT'],
    to: 'RESUME',
    resumable: confirmedToInvoice,
    permission: 'order:answer',
    capacities: ['STAFF'],
    guards: [],
    effects: ['CLOSE_QUESTION', 'NOTICE_OF_WITHDRAWN_QUESTION'],
  },
  {
    name: 'answerQuestion',
    number: 'O17',
    way: 'aside',
    action: 'answer',
    from: ['WAITING_FOR_CUSTOMER_COMMENT'],
    to: 'RESUME',
    resumable: confirmedToInvoice,
    permission: 'order:answer',
    capacities: ['SELF'],
    guards: ['ANSWER_MISSING'],
    effects: ['KEEP_ANSWER', 'ANSWER_TO_STORE', 'CLOSE_QUESTION'],
  },
  {
    name: 'setAside',
    number: 'O18',
    way: 'aside',
    action: 'setAside',
    from: [...wholeWay, 'WAITING_FOR_CUSTOMER_COMMENT'],
    to: 'CASE_X',
    permission: 'order:case-x',
    capacities: ['STAFF'],
    guards: [],
    needsReason: true,
    remembers: true,
    effects: ['CLOSE_QUESTION', 'KEEP_CASE_REASON'],
  },
  {
    name: 'takeBack',
    number: 'O19',
    way: 'aside',
    action: 'takeBack',
    from: ['CASE_X'],
    to: 'RESUME',
    resumable: wholeWay,
    permission: 'order:case-x',
    capacities: ['STAFF'],
    guards: [],
    needsReason: true,
    effects: [],
  },
  {
    name: 'cancelCase',
    number: 'O19',
    way: 'aside',
    action: 'cancel',
    from: ['CASE_X'],
    to: 'CANCELLED',
    permission: 'order:case-x',
    capacities: ['STAFF'],
    guards: ['CANCELLATION_REQUIRED', 'REPLACES_A_BIKE'],
    needsReason: true,
    effects: ['VOID_AGREEMENT', 'NOTICE_OF_CANCELLATION'],
  },
  {
    name: 'cancel',
    number: 'O20',
    way: 'aside',
    action: 'cancel',
    from: toAllInfo,
    to: 'CANCELLED',
    permission: 'order:cancel-early',
    capacities: ['SELF', 'EMPLOYER', 'STAFF'],
    guards: ['REPLACES_A_BIKE'],
    showsReason: true,
    effects: ['VOID_AGREEMENT', 'NOTICE_OF_CANCELLATION'],
  },
  {
    name: 'cancelConfirmed',
    number: 'O21',
    way: 'aside',
    action: 'openCancellation',
    from: [...confirmedToLease, 'WAITING_FOR_CUSTOMER_COMMENT', 'CASE_X'],
    to: 'CANCELLED',
    permission: 'order-cancellation:create',
    capacities: ['STAFF'],
    guards: ['CANCELLATION_NOT_OPENED', 'REPLACES_A_BIKE'],
    remembers: true,
    within: 'order-cancellation',
    effects: ['CLOSE_QUESTION', 'VOID_PURCHASE_ORDER'],
  },
  {
    // The claim for which a new bicycle was ordered calls it off.
    name: 'cancelConfirmed',
    number: 'O21',
    way: 'aside',
    action: 'openCancellation',
    from: ['PENDING', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'CONFIRMED', 'PROCESSED', 'WAITING_FOR_INVOICE_MATCH'],
    to: 'CANCELLED',
    permission: 'order:cancel-early',
    capacities: ['STAFF'],
    guards: ['REPLACES_NO_BIKE'],
    showsReason: true,
    within: 'insurance-claim',
    effects: ['VOID_PURCHASE_ORDER', 'NOTICE_OF_CANCELLATION'],
  },
  {
    name: 'refund',
    number: 'O22',
    way: 'forward',
    action: 'settle',
    from: ['CANCELLED'],
    to: 'REFUNDED',
    permission: 'order-cancellation:complete',
    capacities: ['SYSTEM', 'STAFF'],
    guards: ['CANCELLATION_NOT_OPENED', 'REFUNDS_NOT_SETTLED'],
    within: 'order-cancellation',
    effects: [],
  },
  {
    name: 'stepBack',
    number: 'O25',
    way: 'back',
    action: 'stepBack',
    from: ['GRENKE_INVOICE_SENT'],
    to: 'READY_FOR_BILLING',
    permission: 'order:step-back',
    capacities: ['STAFF'],
    guards: ['NOT_LAST_STEP', 'INVOICE_NOT_CREDITED'],
    needsReason: true,
    effects: [],
  },
  {
    name: 'stepBack',
    number: 'O25',
    way: 'back',
    action: 'stepBack',
    from: ['READY_FOR_BILLING'],
    to: 'WAITING_FOR_DELIVERY_DATE',
    permission: 'order:step-back',
    capacities: ['STAFF'],
    guards: ['NOT_LAST_STEP'],
    needsReason: true,
    effects: [],
  },
  {
    name: 'changeInvoice',
    number: 'O25',
    way: 'back',
    action: 'changeInvoice',
    from: ['WAITING_FOR_DELIVERY_DATE', 'READY_FOR_BILLING'],
    to: 'WAITING_FOR_INVOICE_MATCH',
    permission: 'order:step-back',
    capacities: ['STAFF'],
    guards: ['INVOICE_NOT_MATCHED'],
    needsReason: true,
    effects: ['CLEAR_INVOICE_MATCH'],
  },
  {
    name: 'withdrawCancellation',
    number: 'O26',
    way: 'aside',
    action: 'withdrawCancellation',
    from: ['CANCELLED'],
    to: 'RESUME',
    resumable: confirmedToLease,
    permission: 'order-cancellation:update',
    capacities: ['STAFF'],
    guards: ['CANCELLATION_NOT_WITHDRAWN', 'REFUND_SETTLED', 'AGREEMENT_ENDED'],
    within: 'order-cancellation',
    effects: [],
  },
]

/** Rows of the earlier site. No mails leave for them. */
const legacy: readonly OrderStep[] = [
  {
    name: 'import',
    number: 'O23',
    way: 'forward',
    action: 'import',
    from: null,
    to: 'WIX',
    permission: 'order:import-legacy',
    capacities: ['SUPER'],
    guards: ['IMPORT_INCOMPLETE'],
    effects: [],
  },
  ...legacyTargets.map(
    (to): OrderStep => ({
      name: 'adopt',
      number: 'O24',
      way: 'forward',
      action: 'adopt',
      from: ['WIX'],
      to,
      permission: 'order:import-legacy',
      capacities: ['SUPER'],
      guards: [],
      needsReason: true,
      effects: [],
    }),
  ),
]

export const orderSteps: readonly OrderStep[] = [...ordering, ...fulfilment, ...exceptions, ...legacy]
