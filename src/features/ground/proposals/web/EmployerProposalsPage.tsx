import { pages } from '#platform/contract/pages.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ProposalList } from './ProposalList.tsx'

/** /tyonantaja/vahvistukset: what the service has proposed for a company and its admin confirms or refuses. */
export function EmployerProposalsPage() {
  const t = useTexts('proposals')
  return (
    <div className="wrap">
      <ProposalList
        title={t('employer.title')}
        lead={t('employer.lead')}
        back={<Link to={pages.employer}>{t('employer.back')}</Link>}
        empty={t('employer.empty')}
      />
    </div>
  )
}
