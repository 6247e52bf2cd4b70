import { useEffect } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { HomeButton } from '#platform/web/shell/HomeButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { MessagePage } from './MessagePage.tsx'

/** /ei-oikeuksia */
export function NoRightsPage() {
  const t = useTexts()
  return (
    <MessagePage title={t('pages.noRightsTitle')} act={<HomeButton />}>
      {t('pages.noRightsText')}
    </MessagePage>
  )
}

/** /huoltokatkos is a page of the public front end; arriving here from inside loads it. */
export function MaintenancePage() {
  useEffect(() => window.location.replace(pages.maintenance), [])
  return null
}
