import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Stepper.module.css'

export interface Step {
  key: string
  name: string
  state: 'done' | 'current' | 'coming'
  /** A date, "arvio 20.3.2026", or who is awaited. */
  when?: ReactNode
  who?: ReactNode
}

/** The way of an order: done steps joined by chain, the current one orange. The current one alone on narrow screens. */
export function Stepper({ steps, label }: { steps: readonly Step[]; label: string }) {
  const t = useTexts()
  return (
    <ol className={styles.steps} aria-label={label} style={{ '--steps': steps.length - 1 } as React.CSSProperties}>
      {steps.map((step, index) => (
        <li key={step.key} className={styles[step.state]} aria-current={step.state === 'current' ? 'step' : undefined}>
          <span className={styles.node} data-of={steps.length}>
            {step.state === 'done' ? <IconCheck size={18} stroke={2} aria-hidden="true" /> : index + 1}
          </span>
          <b>
            {step.name}
            {step.state === 'done' && <span className="vh"> {t('states.done')}</span>}
          </b>
          {step.when && <span className={`n ${styles.when}`}>{step.when}</span>}
          {step.who && <small>{step.who}</small>}
        </li>
      ))}
    </ol>
  )
}
