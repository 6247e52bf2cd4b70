import { Switch } from '#platform/web/controls/Switch.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Desk.module.css'
import { useDeskKeys } from './desk-keys.ts'

/** The keys of a list, said below it, and the switch that turns them off. */
export function KeyHints() {
  const t = useTexts('desk')
  const keys = useDeskKeys()
  return (
    <div className={styles.keys}>
      <Switch label={t('keys.use')} checked={keys.on} onChange={keys.toggle} />
      {keys.on && (
        <>
          <span>
            <kbd>J</kbd> <kbd>K</kbd> {t('keys.walk')}
          </span>
          <span>
            <kbd>1</kbd>–<kbd>9</kbd> {t('keys.act')}
          </span>
          <span>
            <kbd>N</kbd> {t('keys.note')}
          </span>
          <span>
            <kbd>/</kbd> {t('keys.search')}
          </span>
          <span>
            <kbd>Esc</kbd> {t('keys.close')}
          </span>
        </>
      )}
    </div>
  )
}
