import { pages } from '#platform/contract/pages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The way to the absence plans of one's people. */
export function AbsencesLink() {
  const t = useTexts('absence-plans')
  return useMay()('absence-plan:make') ? (
    <Button component={Link} to={pages.employerAbsences} size="sm">
      {t('list.title')}
    </Button>
  ) : null
}
