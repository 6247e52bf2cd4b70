import { AgreementsPage } from '#features/agreements/web/AgreementsPage.tsx'
import { LeaseChanges } from '#features/lease-changes/web/LeaseChanges.tsx'
import { ReviewsLink } from '#features/lease-changes/web/ReviewsLink.tsx'
import { EndedLease } from '#features/redemptions/web/EndedLease.tsx'

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
