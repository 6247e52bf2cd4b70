import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'

/** Everything on the desk that a change of an order’s invoice makes old; it moves no order out of the online ones. */
export const invoiceReads = [
  orders.get,
  orders.list,
  orders.timeline,
  invoices.list,
  invoices.get,
  employees.optimizedList,
]
