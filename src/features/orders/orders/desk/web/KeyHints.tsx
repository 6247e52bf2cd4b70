import { type RefObject, useEffect } from 'react'
import { Switch } from '#platform/web/controls/Switch.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Desk.module.css'
import { useDeskKeys } from './desk-keys.ts'

const openers = (list: HTMLElement) => [...list.querySelectorAll<HTMLButtonElement>('tbody tr > td button')]

/** Opens the next or previous row of a list, or the first when none is open. */
function step(list: HTMLElement | null, by: 1 | -1) {
  if (!list) return
  const all = openers(list)
  const open = all.findIndex((button) => button.closest('tr')?.hasAttribute('data-open'))
  const next = open < 0 ? all[0] : all[open + by]
  next?.focus()
  next?.click()
}

/** Lets J and K walk through a list and / reach its search, and says so below it. */
export function KeyHints({ list }: { list: RefObject<HTMLElement | null> }) {
  const t = useTexts('desk')
  const keys = useDeskKeys()
  useEffect(
    () =>
      keys.onLetters({
        j: () => step(list.current, 1),
        k: () => step(list.current, -1),
        '/': () => list.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
      }),
    [keys, list],
  )
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
