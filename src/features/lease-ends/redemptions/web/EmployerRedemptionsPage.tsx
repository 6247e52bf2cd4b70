import { pages } from '#platform/contract/pages.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { RedemptionList } from './RedemptionList.tsx'

/** /tyonantaja/lunastukset: the redemptions of the employer's people; what the employer pays it accepts here. */
export function EmployerRedemptionsPage() {
  const t = useTexts('redemptions')
  return (
    <div className="wrap">
      <RedemptionList
        back={<Link to={pages.employer}>{t('employer.back')}</Link>}
        title={t('employer.title')}
        lead={t('employer.lead')}
      />
    </div>
  )
}
