import { lazy, Suspense } from 'react'
import type { OrderViewType } from '#features/orders/shapes.ts'

const Cancellation = lazy(() => import('./Cancellation.tsx').then((m) => ({ default: m.Cancellation })))

const early: readonly OrderViewType['orderStatus'][] = [
  'NOT_STARTED',
  'PENDING',
  'PACKAGE_PROVIDED',
  'ALL_INFO_PROVIDED',
]

/** The cancellation of an order, fetched once there can be one. */
export function LaterCancellation({ order }: { order: OrderViewType }) {
  if (early.includes(order.orderStatus)) return null
  return (
    <Suspense>
      <Cancellation order={order} />
    </Suspense>
  )
}
