import { lazy } from 'react'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

const History = lazy(() => import('./History.tsx').then((m) => ({ default: m.History })))

/** The history of an order, which stands below the rest of a page and comes after it. */
export function LaterHistory({ orderId }: { orderId: string }) {
  return (
    <OptionalBoundary>
      <History orderId={orderId} />
    </OptionalBoundary>
  )
}
