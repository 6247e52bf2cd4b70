import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Finder.module.css'

const keys = {
  find: ['Ctrl', 'K'],
  help: ['?'],
  search: ['/'],
  enter: ['Enter', '↓'],
  walk: ['J', 'K'],
  digits: ['1', '9'],
  note: ['N'],
  undo: ['Ctrl', 'Z'],
  close: ['Esc'],
} as const

/** The keys of the administration. */
export function KeyList({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useTexts('finder')
  return (
    <Dialog opened={opened} close={close} title={t('keys.title')}>
      <dl className={styles.keys}>
        {(Object.keys(keys) as (keyof typeof keys)[]).map((name) => (
          <div key={name}>
            <dt>
              {keys[name].map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
