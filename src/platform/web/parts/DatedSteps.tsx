import type { ReactNode } from 'react'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './DatedSteps.module.css'

export interface DatedStep {
  readonly name: string
  /** Null: it has not come yet. */
  readonly day: string | null
  /** What is known of it beside the day, or before there is one. */
  readonly hint?: ReactNode
}

/** What has been and what is coming, each with its day as soon as there is one. */
export function DatedSteps({ title, steps }: { title: string; steps: readonly DatedStep[] }) {
  const t = useTexts()
  return (
    <section className="stack-sm">
      <h3 className="h2">{title}</h3>
      <ol className={styles.steps}>
        {steps.map(({ name, day, hint }) => (
          <li key={`${name} ${day}`} className={day ? styles.reached : undefined}>
            <b>{name}</b>
            <br />
            <span className="t2">
              {day ? <Day day={day} /> : !hint && <span>{t('steps.open')}</span>}
              {hint && (
                <>
                  {day && <span>, </span>}
                  {hint}
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
