import type { StoreFacts } from '../../rules/store-page.ts'
import { needsCode } from '../../rules/store-page.ts'
import { unmetOfProcessing } from '../../rules/transitions.ts'
import { factsOf } from '../moves/facts.ts'
import type { OrderRecord, OrderRow } from '../moves/record.ts'

const isSent = ({ is_online_order: isOnline, delivery_method: method }: OrderRow) =>
  isOnline || method === 'HOME_DELIVERY'

const codeFacts = (order: OrderRow) => ({
  isSent: isSent(order),
  hasCode: order.security_code_sealed !== null,
  isCodeChecked: order.code_checked_at !== null,
})

/** Whether the store still has to check the buyer's code. */
export const awaitsCode = (order: OrderRow): boolean => needsCode(codeFacts(order))

export function storeFactsOf(record: OrderRecord, hasInvoice: boolean, now: Date): StoreFacts {
  const { order } = record
  return {
    ...codeFacts(order),
    status: order.status,
    resumeStatus: order.resume_status,
    mayBeProcessed: order.status === 'CONFIRMED' && unmetOfProcessing(factsOf(record, now)).length === 0,
    isReady: order.pickup_ready_at !== null,
    isDelivered: order.delivery_day !== null,
    hasInvoice,
  }
}
