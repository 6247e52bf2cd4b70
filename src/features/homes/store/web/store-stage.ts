import type { orderLinks } from '#features/orders/orders/link-contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'

type StoreOrder = Pick<
  ReplyOf<typeof orderLinks.storePage>,
  'orderStatus' | 'actions' | 'deliveryDay' | 'codeCheckedAt' | 'paidDay'
>

/** Where a store's order stands and what the store does next: the heading of its page. */
export function storeStageOf({ orderStatus, actions, deliveryDay, codeCheckedAt, paidDay }: StoreOrder) {
  if (orderStatus === 'CANCELLED' || orderStatus === 'REFUNDED') return 'cancelled'
  if (orderStatus === 'WAITING_FOR_CUSTOMER_COMMENT') return 'asked'
  if (actions.prepare) return actions.ready ? 'prepare' : 'estimate'
  if (actions.checkCode) return 'ready'
  if (!deliveryDay && (actions.report || codeCheckedAt)) return 'handOver'
  if (actions.invoice) return 'invoice'
  if (!deliveryDay) return 'waits'
  return paidDay ? 'paid' : 'delivered'
}

type Pickup = Pick<ReplyOf<typeof orderLinks.storePage>, 'isOnlineOrder' | 'delivery' | 'deliveryDay' | 'pickupReadyAt'>

/** Whether being ready is a phase of the order: not of one that is sent, nor of one handed over without a word of it. */
export const waitsForPickup = ({ isOnlineOrder, delivery, deliveryDay, pickupReadyAt }: Pickup): boolean =>
  !isOnlineOrder && delivery !== 'HOME_DELIVERY' && (deliveryDay === null || pickupReadyAt !== null)
