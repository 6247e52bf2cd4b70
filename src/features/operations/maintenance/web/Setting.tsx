import type { ReactNode } from 'react'
import styles from './SettingsPage.module.css'

interface Props {
  title: string
  text?: ReactNode
  children: ReactNode
  /** Stands apart: what it does is felt by everybody at once. */
  isDangerous?: boolean
}

/** One setting: what it is on the left, its controls on the right; on a narrow screen one above the other. */
export function Setting({ title, text, children, isDangerous = false }: Props) {
  return (
    <section className={`card ${styles.setting}${isDangerous ? ` ${styles.dangerous}` : ''}`}>
      <div className="stack-sm">
        <h2>{title}</h2>
        {text && <p className="sm t2">{text}</p>}
      </div>
      <div className="stack-md">{children}</div>
    </section>
  )
}
