import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { Renewal } from '#platform/web/api/action.ts'

/** Everything of orders on the desk that a change of an order makes old. */
export const deskReads: readonly EndpointSpec[] = [
  orders.get,
  orders.list,
  orders.timeline,
  orders.confirmedOnlineCount,
]

/** The same after a step that leaves the order's bills as they are; with `deskReads` goes what bills are read by. */
export const orderReads: readonly EndpointSpec[] = [...deskReads]

/** A move answers with the order as it is; online orders are counted while they are confirmed alone. */
export const renewsOrder = ({
  orderId,
  orderStatus,
  isOnlineOrder,
}: Pick<OrderViewType, 'orderId' | 'orderStatus' | 'isOnlineOrder'>): Renewal => ({
  read: orders.get,
  given: { params: { orderId } },
  untouched: isOnlineOrder && orderStatus === 'CONFIRMED' ? [] : [orders.confirmedOnlineCount],
})
