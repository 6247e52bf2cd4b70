import type { ReactNode } from 'react'
import toolStyles from '../shell/Tools.module.css'
import styles from './Dropdown.module.css'
import { useDropdown } from './use-dropdown.ts'

interface Props {
  /** What the button shows; it also names it. */
  button: ReactNode
  label?: string
  /** Links and buttons; a press on one closes the menu. */
  children: ReactNode
}

/** A button that opens a small list below itself: Escape, a choice and leaving close it. */
export function Dropdown({ button, label, children }: Props) {
  const { opened, setOpened, id, place, button: opener } = useDropdown()
  return (
    <div className={styles.place} {...place}>
      <button {...opener} className={toolStyles.tool} aria-label={label}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a press bubbles up from the links and buttons inside. */}
      <div id={id} className={styles.list} hidden={!opened} onClick={() => setOpened(false)}>
        {children}
      </div>
    </div>
  )
}

interface ItemProps {
  href?: string
  onClick?: () => void
  icon?: ReactNode
  current?: boolean
  lang?: string
  children: ReactNode
}

/** A link or an act in a dropdown. */
export function DropdownItem({ href, onClick, icon, current, lang, children }: ItemProps) {
  const shared = { className: styles.item, lang, 'aria-current': current || undefined }
  if (href) {
    return (
      <a href={href} {...shared}>
        {icon}
        {children}
      </a>
    )
  }
  return (
    <button type="button" onClick={onClick} {...shared}>
      {icon}
      {children}
    </button>
  )
}
