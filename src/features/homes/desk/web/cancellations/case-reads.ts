import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { deskReads } from '../refresh.ts'

/** Everything that a change of a cancellation makes old. */
export const caseReads = [
  ...deskReads,
  orderCancellations.get,
  orderCancellations.list,
  orderCancellations.requestOfOrder,
]
