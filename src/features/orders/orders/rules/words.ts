import type { Step, Turn, Words } from '#platform/process/table.ts'
import type { OrderStatus } from '../rules.ts'
import type { TableGuard } from './guards.ts'
import type { OrderFacts } from './order-facts.ts'
import type { TurnFacts } from './turns.ts'
import type { WaitedFor } from './waited-for.ts'

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
