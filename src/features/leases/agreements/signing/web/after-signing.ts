import { agreements } from '#features/leases/agreements/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'

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
