import { IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Instant } from '#platform/web/table/Amounts.tsx'
import styles from './ActLines.module.css'

/** One act: what it is called, what became of what, who did it. */
export interface ActLine {
  readonly key: string
  readonly at: string
  readonly who: string
  readonly what: ReactNode
  /** From what to what. */
  readonly change: string | null
  /** What it is about, where a history tells of several things. */
  readonly about?: ReactNode
  readonly body?: ReactNode
  readonly messages: readonly {
    readonly messageId: string
    readonly text: string
    /** Of the message, which may be another than the page's. */
    readonly language: string
    readonly isLost: boolean
  }[]
  /** What else the act did, behind a fold. */
  readonly details: readonly { readonly key: string; readonly text: ReactNode }[]
}

/** A history with one line for each act, newest first as given: its messages inside, its details folded. */
export function ActLines({ lines, unfold }: { lines: readonly ActLine[]; unfold: (count: number) => string }) {
  return (
    <ol className={styles.lines}>
      {lines.map(({ key, at, who, what, change, about, body, messages, details }) => (
        <li key={key}>
          <p className="sm muted">
            <Instant at={at} />
            <span className={styles.dot}> · </span>
            <span className={styles.who}>{who}</span>
          </p>
          <div className={styles.act}>
            <p>
              <b>{what}</b>
              {change && <span>: {change}</span>}
              {about && <span className={`t2 ${styles.about}`}> · {about}</span>}
            </p>
            {body}
            {messages.length > 0 && (
              <ul className={`sm t2 ${styles.messages}`}>
                {messages.map(({ messageId, text, language, isLost }) => (
                  <li key={messageId} className={isLost ? styles.lost : undefined}>
                    <IconMail size={14} stroke={1.75} aria-hidden="true" />
                    <span lang={language}>{text}</span>
                  </li>
                ))}
              </ul>
            )}
            {details.length > 0 && (
              <details className="sm">
                <summary>{unfold(details.length)}</summary>
                <ul className={styles.details}>
                  {details.map((detail) => (
                    <li key={detail.key}>{detail.text}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
