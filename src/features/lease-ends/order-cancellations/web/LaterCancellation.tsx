import { lazy } from 'react'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

const Cancellation = lazy(() => import('./Cancellation.tsx').then((m) => ({ default: m.Cancellation })))

const early: readonly OrderViewType['orderStatus'][] = [
  'NOT_STARTED',
  'PENDING',
  'PACKAGE_PROVIDED',
  'ALL_INFO_PROVIDED',
]

/** A part of the cancellation of an order, fetched once there can be one. */
export function LaterCancellation({ order, part }: { order: OrderViewType; part: 'state' | 'ask' }) {
  if (early.includes(order.orderStatus)) return null
  return (
    <OptionalBoundary>
      <Cancellation order={order} part={part} />
    </OptionalBoundary>
  )
}
