import { useTexts } from '#platform/web/words/i18n.ts'
import { ProposalList } from './ProposalList.tsx'

/** /admin/vahvistukset: what one member of the staff has proposed and another confirms or refuses. */
export function ProposalsPage() {
  const t = useTexts('proposals')
  return <ProposalList title={t('list.title')} lead={t('list.lead')} empty={t('list.empty')} />
}
