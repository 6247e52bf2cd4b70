import { notifications } from '#features/ground/notifications/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'

/** Everything of orders on the parties' screens that a change of an order makes old. */
export const orderReads: readonly EndpointSpec[] = [
  orders.get,
  orders.list,
  orders.own,
  orders.timeline,
  notifications.list,
]

/** What a new order makes old. */
export const startReads: readonly EndpointSpec[] = [orders.own]
