import { type ComponentProps, lazy } from 'react'
import { Skeleton } from '#platform/web/parts/Skeleton.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

const BuyOut = lazy(() => import('./BuyOut.tsx').then((m) => ({ default: m.BuyOut })))

/** The curve of the buy-out price, which stands below what a page is opened for and comes after it. */
export function LaterBuyOut(props: ComponentProps<typeof BuyOut>) {
  return (
    <OptionalBoundary waiting={<Skeleton height="28rem" width="100%" />}>
      <BuyOut {...props} />
    </OptionalBoundary>
  )
}
