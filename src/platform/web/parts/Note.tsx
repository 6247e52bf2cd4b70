import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Note.module.css'

const icons = { info: IconInfoCircle, ok: IconCheck, warn: IconAlertTriangle, danger: IconAlertTriangle }

/** One thing worth knowing, on the tint of its meaning. */
export function Note({ kind = 'info', children }: { kind?: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <div className={`${styles.note} ${styles[kind]}`}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
