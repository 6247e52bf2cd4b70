import { useTexts } from '#platform/web/words/i18n.ts'

/** The first stop of the keyboard: past the header to the page's own content. */
export function SkipLink() {
  const t = useTexts()
  return (
    <a className="skip" href="#sisalto">
      {t('shell.skip')}
    </a>
  )
}
