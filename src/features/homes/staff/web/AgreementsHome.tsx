import { EndedLease } from '#features/lease-ends/redemptions/web/EndedLease.tsx'
import { AgreementsPage } from '#features/leases/agreements/web/AgreementsPage.tsx'
import { LeaseChanges } from '#features/leases/lease-changes/web/LeaseChanges.tsx'
import { ReviewsLink } from '#features/leases/lease-changes/web/ReviewsLink.tsx'

/** /admin/sopimukset with what staff may change of an agreement, and settle of one that is over. */
export function AgreementsHome() {
  return (
    <AgreementsPage
      above={<ReviewsLink />}
      below={(id) => (
        <>
          <EndedLease id={id} />
          <LeaseChanges id={id} />
        </>
      )}
    />
  )
}
