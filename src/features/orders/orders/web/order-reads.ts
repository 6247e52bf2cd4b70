import { notifications } from '#features/ground/notifications/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'

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
