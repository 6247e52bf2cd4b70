import { IconBell } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDropdown } from '../dialogs/use-dropdown.ts'
import { useTexts } from '../words/i18n.ts'
import styles from './BellFrame.module.css'
import toolStyles from './Tools.module.css'

const BADGE_MAX = 99

interface Props {
  /** What the bell tells, with its number, to those who do not see it. */
  label: string
  count: number
  /** What opens below it. */
  children: (close: () => void) => ReactNode
}

/** The header's bell: a number beside it, and what it tells in a list below it. */
export function BellFrame({ label, count, children }: Props) {
  const t = useTexts('platform')
  const { opened, setOpened, id, place, button } = useDropdown({ staysWithoutFocus: true })
  return (
    <div className={styles.place} {...place}>
      <button {...button} className={toolStyles.tool} aria-label={label}>
        <IconBell size={20} stroke={1.75} aria-hidden="true" />
        {count > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {count > BADGE_MAX ? t('bell.over') : count}
          </span>
        )}
      </button>
      <div id={id} className={styles.dropdown} hidden={!opened}>
        {opened && children(() => setOpened(false))}
      </div>
    </div>
  )
}
