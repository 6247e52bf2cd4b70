import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage } from '../contract.ts'

/** The way to the transfers of one's people, once there are some. */
export function TransfersLink() {
  const t = useTexts('brokerage')
  const may = useMay()
  const found = useApi(brokerage.cases, { query: { limit: 1 }, enabled: may('brokerage:accept-transfer') })
  if (!found.data || found.data.totalCount === 0) return null
  return (
    <Button component={Link} to={pages.employerTransfers} size="sm">
      {t('employer.title')}
    </Button>
  )
}
