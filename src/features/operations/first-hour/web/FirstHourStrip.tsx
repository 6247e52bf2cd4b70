import { firstHour } from '#features/operations/first-hour/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** Where the first hour goes on, as long as something is missing. */
export function FirstHourStrip() {
  const t = useTexts('first-hour')
  const { data } = useApi(firstHour.get, { staleMs: 60_000 })
  if (!data || data.missing === 0) return null
  return (
    <Note kind="warn">
      <b>{t('strip', { count: data.missing })}</b> <Link to={pages.adminFirstHour}>{t('open')}</Link>
    </Note>
  )
}
