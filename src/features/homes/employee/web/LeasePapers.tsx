import { Glovebox } from '#features/lease-ends/insurance-claims/web/Glovebox.tsx'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { RunningLease } from '#features/orders/orders/web/lease/RunningLease.tsx'

/** The bicycle and its lease: what lies in its glovebox, and the facts of the lease. */
export function LeasePapers({ order }: { order: OrderViewType }) {
  return (
    <>
      <Glovebox order={order} />
      <RunningLease order={order} />
    </>
  )
}
