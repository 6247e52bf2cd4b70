import { pages } from '#platform/contract/pages.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { CaseList } from './CaseList.tsx'

/** /tyonantaja/siirrot: leases that go to or come from somebody else's employee, for the employer's yes and signature. */
export function EmployerTransfersPage() {
  const t = useTexts('brokerage')
  return (
    <div className="wrap stack-lg">
      <CaseList
        back={<Link to={pages.employer}>{t('employer.back')}</Link>}
        title={t('employer.title')}
        lead={t('employer.lead')}
      />
    </div>
  )
}
