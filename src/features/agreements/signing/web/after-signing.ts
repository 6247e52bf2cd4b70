import { agreements } from '#features/agreements/contract.ts'
import { employees } from '#features/employees/contract.ts'
import { orders } from '#features/orders/contract.ts'

/** Reads that a signature or a refusal makes old. */
export const afterSigning = [
  orders.get,
  orders.list,
  orders.own,
  orders.timeline,
  employees.mine,
  employees.optimizedList,
  agreements.documents,
]
