import { pages } from '#platform/contract/pages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The way to the returns of one's people. */
export function ReturnsLink() {
  const t = useTexts('returns')
  const may = useMay()
  if (!may('return:read')) return null
  return (
    <Button component={Link} to={pages.employerReturns} size="sm">
      {t('employer.title')}
    </Button>
  )
}
