import { Button } from '@mantine/core'
import { pages } from '#platform/contract/pages.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useBrand } from './brand.ts'
import { ContactDetails, LegalFacts } from './Footer.tsx'
import { MessagePage } from './MessagePage.tsx'
import { PageLayout } from './PageLayout.tsx'

/** /deactivated, and every other address of a deactivated user. */
export function DeactivatedPage() {
  const t = useTexts()
  const brand = useBrand()
  const act = (
    <>
      <ContactDetails />
      <div className="row sm t2">
        <LegalFacts brand={brand} />
      </div>
      <Button component="a" href={pages.logout}>
        {t('shell.logOut')}
      </Button>
    </>
  )
  return (
    <MessagePage title={t('pages.deactivatedTitle')} act={act}>
      {t('pages.deactivatedText')}
    </MessagePage>
  )
}

/** The page with what surrounds it, in the place of every other. */
export function DeactivatedEverywhere() {
  return (
    <PageLayout links={[]} deactivated>
      <DeactivatedPage />
    </PageLayout>
  )
}
