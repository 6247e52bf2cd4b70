import type { ComponentPropsWithRef } from 'react'
import styles from './Burger.module.css'

/** Opens and closes a menu on a narrow screen; `aria-label` says which of the two comes next. */
export function Burger({ opened, className, ...rest }: ComponentPropsWithRef<'button'> & { opened: boolean }) {
  return (
    <button type="button" {...rest} aria-expanded={opened} className={`${styles.burger} ${className ?? ''}`}>
      <span className={styles.lines} data-opened={opened || undefined} />
    </button>
  )
}
