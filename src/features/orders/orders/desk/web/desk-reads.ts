import { orders } from '#features/orders/orders/contract.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'

/** Everything of orders on the desk that a change of an order makes old. */
export const deskReads: readonly EndpointSpec[] = [
  orders.get,
  orders.list,
  orders.timeline,
  orders.confirmedOnlineCount,
]
