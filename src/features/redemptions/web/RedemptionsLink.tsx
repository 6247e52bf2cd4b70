import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { redemptions } from '../contract.ts'

/** The way to the redemptions of one's people, once there are some. */
export function RedemptionsLink() {
  const t = useTexts('redemptions')
  const may = useMay()
  const found = useApi(redemptions.list, { query: { limit: 1 }, enabled: may('redemption:read') })
  if (!found.data || found.data.totalCount === 0) return null
  return (
    <Button component={Link} to={pages.employerRedemptions} size="sm">
      {t('employer.title')}
    </Button>
  )
}
