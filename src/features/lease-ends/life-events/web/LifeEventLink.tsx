import { pageUrl } from '#platform/contract/pages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The way to what can be done when something happens to oneself. */
export function LifeEventLink({ isButton }: { isButton?: boolean }) {
  const t = useTexts('life-events')
  if (!useMay()('life-event:read')) return null
  const href = pageUrl('lifeEvent', {})
  if (isButton)
    return (
      <Button component="a" href={href}>
        {t('link')}
      </Button>
    )
  return (
    <p>
      <a href={href}>{t('link')}</a>
    </p>
  )
}
