import { pageUrl } from '#platform/contract/pages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The way to what can be done when something happens: to one's own page, or about one person. */
export function LifeEventLink({ employeeId }: { employeeId?: string }) {
  const t = useTexts('life-events')
  if (!useMay()('life-event:read')) return null
  return (
    <p>
      <a href={pageUrl('lifeEvent', {}, employeeId ? { employee: employeeId } : {})}>{t('link')}</a>
    </p>
  )
}
