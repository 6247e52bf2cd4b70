import { lazy } from 'react'
import { Skeleton } from '#platform/web/parts/Skeleton.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { MyBikePage } from './MyBikePage.tsx'
import type { OfLease } from './OwnOrder.tsx'

const ofLease = () => import('./OfLease.tsx')
const LeasePanels = lazy(() => ofLease().then((m) => ({ default: m.LeasePanels })))
const LeaseActs = lazy(() => ofLease().then((m) => ({ default: m.LeaseActs })))
const OwnMatters = lazy(() => import('./OwnMatters.tsx').then((m) => ({ default: m.OwnMatters })))

const panelsOf: OfLease = (lease) => (
  <OptionalBoundary>
    <LeasePanels {...lease} />
  </OptionalBoundary>
)

const actsOf: OfLease = (lease) => (
  <OptionalBoundary waiting={<Skeleton height="44px" />}>
    <LeaseActs {...lease} />
  </OptionalBoundary>
)

/** /mybike shows one order with its next step; whoever has several is told of all. */
export function MyBikeHome() {
  return (
    <MyBikePage
      leaseAct={actsOf}
      redemption={panelsOf}
      tasks={
        <OptionalBoundary>
          <OwnMatters />
        </OptionalBoundary>
      }
    />
  )
}
