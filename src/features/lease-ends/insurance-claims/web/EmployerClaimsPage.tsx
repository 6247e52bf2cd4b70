import { pages } from '#platform/contract/pages.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ClaimList } from './ClaimList.tsx'

/** /tyonantaja/vakuutustapaukset: that there are claims, how far they are, and what they mean for the leases. */
export function EmployerClaimsPage() {
  const t = useTexts('insurance-claims')
  return (
    <div className="wrap">
      <ClaimList
        back={<Link to={pages.employer}>{t('employer.back')}</Link>}
        title={t('list.title')}
        lead={t('employer.lead')}
      />
    </div>
  )
}
