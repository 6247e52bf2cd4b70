import { agreements } from '#features/agreements/contract.ts'
import { employees } from '#features/employees/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { orders } from '#features/orders/contract.ts'

/** Everything on the parties' screens that a change of an order makes old. */
export const orderReads = [
  orders.get,
  orders.list,
  orders.own,
  orders.timeline,
  employees.mine,
  employees.optimizedList,
  agreements.documents,
  notifications.list,
]
