import { homeOf, useUser } from '#platform/web/api/user.ts'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'

/** The way out of a page that says no: home, or the front page for whoever is not signed in. */
export function HomeButton() {
  const t = useTexts()
  const language = useLanguage()
  const user = useUser()
  return (
    <PrimaryButton component="a" href={user ? homeOf(user) : publicAddress('/', language)}>
      {t('pages.home')}
    </PrimaryButton>
  )
}
