import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'

/** Everything that a change of a cancellation makes old. */
export const caseReads = [
  orders.get,
  orders.list,
  orders.timeline,
  orders.confirmedOnlineCount,
  invoices.list,
  invoices.get,
  employees.optimizedList,
  orderCancellations.get,
  orderCancellations.list,
  orderCancellations.requestOfOrder,
]
