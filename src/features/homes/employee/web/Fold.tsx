import { type ReactNode, useState } from 'react'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import styles from './OwnLease.module.css'

/** A part of the page that is drawn once somebody opens it. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.fold} onToggle={(event) => event.currentTarget.open && setOpen(true)}>
      <summary>{title}</summary>
      {isOpen && (
        <div>
          <LaterPart>{children}</LaterPart>
        </div>
      )}
    </details>
  )
}
