import { lazy } from 'react'
import { TakenLeases } from '#features/lease-ends/brokerage/web/TakenLeases.tsx'
import { LifeEventLink } from '#features/lease-ends/life-events/web/LifeEventLink.tsx'
import { TasksCard } from '#features/operations/tasks/web/TasksCard.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import type { OfLease } from './OwnOrder.tsx'

const LeasePanels = lazy(() => import('./OfLease.tsx').then((m) => ({ default: m.LeasePanels })))

const panelsOfTaken: OfLease = (lease) => (
  <>
    {lease.hasBegun && !lease.isOver && <LifeEventLink />}
    <OptionalBoundary>
      <LeasePanels {...lease} />
    </OptionalBoundary>
  </>
)

/** Below one's order: leases that one has taken over, and all that waits when there is more than the order's next step. */
export function OwnMatters() {
  return (
    <>
      <TakenLeases panels={panelsOfTaken} />
      <TasksCard from={2} />
    </>
  )
}
