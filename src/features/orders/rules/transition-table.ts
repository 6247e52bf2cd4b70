/**
 * The one table of moves an order can make: from where to where, by whom, under
 * which conditions and with which consequences. Rows with the same id are the
 * same rule written for several targets or actors.
 */

import type { TableGuard } from '#features/orders/rules/guards.ts'
import type { OrderStatus } from '#features/orders/rules.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'

/**
 * In which capacity somebody acts on one order. A super admin is both STAFF and
 * SUPER. The system and token holders act without permissions: what they may do
 * is what the table names them for.
 */
export const actorKinds = ['SELF', 'EMPLOYER', 'STAFF', 'SUPER', 'SYSTEM', 'STORE_TOKEN', 'DELIVERY_TOKEN'] as const
export type ActorKind = (typeof actorKinds)[number]

export interface Transition {
  /** `O1` to `O26`. */
  id: `O${number}`
  /** Null: the move creates the order. */
  from: readonly OrderStatus[] | null
  /** RESUME: back to the remembered status, when it is one of `resumable`. */
  to: OrderStatus | 'RESUME'
  resumable?: readonly OrderStatus[]
  permission: PermissionName
  actors: readonly ActorKind[]
  guards: readonly TableGuard[]
  needsReason?: true
  /** What the server does in the same transaction, by name. */
  effects: readonly string[]
}

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
const deliveryKnown = [
  'FRAME_NUMBER_MISSING',
  'FRAME_NUMBER_TAKEN',
  'DELIVERY_DAY_MISSING',
  'DELIVERY_DAY_OUT_OF_RANGE',
] as const
const employmentLasts = ['EMPLOYMENT_ENDED', 'LEASE_OUTLASTS_EMPLOYMENT'] as const
const stepsBack = [
  ['WAITING_FOR_DELIVERY_DATE', 'WAITING_FOR_INVOICE_MATCH'],
  ['READY_FOR_BILLING', 'WAITING_FOR_INVOICE_MATCH'],
  ['READY_FOR_BILLING', 'WAITING_FOR_DELIVERY_DATE'],
] as const

/** The package, the answers and the signing: the person's own part. */
const ordering: readonly Transition[] = [
  {
    id: 'O1',
    from: null,
    to: 'NOT_STARTED',
    permission: 'order:start',
    actors: ['SYSTEM', 'SELF', 'STAFF'],
    guards: ['PERSON_NOT_ACCEPTED', 'EMPLOYMENT_NOT_ACTIVE', 'COMPANY_NOT_ACTIVE', 'OPEN_ORDER_LIMIT_REACHED'],
    effects: ['NOTICE_TO_EMPLOYEE'],
  },
  {
    id: 'O2',
    from: ['NOT_STARTED'],
    to: 'PENDING',
    permission: 'order:edit-package',
    actors: ['SELF', 'STAFF'],
    guards: ['OPEN_ORDER_LIMIT_REACHED', 'TRIAL_PERIOD_NOT_OVER', 'LAST_WORKING_DAY_TOO_EARLY'],
    effects: [],
  },
  {
    id: 'O3',
    from: ['PENDING'],
    to: 'PACKAGE_PROVIDED',
    permission: 'order:edit-package',
    actors: ['SELF', 'STAFF', 'STORE_TOKEN'],
    guards: ['PACKAGE_INCOMPLETE', 'STORE_NOT_ACTIVE', 'PRICE_ABOVE_LIMIT', 'TERM_NOT_COMPUTABLE'],
    effects: ['COST_SNAPSHOT'],
  },
  {
    id: 'O4',
    from: ['PACKAGE_PROVIDED'],
    to: 'PENDING',
    permission: 'order:edit-package',
    actors: ['SELF', 'STAFF'],
    guards: [],
    effects: ['VOID_SNAPSHOT'],
  },
  {
    id: 'O5',
    from: ['PACKAGE_PROVIDED'],
    to: 'ALL_INFO_PROVIDED',
    permission: 'order:edit-package',
    actors: ['SELF', 'STAFF'],
    guards: ['ANSWERS_INCOMPLETE', 'POLICY_NOT_ACCEPTED', ...employmentLasts],
    effects: ['OPEN_AGREEMENT', 'AGREEMENT_DOCUMENT', 'SIGNING_MAILS', 'EMPLOYEE_ORDER_TO_EMPLOYER'],
  },
  {
    id: 'O6',
    from: ['ALL_INFO_PROVIDED'],
    to: 'PACKAGE_PROVIDED',
    permission: 'order:edit-package',
    actors: ['SELF', 'STAFF'],
    guards: ['SIGNED_BY_BOTH'],
    effects: ['VOID_AGREEMENT'],
  },
  {
    id: 'O6',
    from: ['ALL_INFO_PROVIDED'],
    to: 'PACKAGE_PROVIDED',
    permission: 'order:edit-package',
    actors: ['SYSTEM'],
    guards: ['SIGNED_BY_BOTH'],
    effects: ['VOID_AGREEMENT', 'EVENT_LEASING_AGREEMENT_REJECTED', 'REASON_TO_EMPLOYEE'],
  },
  {
    id: 'O7',
    from: ['ALL_INFO_PROVIDED'],
    to: 'CONFIRMED',
    permission: 'order:confirm',
    actors: ['SELF', 'STAFF'],
    guards: ['AGREEMENT_NOT_SIGNED', 'SNAPSHOT_CHANGED', ...employmentLasts],
    effects: ['FREEZE_COMMITMENT_DAY', 'EVENT_ORDER_CONFIRMED', 'STORE_ORDER_MAIL', 'EVENT_ORDER_SENT'],
  },
]

/** From the confirmed order to the running lease: mostly the staff's part. */
const fulfilment: readonly Transition[] = [
  {
    id: 'O8',
    from: ['CONFIRMED'],
    to: 'PROCESSED',
    permission: 'order:process',
    actors: ['STAFF'],
    guards: ['STORE_ORDER_NUMBER_MISSING', ...employmentLasts],
    effects: ['EVENT_ORDER_PROCESSED', 'ORDER_STATUS_CHANGE_TO_EMPLOYEE'],
  },
  {
    id: 'O9',
    from: ['PROCESSED'],
    to: 'WAITING_FOR_INVOICE_MATCH',
    permission: 'order:process',
    actors: ['STAFF', 'SYSTEM'],
    guards: ['DELIVERY_TOKENS_MISSING'],
    effects: ['DELIVERY_LINK_MAILS'],
  },
  {
    id: 'O10',
    from: ['WAITING_FOR_INVOICE_MATCH'],
    to: 'WAITING_FOR_DELIVERY_DATE',
    permission: 'order:match-invoice',
    actors: ['STAFF'],
    guards: invoiceMatched,
    effects: ['LINK_INVOICE'],
  },
  {
    id: 'O11',
    from: ['WAITING_FOR_INVOICE_MATCH'],
    to: 'READY_FOR_BILLING',
    permission: 'order:match-invoice',
    actors: ['STAFF', 'SYSTEM'],
    guards: [...invoiceMatched, ...deliveryKnown],
    effects: ['LINK_INVOICE'],
  },
  {
    id: 'O12',
    from: ['WAITING_FOR_DELIVERY_DATE'],
    to: 'READY_FOR_BILLING',
    permission: 'order:set-delivery',
    actors: ['SELF', 'STAFF', 'DELIVERY_TOKEN'],
    guards: deliveryKnown,
    effects: ['EVENT_SERIAL_NUMBER_UPDATED', 'EVENT_DELIVERY_DATE_UPDATED', 'DELIVERY_CERTIFICATE'],
  },
  {
    id: 'O13',
    from: ['READY_FOR_BILLING'],
    to: 'GRENKE_INVOICE_SENT',
    permission: 'order:bill',
    actors: ['STAFF'],
    guards: ['AGREEMENT_NOT_SIGNED', 'CERTIFICATE_MISSING', ...invoiceMatched, 'LESSOR_IS_OPERATOR'],
    effects: ['SEND_SALES_INVOICE', 'EVENT_GRENKE_INVOICE_SENT'],
  },
  {
    id: 'O14',
    from: ['READY_FOR_BILLING'],
    to: 'ACTIVE_LEASING',
    permission: 'order:start-lease',
    actors: ['STAFF', 'SYSTEM'],
    guards: ['LESSOR_NOT_OPERATOR', 'START_DAY_NOT_REACHED'],
    effects: ['EVENT_LEASING_AGREEMENT_STARTED', 'NOTICE_TO_EMPLOYEE', 'NOTICE_TO_EMPLOYER'],
  },
  {
    id: 'O15',
    from: ['GRENKE_INVOICE_SENT'],
    to: 'ACTIVE_LEASING',
    permission: 'order:start-lease',
    actors: ['STAFF', 'SYSTEM'],
    guards: ['START_DAY_NOT_REACHED'],
    effects: ['EVENT_LEASING_AGREEMENT_STARTED', 'NOTICE_TO_EMPLOYEE', 'NOTICE_TO_EMPLOYER'],
  },
]

/** Holds, special cases, cancellations and steps back. */
const exceptions: readonly Transition[] = [
  {
    id: 'O16',
    from: confirmedToInvoice,
    to: 'WAITING_FOR_CUSTOMER_COMMENT',
    permission: 'order:hold',
    actors: ['STAFF'],
    guards: ['QUESTION_MISSING'],
    effects: ['OPEN_QUESTION', 'NOTICE_TO_EMPLOYEE'],
  },
  {
    id: 'O17',
    from: ['WAITING_FOR_CUSTOMER_COMMENT'],
    to: 'RESUME',
    resumable: confirmedToInvoice,
    permission: 'order:answer',
    actors: ['STAFF'],
    guards: [],
    effects: ['CLOSE_QUESTION'],
  },
  {
    id: 'O17',
    from: ['WAITING_FOR_CUSTOMER_COMMENT'],
    to: 'RESUME',
    resumable: confirmedToInvoice,
    permission: 'order:answer',
    actors: ['SELF'],
    guards: ['ANSWER_MISSING'],
    effects: ['KEEP_ANSWER', 'CLOSE_QUESTION'],
  },
  {
    id: 'O18',
    from: [...wholeWay, 'WAITING_FOR_CUSTOMER_COMMENT'],
    to: 'CASE_X',
    permission: 'order:case-x',
    actors: ['STAFF'],
    guards: [],
    needsReason: true,
    effects: ['CLOSE_QUESTION'],
  },
  {
    id: 'O19',
    from: ['CASE_X'],
    to: 'RESUME',
    resumable: wholeWay,
    permission: 'order:case-x',
    actors: ['STAFF'],
    guards: [],
    needsReason: true,
    effects: [],
  },
  {
    id: 'O19',
    from: ['CASE_X'],
    to: 'CANCELLED',
    permission: 'order:case-x',
    actors: ['STAFF'],
    guards: ['CANCELLATION_REQUIRED'],
    needsReason: true,
    effects: ['VOID_AGREEMENT'],
  },
  {
    id: 'O20',
    from: toAllInfo,
    to: 'CANCELLED',
    permission: 'order:cancel-early',
    actors: ['SELF', 'EMPLOYER', 'STAFF'],
    guards: [],
    effects: ['VOID_AGREEMENT'],
  },
  {
    id: 'O21',
    from: [...confirmedToLease, 'WAITING_FOR_CUSTOMER_COMMENT', 'CASE_X'],
    to: 'CANCELLED',
    permission: 'order-cancellation:create',
    actors: ['STAFF'],
    guards: ['CANCELLATION_NOT_OPENED'],
    effects: ['CLOSE_QUESTION', 'STOP_PAYROLL', 'END_RUNNING_AGREEMENT'],
  },
  {
    id: 'O22',
    from: ['CANCELLED'],
    to: 'REFUNDED',
    permission: 'order-cancellation:complete',
    actors: ['SYSTEM', 'STAFF'],
    guards: ['CANCELLATION_NOT_OPENED', 'REFUNDS_NOT_SETTLED'],
    effects: ['SETTLEMENT_DOCUMENT'],
  },
  {
    id: 'O25',
    from: ['GRENKE_INVOICE_SENT'],
    to: 'READY_FOR_BILLING',
    permission: 'order:step-back',
    actors: ['STAFF'],
    guards: ['NOT_LAST_STEP', 'INVOICE_NOT_CREDITED'],
    needsReason: true,
    effects: [],
  },
  ...stepsBack.map(
    ([from, to]): Transition => ({
      id: 'O25',
      from: [from],
      to,
      permission: 'order:step-back',
      actors: ['STAFF'],
      guards: ['NOT_LAST_STEP'],
      needsReason: true,
      effects: [],
    }),
  ),
  {
    id: 'O26',
    from: ['CANCELLED'],
    to: 'RESUME',
    resumable: confirmedToLease,
    permission: 'order-cancellation:update',
    actors: ['STAFF'],
    guards: ['CANCELLATION_NOT_WITHDRAWN', 'REFUND_SETTLED', 'AGREEMENT_ENDED'],
    effects: ['RESUME_PAYROLL'],
  },
]

/** Rows of the earlier site. No mails leave for them. */
const legacy: readonly Transition[] = [
  {
    id: 'O23',
    from: null,
    to: 'WIX',
    permission: 'order:import-legacy',
    actors: ['SUPER'],
    guards: ['IMPORT_INCOMPLETE'],
    effects: [],
  },
  ...legacyTargets.map(
    (to): Transition => ({
      id: 'O24',
      from: ['WIX'],
      to,
      permission: 'order:import-legacy',
      actors: ['SUPER'],
      guards: [],
      needsReason: true,
      effects: [],
    }),
  ),
]

export const transitions: readonly Transition[] = [...ordering, ...fulfilment, ...exceptions, ...legacy]
