import { AgreementsPage } from '#features/agreements/web/AgreementsPage.tsx'
import { LeaseChanges } from '#features/lease-changes/web/LeaseChanges.tsx'
import { ReviewsLink } from '#features/lease-changes/web/ReviewsLink.tsx'

/** /admin/sopimukset with what staff may change of an agreement. */
export function AgreementsHome() {
  return <AgreementsPage above={<ReviewsLink />} below={(id) => <LeaseChanges id={id} />} />
}
