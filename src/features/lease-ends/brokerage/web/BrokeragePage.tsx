import { useMay } from '#platform/web/api/user.ts'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Market } from './Market.tsx'
import { OwnCases } from './OwnCases.tsx'

/** /bikeBrokerageService: leased bicycles that others may take over, for everybody signed in. */
export function BrokeragePage() {
  const t = useTexts('brokerage')
  const may = useMay()
  return (
    <div className="wrap stack-lg">
      <PageHead title={t('market.title')} lead={t('market.lead')} />
      {may('brokerage:update') && <OwnCases />}
      {may('brokerage:read') ? <Market /> : <EmptyState drawing="pyora">{t('market.closed')}</EmptyState>}
    </div>
  )
}
