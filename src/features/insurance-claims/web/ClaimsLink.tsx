import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { insuranceClaims } from '../contract.ts'

/** The way to the claims of one's people, once there are some. */
export function ClaimsLink() {
  const t = useTexts('insurance-claims')
  const may = useMay()
  const found = useApi(insuranceClaims.list, { query: { limit: 1 }, enabled: may('insurance-claim:read') })
  if (!found.data || found.data.total === 0) return null
  return (
    <Button component={Link} to={pages.employerClaims} size="sm">
      {t('list.title')}
    </Button>
  )
}
