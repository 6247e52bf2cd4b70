import { lazy } from 'react'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { MyBikePage } from './MyBikePage.tsx'
import type { OfLease } from './OwnOrder.tsx'

const BeforeStart = lazy(() => import('./OfLease.tsx').then((m) => ({ default: m.BeforeStart })))
const OwnMatters = lazy(() => import('./OwnMatters.tsx').then((m) => ({ default: m.OwnMatters })))

const beforeStart: OfLease = (lease) => (
  <OptionalBoundary>
    <BeforeStart {...lease} />
  </OptionalBoundary>
)

/** /mybike shows one order with its next step; whoever has several is told of all. */
export function MyBikeHome() {
  return (
    <MyBikePage
      beforeStart={beforeStart}
      tasks={
        <OptionalBoundary>
          <OwnMatters />
        </OptionalBoundary>
      }
    />
  )
}
