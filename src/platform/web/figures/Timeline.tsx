import type { ReactNode } from 'react'
import { Instant } from '#platform/web/table/Amounts.tsx'
import styles from './Timeline.module.css'

export interface TimelineEvent {
  key: string
  at: string
  /** One sentence. */
  text: ReactNode
  /** The reader did it: a filled dot. */
  mine?: boolean
}

/** What has happened, newest first as given. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className={styles.line}>
      {events.map((event) => (
        <li key={event.key} className={event.mine ? styles.mine : undefined}>
          <span className="sm muted">
            <Instant at={event.at} />
          </span>
          <p>{event.text}</p>
        </li>
      ))}
    </ol>
  )
}
