import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { orderCancellations } from '../contract.ts'
import { askStores } from './ask-stores-job.ts'
import { orderCancellationHandlers } from './handlers.ts'

export const orderCancellationsFeature: Feature = {
  name: 'order-cancellations',
  calls: [calls('order-cancellations', orderCancellations, orderCancellationHandlers)],
  jobs: [askStores],
  tables: ['order_cancellation_lines', 'order_cancellation_requests', 'order_cancellations', 'refund_uploads'],
}
