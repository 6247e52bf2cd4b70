import type { ReactNode } from 'react'
import styles from './StatusPill.module.css'

/** Who holds the thing now; the colour of the pill. `running` and `trouble` are held by nobody. */
export type Holder = 'employee' | 'employer' | 'store' | 'staff' | 'lessor' | 'none' | 'running' | 'trouble'

interface Props {
  holder: Holder
  /** How far it has come, 0 to 100; left out for states that are no journey. */
  percent?: number
  children: ReactNode
}

/** A status: the ring tells how far, the colour who holds it, the text what it is. */
export function StatusPill({ holder, percent, children }: Props) {
  const classes = `${styles.pill} ${styles[holder]} ${percent === undefined ? styles.plain : ''}`
  return (
    <span className={classes}>
      {percent !== undefined && (
        <span className={styles.ring} style={{ '--turned': percent } as React.CSSProperties} aria-hidden="true" />
      )}
      {children}
    </span>
  )
}
