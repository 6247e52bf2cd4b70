import { lazy } from 'react'
import { MyBikePage } from '#features/order-pages/web/MyBikePage.tsx'
import type { OfLease } from '#features/order-pages/web/OwnOrder.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

const OwnRedemption = lazy(() =>
  import('#features/redemptions/web/OwnRedemption.tsx').then((m) => ({ default: m.OwnRedemption })),
)
const OwnClaims = lazy(() =>
  import('#features/insurance-claims/web/OwnClaims.tsx').then((m) => ({ default: m.OwnClaims })),
)
const RedemptionAct = lazy(() =>
  import('#features/redemptions/web/RedemptionAct.tsx').then((m) => ({ default: m.RedemptionAct })),
)
const OwnOffers = lazy(() => import('#features/brokerage/web/OwnOffers.tsx').then((m) => ({ default: m.OwnOffers })))
const TakenLeases = lazy(() =>
  import('#features/brokerage/web/TakenLeases.tsx').then((m) => ({ default: m.TakenLeases })),
)
const OwnReturn = lazy(() => import('#features/returns/web/OwnReturn.tsx').then((m) => ({ default: m.OwnReturn })))
const OwnAbsence = lazy(() =>
  import('#features/absence-plans/web/OwnAbsence.tsx').then((m) => ({ default: m.OwnAbsence })),
)
const LifeEventLink = lazy(() =>
  import('#features/life-events/web/LifeEventLink.tsx').then((m) => ({ default: m.LifeEventLink })),
)
const TasksCard = lazy(() => import('#features/tasks/web/TasksCard.tsx').then((m) => ({ default: m.TasksCard })))

/** What other features show of a leased bicycle, ordered or taken over. */
const panelsOf: OfLease = (lease) => (
  <OptionalBoundary>
    <OwnClaims {...lease} />
    {lease.hasBegun && <OwnRedemption leasingAgreementId={lease.leasingAgreementId} bike={lease.bike} />}
    {lease.hasBegun && !lease.isOver && <OwnAbsence leasingAgreementId={lease.leasingAgreementId} />}
    {lease.hasBegun && <OwnReturn leasingAgreementId={lease.leasingAgreementId} />}
    {lease.hasBegun && <OwnOffers {...lease} />}
  </OptionalBoundary>
)

const panelsOfTaken: OfLease = (lease) => (
  <>
    {lease.hasBegun && !lease.isOver && (
      <OptionalBoundary>
        <LifeEventLink />
      </OptionalBoundary>
    )}
    {panelsOf(lease)}
  </>
)

/** /mybike shows one order with its next step; whoever has several is told of all. */
export function MyBikeHome() {
  return (
    <MyBikePage
      leaseAct={({ leasingAgreementId, isOver }) => (
        <OptionalBoundary>
          <RedemptionAct leasingAgreementId={leasingAgreementId} />
          {!isOver && <LifeEventLink isButton />}
        </OptionalBoundary>
      )}
      redemption={panelsOf}
      tasks={
        <OptionalBoundary>
          <TakenLeases panels={panelsOfTaken} />
          <TasksCard from={2} />
        </OptionalBoundary>
      }
    />
  )
}
