import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { deskReads } from '#features/orders/orders/desk/web/desk-reads.ts'

/** Everything that a change of a cancellation makes old. */
export const caseReads = [
  ...deskReads,
  orderCancellations.get,
  orderCancellations.list,
  orderCancellations.requestOfOrder,
]
