import type { OrderStatus } from '../rules.ts'
import { mayReportDelivery } from '../rules.ts'

/** What decides which actions a store's link offers. */
export interface StoreFacts {
  readonly status: OrderStatus
  readonly resumeStatus: OrderStatus | null
  /** A confirmed order that nobody has processed yet, and nothing stands in the way of it. */
  readonly mayBeProcessed: boolean
  /** The bicycle is sent to the buyer, so nobody shows a code at the counter. */
  readonly isSent: boolean
  readonly hasCode: boolean
  readonly isCodeChecked: boolean
  readonly isReady: boolean
  readonly isDelivered: boolean
  readonly hasInvoice: boolean
}

export interface StoreActions {
  /** Say on which day the bicycle will be ready. */
  readonly prepare: boolean
  /** Say that it is, once nothing stands in the way of a hand-over: then the buyer is sent for it. */
  readonly ready: boolean
  /** Ask the buyer about a change, or say that the bicycle cannot be had. */
  readonly ask: boolean
  /** The buyer's code has to be checked before the hand-over can be reported. */
  readonly checkCode: boolean
  readonly report: boolean
  readonly invoice: boolean
}

const withTheStore: ReadonlySet<OrderStatus> = new Set([
  'CONFIRMED',
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
])
const billable: ReadonlySet<OrderStatus> = new Set([
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
])

/** What a store may do with its order now; the call behind each act asks the same. */
export function storeActions(facts: StoreFacts): StoreActions {
  const { status, resumeStatus, isDelivered } = facts
  const isAsked = status === 'WAITING_FOR_CUSTOMER_COMMENT'
  const effective = isAsked ? resumeStatus : status
  const isOpen = effective !== null && withTheStore.has(effective) && !isDelivered
  const isComing = isOpen && !isAsked && !facts.isSent && !facts.isReady && !facts.isCodeChecked
  // Before it has been processed an order is handed over by the same conditions, and only against the buyer's code.
  const isClear = effective !== 'CONFIRMED' || (status === 'CONFIRMED' && facts.mayBeProcessed)
  const isHandedOverEarly = status === 'CONFIRMED' && facts.mayBeProcessed && facts.hasCode && !facts.isSent
  return {
    prepare: isComing,
    ready: isComing && isClear,
    ask: isOpen && !isAsked,
    checkCode: isOpen && isClear && needsCode(facts),
    report: (mayReportDelivery(status, resumeStatus) || isHandedOverEarly) && !needsCode(facts),
    invoice:
      effective !== null &&
      (billable.has(effective) || (isDelivered && effective === 'CONFIRMED')) &&
      !facts.hasInvoice,
  }
}

/** Whether the buyer's code is still to be checked: never of a bicycle that is sent. */
export function needsCode({
  isSent,
  hasCode,
  isCodeChecked,
}: Pick<StoreFacts, 'isSent' | 'hasCode' | 'isCodeChecked'>) {
  return hasCode && !isSent && !isCodeChecked
}

/** So many wrong codes for one order, and the buyer gets a new one. */
export const WRONG_CODES_MAX = 10

/** Where a store's order stands and what the store does next, as the head of its page says it. */
export const storeStages = [
  'estimate',
  'prepare',
  'ready',
  'handOver',
  'invoice',
  'waits',
  'asked',
  'delivered',
  'paid',
  'cancelled',
] as const
export type StoreStage = (typeof storeStages)[number]

/** @param isPaid the store has its money */
export function storeStageOf(facts: StoreFacts, isPaid: boolean): StoreStage {
  const { status, isDelivered } = facts
  if (status === 'CANCELLED' || status === 'REFUNDED') return 'cancelled'
  if (status === 'WAITING_FOR_CUSTOMER_COMMENT') return 'asked'
  const actions = storeActions(facts)
  if (actions.prepare) return actions.ready ? 'prepare' : 'estimate'
  if (actions.checkCode) return 'ready'
  if (!isDelivered && (actions.report || facts.isCodeChecked)) return 'handOver'
  if (actions.invoice) return 'invoice'
  if (!isDelivered) return 'waits'
  return isPaid ? 'paid' : 'delivered'
}
