import { pages } from '#platform/contract/pages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { useBrand } from '#platform/web/shell/brand.ts'
import { ContactDetails } from '#platform/web/shell/Footer.tsx'
import { LegalFacts } from '#platform/web/shell/FooterView.tsx'
import { PageLayout } from '#platform/web/shell/PageLayout.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { MessagePage } from './MessagePage.tsx'

/** /deactivated, and every other address of a deactivated user. */
export function DeactivatedPage() {
  const t = useTexts()
  const brand = useBrand()
  const act = (
    <>
      <ContactDetails />
      <div className="row sm t2">
        <LegalFacts t={t} brand={brand} />
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
