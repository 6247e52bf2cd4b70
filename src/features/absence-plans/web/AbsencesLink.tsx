import { pages } from '#platform/contract/pages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The way to the absence plans of one's people. */
export function AbsencesLink() {
  const t = useTexts('absence-plans')
  return useMay()('absence-plan:make') ? (
    <p>
      <Link to={pages.employerAbsences}>{t('list.title')}</Link>
    </p>
  ) : null
}
