import { Illustration } from '#platform/web/parts/Illustration.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Contact } from './Contact.tsx'
import styles from './LinkProblem.module.css'

/** A link that has expired, was used or was cut in two: what to do now. */
export function LinkProblem() {
  const t = useTexts()
  usePageTitle(t('link.title'))
  return (
    <div>
      <Illustration name="liike" width={170} />
      <div className={styles.road}>
        <h1>{t('link.title')}</h1>
        <p className="lead" style={{ margin: '0.5rem 0 1.5rem' }}>
          {t('link.text')}
        </p>
      </div>
      <Contact />
    </div>
  )
}
