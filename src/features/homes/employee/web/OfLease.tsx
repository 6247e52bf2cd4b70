import { OwnAbsence } from '#features/lease-ends/absence-plans/web/OwnAbsence.tsx'
import { OwnOffers } from '#features/lease-ends/brokerage/web/OwnOffers.tsx'
import { OwnClaims } from '#features/lease-ends/insurance-claims/web/OwnClaims.tsx'
import { LifeEventLink } from '#features/lease-ends/life-events/web/LifeEventLink.tsx'
import { OwnRedemption } from '#features/lease-ends/redemptions/web/OwnRedemption.tsx'
import { RedemptionAct } from '#features/lease-ends/redemptions/web/RedemptionAct.tsx'
import { OwnReturn } from '#features/lease-ends/returns/web/OwnReturn.tsx'
import type { OfLease } from './OwnOrder.tsx'

type Lease = Parameters<OfLease>[0]

/** What other features show of a leased bicycle, ordered or taken over. */
export function LeasePanels(lease: Lease) {
  const { leasingAgreementId, hasBegun, isOver, bike } = lease
  return (
    <>
      <OwnClaims {...lease} />
      {hasBegun && <OwnRedemption leasingAgreementId={leasingAgreementId} bike={bike} />}
      {hasBegun && !isOver && <OwnAbsence leasingAgreementId={leasingAgreementId} />}
      {hasBegun && <OwnReturn leasingAgreementId={leasingAgreementId} />}
      {hasBegun && <OwnOffers {...lease} />}
    </>
  )
}

/** What to do about a lease: the redemption that waits, and the way to what may change. */
export function LeaseActs({ leasingAgreementId, isOver }: Lease) {
  return (
    <>
      <RedemptionAct leasingAgreementId={leasingAgreementId} />
      {!isOver && <LifeEventLink isButton />}
    </>
  )
}
