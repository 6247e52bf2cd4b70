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

interface Props {
  title: string
  steps: readonly DatedStep[]
  /** In the part that stands first, whose title is the page's own. */
  isFirst?: boolean
}

/** What has been and what is coming, each with its day as soon as there is one. */
export function DatedSteps({ title, steps, isFirst = false }: Props) {
  const t = useTexts()
  const Title = isFirst ? 'h2' : 'h3'
  return (
    <section className="stack-sm">
      <Title className="h2">{title}</Title>
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
