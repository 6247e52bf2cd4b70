import { pages } from '#platform/contract/pages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The way to the agreements whose taxation is to be reviewed. */
export function ReviewsLink() {
  const t = useTexts('lease-changes')
  return useMay()('agreement:update-payment') ? (
    <p style={{ padding: '0.375rem 0 1rem' }}>
      <Link to={pages.adminTaxReviews}>{t('reviews.title')}</Link>
    </p>
  ) : null
}
