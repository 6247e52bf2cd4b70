import { lazy } from 'react'
import { TakenLeases } from '#features/lease-ends/brokerage/web/TakenLeases.tsx'
import { TasksCard } from '#features/operations/tasks/web/TasksCard.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import type { LeaseOfPerson } from './OwnLease.tsx'

const StoryOfTaken = lazy(() => import('./StoryOfTaken.tsx').then((m) => ({ default: m.StoryOfTaken })))

const ofTaken = (lease: LeaseOfPerson) => (
  <OptionalBoundary>
    <StoryOfTaken lease={lease} />
  </OptionalBoundary>
)

/** Below one's order: leases that one has taken over, and all that waits when there is more than the order's next step. */
export function OwnMatters() {
  return (
    <>
      <TakenLeases panels={ofTaken} />
      <TasksCard from={2} />
    </>
  )
}
