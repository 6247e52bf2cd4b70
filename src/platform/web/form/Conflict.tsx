import { Button } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** Somebody has changed what the form is about: what to do, and that nothing typed is lost. */
export function Conflict({ reload }: { reload: () => void }) {
  const t = useTexts()
  return (
    <>
      <b>{t('form.conflictTitle')}</b>
      <p>{t('form.conflictText')}</p>
      <Button size="sm" className="above" onClick={reload}>
        {t('form.conflictReload')}
      </Button>
    </>
  )
}
